// The built dialog panel in a headless browser, with the measurement as its host: how soon a long conversation is painted,
// and how long the browser's main thread is busy at a time while somebody scrolls to its beginning.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/browser.ts';
import { median } from './stats.ts';
import type { DialogFigures } from './workers/open-dialog.ts';

/** Milliseconds: from the start of loading the page to the frame that shows the conversation; the longest task. */
export interface PanelFigures {
  readonly paint: number;
  readonly longestTask: number;
}

const runs = 3;
const address = 'http://panel.bench/';
/** Records that the host sends at a time. */
const tail = 200;
/** A quick flick of the wheel: two screens a frame. */
const pixelsPerFrame = 2000;

/** Measures the panel of a build; the first run, in which the browser warms up, does not count. Throws without a browser. */
export async function measurePanel(dist: string, files: DialogFigures): Promise<PanelFigures> {
  const browser = await launchBrowser();
  try {
    const all: PanelFigures[] = [];
    for (let run = 0; run < runs; run++) all.push(await measureOnce(browser, dist, files));
    const counted = all.slice(1);
    return {
      paint: median(counted.map(({ paint }) => paint)),
      longestTask: median(counted.map(({ longestTask }) => longestTask)),
    };
  } finally {
    await browser.close();
  }
}

async function measureOnce(browser: Browser, dist: string, files: DialogFigures): Promise<PanelFigures> {
  const page = await browser.newPage({ viewport: { width: 900, height: 1000 } });
  await serve(page, dist, files);
  await page.goto(address);
  const paint = await page.evaluate<number>('window.painted');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.evaluate<void>(scrollToTop);
  const trace = await browser.stopTracing();
  await page.close();
  return { paint, longestTask: longestTask(trace) };
}

/** Serves the page and plays the host: a snapshot when the panel is ready, earlier records when it asks for them. */
async function serve(page: Page, dist: string, files: DialogFigures): Promise<void> {
  const file = (name: string) => readFileSync(path.join(dist, 'webview', name), 'utf8');
  const records = JSON.parse(readFileSync(files.recordsFile, 'utf8')) as unknown[];
  await page.exposeFunction('recordsBefore', (before: number) => {
    const earlier = Math.max(0, before - tail);
    return { records: records.slice(earlier, before), earlier };
  });
  const bodies: Readonly<Record<string, { contentType: string; body: string }>> = {
    '/': { contentType: 'text/html', body: html },
    '/host.js': { contentType: 'text/javascript', body: hostScript(readFileSync(files.snapshotFile, 'utf8')) },
    '/dialog.js': { contentType: 'text/javascript', body: file('dialog.js') },
    '/highlight.js': { contentType: 'text/javascript', body: file('highlight.js') },
    '/dialog.css': { contentType: 'text/css', body: file('dialog.css') },
  };
  await page.route(`${address}**`, route => {
    const body = bodies[new URL(route.request().url()).pathname];
    return body ? route.fulfill(body) : route.fulfill({ status: 404 });
  });
}

const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="UTF-8"><link rel="stylesheet" href="/dialog.css">
<style>html,body{height:100%;margin:0;--vscode-font-size:13px;--vscode-editor-font-size:14px}</style></head>
<body><script src="/host.js"></script><div id="app"></div><script src="/dialog.js"></script></body></html>`;

/** What the page itself does as host. `painted` resolves in the frame after the one in which items are there. */
function hostScript(snapshot: string): string {
  return `
const snapshot = ${JSON.stringify(snapshot)};
window.earlier = undefined;
window.addEventListener('dominds:toHost', async ({ detail }) => {
  if (detail.kind === 'ready') {
    const message = JSON.parse(snapshot);
    window.earlier = message.earlier;
    window.postMessage(message, '*');
  }
  if (detail.kind === 'showEarlier') {
    const page = await window.recordsBefore(detail.before);
    window.earlier = page.earlier;
    window.postMessage({ kind: 'earlier', course: detail.course, ...page }, '*');
  }
});
window.painted = new Promise(resolve => {
  const look = () => {
    if (document.querySelector('.items [data-key]')) requestAnimationFrame(() => resolve(performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});`;
}

/** Scrolls up frame by frame, through everything that the host has, until the first record is shown. */
const scrollToTop = `new Promise((resolve, reject) => {
  const view = document.querySelector('.conversation');
  const started = performance.now();
  const step = () => {
    if (performance.now() - started > 60000) return reject(new Error('the beginning was not reached'));
    if (view.scrollTop === 0 && window.earlier === 0) return resolve();
    // At the top, while earlier records come, a hand moves on a little too.
    view.scrollTop = view.scrollTop === 0 ? 60 : Math.max(0, view.scrollTop - ${pixelsPerFrame});
    requestAnimationFrame(step);
  };
  step();
})`;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread, in milliseconds. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the browser traced no tasks');
  return tasks.reduce((longest, { dur = 0 }) => Math.max(longest, dur / 1000), 0);
}
