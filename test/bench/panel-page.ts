// The built dialog panel in a headless browser, with the measurement as its host: how soon a long conversation is
// painted, and how long the browser's main thread is busy at a time while somebody scrolls to its beginning.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/browser.ts';
import { reportPainted, startPaintBrowser } from './paint-browser.ts';
import { median } from './stats.ts';
import type { DialogFigures } from './workers/open-dialog.ts';

/**
 * Milliseconds: from opening the panel to the frame that shows the conversation, and the same for a page of one word;
 * how long the longest task was at work, and how long it took, others that want the processor included.
 */
export interface PanelFigures {
  readonly paint: number;
  readonly blank: number;
  readonly longestTask: number;
  readonly longestByClock: number;
}

type Longest = Pick<PanelFigures, 'longestTask' | 'longestByClock'>;

/** The first load, in which the browser warms up, does not count. */
const loads = 10;
const scrolls = 2;
const viewport = { width: 900, height: 1000 };
/** Records that the host sends at a time. */
const tail = 200;
/** A quick flick of the wheel: two screens a frame. */
const pixelsPerFrame = 2000;

/** Measures the panel of a build. Throws without a browser. */
export async function measurePanel(dist: string, files: DialogFigures): Promise<PanelFigures> {
  const address = writePage(dist, files);
  const records = JSON.parse(readFileSync(files.recordsFile, 'utf8')) as unknown[];
  return { ...(await measurePaints(address)), ...(await measureScrolls(address, records)) };
}

async function measurePaints(address: string): Promise<Pick<PanelFigures, 'paint' | 'blank'>> {
  const browser = await startPaintBrowser(viewport);
  try {
    const paints: number[] = [];
    const blanks: number[] = [];
    for (let load = 0; load < loads; load++) {
      blanks.push(await browser.paint(new URL('blank.html', address).href));
      paints.push(await browser.paint(address));
    }
    return { paint: median(paints.slice(1)), blank: median(blanks.slice(1)) };
  } finally {
    await browser.close();
  }
}

async function measureScrolls(address: string, records: readonly unknown[]): Promise<Longest> {
  const browser = await launchBrowser();
  try {
    const longest: Longest[] = [];
    for (let scroll = 0; scroll < scrolls; scroll++) longest.push(await measureScroll(browser, address, records));
    return {
      longestTask: median(longest.map(({ longestTask }) => longestTask)),
      longestByClock: median(longest.map(({ longestByClock }) => longestByClock)),
    };
  } finally {
    await browser.close();
  }
}

async function measureScroll(browser: Browser, address: string, records: readonly unknown[]): Promise<Longest> {
  const page = await browser.newPage({ viewport });
  await page.exposeFunction('recordsBefore', (before: number) => {
    const earlier = Math.max(0, before - tail);
    return { records: records.slice(earlier, before), earlier };
  });
  await page.goto(address);
  await page.evaluate('window.painted');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.evaluate<void>(scrollToTop);
  const trace = await browser.stopTracing();
  await page.close();
  return longestTask(trace);
}

/**
 * Writes the page beside the files that the panel loads, and gives its address. They come from the disk, as an editor
 * serves them: a server in this process would be measured too.
 */
function writePage(dist: string, { ms, snapshotFile }: DialogFigures): string {
  const folder = path.join(path.dirname(snapshotFile), 'panel');
  mkdirSync(folder, { recursive: true });
  for (const name of ['dialog.js', 'highlight.js', 'toolkit.js', 'dialog.css']) {
    copyFileSync(path.join(dist, 'webview', name), path.join(folder, name));
  }
  writeFileSync(path.join(folder, 'host.js'), hostScript(readFileSync(snapshotFile, 'utf8'), ms));
  writeFileSync(path.join(folder, 'index.html'), html);
  writeFileSync(path.join(folder, 'blank.html'), blankHtml);
  return pathToFileURL(path.join(folder, 'index.html')).href;
}

const html = `<!DOCTYPE html>
<html lang="en"><head><meta charset="UTF-8"><link rel="stylesheet" href="dialog.css">
<style>html,body{height:100%;margin:0;--vscode-font-size:13px;--vscode-editor-font-size:14px}</style></head>
<body><script src="host.js"></script><div id="app"></div><script src="dialog.js"></script></body></html>`;

const blankHtml = `<!DOCTYPE html><html lang="en"><body>Hello<script>
window.painted = new Promise(resolve => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
});
${reportPainted}</script></body></html>`;

/**
 * What the page itself does as host: a snapshot when the panel is ready and the host, which reads the dialog while the
 * page loads, has it too; earlier records when it asks. `painted` resolves in the frame after the one in which items
 * are there.
 */
function hostScript(snapshot: string, hostMs: number): string {
  return `
const snapshot = ${JSON.stringify(snapshot)};
window.earlier = undefined;
window.addEventListener('dominds:toHost', async ({ detail }) => {
  if (detail.kind === 'ready') {
    const message = JSON.parse(snapshot);
    window.earlier = message.earlier;
    setTimeout(() => window.postMessage(message, '*'), ${hostMs} - performance.now());
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
});
${reportPainted}`;
}

/** Scrolls up frame by frame, through everything that the host has, until the first record is shown. */
const scrollToTop = `new Promise((resolve, reject) => {
  const view = document.querySelector('.conversation');
  const started = performance.now();
  const step = () => {
    if (performance.now() - started > 180000) return reject(new Error('the beginning was not reached'));
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
  /** Microseconds by the clock, and of them those in which the thread had the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the page's main thread: the one that was at work longest, and the one that took longest. */
function longestTask(trace: Buffer): Longest {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the browser traced no tasks');
  return tasks.reduce(
    ({ longestTask, longestByClock }, { dur = 0, tdur = dur }) => ({
      longestTask: Math.max(longestTask, tdur / 1000),
      longestByClock: Math.max(longestByClock, dur / 1000),
    }),
    { longestTask: 0, longestByClock: 0 },
  );
}
