// A headless Chromium with no developer tools attached, for how soon a page is painted. Attached ones ask at each
// script that a page loads where in its sources that happened, for which V8 reads the whole bundle again: two fifths of
// the start of a panel, which nobody else pays.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { browserFlags } from '../../scripts/browser.ts';
import { type Child, start } from '../../scripts/child.ts';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';

export interface PaintBrowser {
  /** Milliseconds from opening a page, in a tab and a process of its own, to what its `painted` resolves with. */
  paint(address: string): Promise<number>;
  close(): Promise<void>;
}

/** What a page runs that is to be measured: it reports to the browser here once `painted` is known. */
export const reportPainted = `
if (location.hash) {
  window.painted.then(ms => navigator.sendBeacon('http://127.0.0.1:' + location.hash.slice(1), String(ms)));
}`;

/** A page that has reported nothing by then will not. */
const PATIENCE_MS = 30_000;
/** A browser that was just started, or a tab that was just closed, is still at work. */
const REST_MS = 300;

/** Pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Starts the browser, with windows of a size. Throws without one, and when it does not start. */
export async function startPaintBrowser({ width, height }: Size): Promise<PaintBrowser> {
  const profile = await makeTempFolder('dc');
  const own = [
    '--headless',
    `--user-data-dir=${profile}`,
    `--window-size=${width},${height}`,
    '--remote-debugging-port=0',
  ];
  const browser = start(await ensureBrowser(), [...browserFlags, ...own, 'about:blank'], { stdio: 'ignore' });
  const tabs = `http://127.0.0.1:${await debuggingPort(profile, browser)}/json`;
  const reports = createServer();
  await new Promise<void>(resolve => reports.listen(0, '127.0.0.1', resolve));
  const { port } = reports.address() as AddressInfo;
  await wait(REST_MS);
  return {
    async paint(address) {
      const reported = nextReport(reports);
      const opened = await fetch(`${tabs}/new?${address}%23${port}`, { method: 'PUT' });
      const { id } = (await opened.json()) as { id: string };
      const painted = await reported;
      await fetch(`${tabs}/close/${id}`);
      await wait(REST_MS);
      return painted;
    },
    async close() {
      reports.close();
      await browser.stop();
      await removeTempFolder(profile);
    },
  };
}

async function debuggingPort(profile: string, { process }: Child): Promise<string> {
  const file = path.join(profile, 'DevToolsActivePort');
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await wait(50)) {
    const port = await readFile(file, 'utf8').then(
      text => text.split('\n')[0],
      () => undefined,
    );
    if (port !== undefined && port !== '') return port;
    if (process.exitCode !== null) break;
  }
  throw new Error('the browser did not start');
}

function nextReport(reports: Server): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const patience = setTimeout(() => reject(new Error('the page did not say when it was painted')), PATIENCE_MS);
  reports.once('request', async (request, response) => {
    clearTimeout(patience);
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end();
    resolve(Number(body));
  });
  return promise;
}
