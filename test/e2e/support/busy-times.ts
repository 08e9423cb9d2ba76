// How long the main thread of a page was busy at a time, and how far apart its frames were.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { resultsFolder } from '../../../scripts/project.ts';

/** Milliseconds, and how many tasks took more than 50 of them. */
export interface BusyTimes {
  readonly longest: number;
  readonly p99: number;
  readonly long: number;
  readonly tasks: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Times of the tasks of the page's main thread while `act` goes on: on the clock, and in computing alone. */
export async function busyTimes(
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly clock: BusyTimes; readonly computing: BusyTimes }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.has(`${pid} ${tid}`),
  );
  return { clock: timesOf(tasks.map(each => each.dur ?? 0)), computing: timesOf(tasks.map(each => each.tdur ?? 0)) };
}

function timesOf(microseconds: readonly number[]): BusyTimes {
  const sorted = microseconds.map(each => each / 1000).sort((one, other) => one - other);
  const rounded = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10;
  return {
    longest: rounded(sorted.at(-1)),
    p99: rounded(sorted[Math.floor(sorted.length * 0.99)]),
    long: sorted.filter(each => each > 50).length,
    tasks: sorted.length,
  };
}

/** Prints the figures, and keeps them in test-results/<name>.json. */
export async function attachFigures(name: string, figures: object): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  const text = JSON.stringify(figures, null, 1);
  await writeFile(path.join(resultsFolder, `${name}.json`), `${text}\n`);
  console.log(`      ${name}: ${JSON.stringify(figures)}`);
}
