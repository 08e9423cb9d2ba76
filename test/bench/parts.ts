// What is measured, in order: each part gives the rows of one or more lines of SPEC 17. Limits stand here and nowhere
// else.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { IdleFigures } from './idle-figures.ts';
import { measurePanel } from './panel-page.ts';
import { bytes, milliseconds, ofAllowed, type Row, timesFloor } from './row.ts';
import { type StagedPackage, stagePackage } from './staged-package.ts';
import { median } from './stats.ts';
import type { BillingFigures } from './workers/billing.ts';
import type { EditorFigures } from './workers/editor.ts';
import type { GrowthFigures } from './workers/growth.ts';
import type { DialogFigures } from './workers/open-dialog.ts';
import type { OpenFigures } from './workers/open-roots.ts';
import type { Prepared } from './workers/prepare.ts';
import type { RecoveryFigures } from './workers/recover.ts';
import type { TurnFigures } from './workers/turns.ts';
import type { Workers } from './workers.ts';

/** What a part works with. */
export interface Bench {
  readonly workers: Workers;
  readonly folder: string;
  readonly baseUrl: string;
  /** The stored dialogs; written when they are first asked for, so that what comes before has a disk at rest. */
  prepared(): Promise<Prepared>;
}

export interface Part {
  readonly name: string;
  /** Throws when it cannot be measured on this machine; its rows are then left out. */
  measure(bench: Bench): Promise<readonly Row[]>;
}

export const parts: readonly Part[] = [
  { name: 'turns, delegations, streams', measure: turns },
  { name: 'turns of long dialogs', measure: growth },
  { name: 'billed cost', measure: billing },
  { name: 'opening 10,000 roots', measure: openRoots },
  { name: 'opening 40,000 queued messages', measure: openQueued },
  { name: 'crash recovery', measure: recovery },
  { name: 'package, activation, panel, idle editor and server', measure: editor },
];

async function turns({ workers, folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const figures = await workers.run<TurnFigures>('turns', { folder, baseUrl });
  const call = 'one streamed call by the openai package and one line';
  const folders = `this disk takes ${milliseconds(figures.fiftyFolders)} for fifty bare folders with a file each`;
  const calls = `the same calls side by side, one line each; ${folders}`;
  const stream = `the package's own iterator`;
  return [
    timesFloor('one turn', { ...figures.turn, limit: 1.4, floorIs: call }),
    timesFloor('one delegation', { ...figures.delegation, limit: 2, floorIs: 'its three calls by the openai package' }),
    timesFloor('50 subdialogs at once', { ...figures.subdialogs, limit: 1.5, floorIs: calls }),
    ofAllowed('a word while 50 subdialogs work, to its request', {
      value: figures.asideMs,
      allowed: 50,
      show: milliseconds,
    }),
    timesFloor('streaming 20,000 chunks to disk and view', { ...figures.stream, limit: 2, floorIs: stream }),
    ofAllowed('disk for a short turn', { value: figures.diskPerTurn, allowed: 1024, show: bytes }),
    ofAllowed('memory after all of the above', { value: figures.memory, allowed: 250e6, show: bytes }),
  ];
}

/** The request body aside: both turns are taken with the floor of the young one. */
async function growth({ workers, folder, baseUrl, prepared }: Bench): Promise<readonly Row[]> {
  const { growing } = await prepared();
  const { young, old, fixedBytes } = await workers.run<GrowthFigures>('growth', {
    folder,
    baseUrl,
    growing,
  });
  return [
    timesFloor('turn 2,000 against turn 20', {
      ms: old.own + young.floor,
      floorMs: young.own + young.floor,
      limit: 1.2,
      floorIs: 'turn 20',
    }),
    ofAllowed('fixed part of a request', { value: fixedBytes, allowed: 9_000, show: bytes }),
  ];
}

/** By the sizes of the requests alone: the same on every machine. */
async function billing({ workers, folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const { billed, appendOnly } = await workers.run<BillingFigures>('billing', { folder, baseUrl });
  return [
    {
      name: 'billed cost of 200 turns',
      ratio: billed / appendOnly,
      limit: 1.1,
      measured: `${bytes(billed)} at the plain price`,
      floor: `${bytes(appendOnly)}, the same talk without a closing part`,
    },
  ];
}

async function openRoots({ workers, baseUrl, prepared }: Bench): Promise<readonly Row[]> {
  const stored = await prepared();
  const open = async (rtws: string) => {
    const runs: OpenFigures[] = [];
    for (let run = 0; run < 5; run++) runs.push(await workers.run<OpenFigures>('open-roots', { rtws, baseUrl }));
    return runs;
  };
  const [empty, full] = [await open(stored.empty), await open(stored.roots10000)];
  const of = (runs: readonly OpenFigures[], key: keyof OpenFigures) => median(runs.map(run => run[key]));
  const coursesRead = of(full, 'coursesRead');
  return [
    ofAllowed('opening 10,000 roots: first rows', {
      value: of(full, 'ms'),
      allowed: 300,
      show: milliseconds,
      floor: `${milliseconds(of(empty, 'ms'))} for an empty folder`,
    }),
    ofAllowed('opening 10,000 roots: memory over empty', {
      value: of(full, 'memory') - of(empty, 'memory'),
      allowed: 100e6,
      show: bytes,
    }),
    {
      name: 'opening 10,000 roots: dialogs loaded that are not shown',
      ratio: coursesRead,
      limit: 0,
      measured: String(coursesRead),
      floor: '0 allowed',
    },
  ];
}

async function openQueued({ workers, folder, baseUrl, prepared }: Bench): Promise<readonly Row[]> {
  const { queued: messages } = await prepared();
  const times: number[] = [];
  for (let run = 0; run < 3; run++)
    times.push((await workers.run<DialogFigures>('open-dialog', { folder, baseUrl, messages })).ms);
  return [
    ofAllowed('opening 40,000 queued messages, 4 MB', { value: median(times), allowed: 1_000, show: milliseconds }),
  ];
}

async function recovery({ workers, baseUrl, prepared }: Bench): Promise<readonly Row[]> {
  const times: number[] = [];
  for (const rtws of (await prepared()).crashed) {
    times.push((await workers.run<RecoveryFigures>('recover', { rtws, baseUrl })).ms);
  }
  return [ofAllowed('crash recovery of 1,000 roots', { value: median(times), allowed: 2000, show: milliseconds })];
}

async function editor(bench: Bench): Promise<readonly Row[]> {
  const staged = await stagePackage();
  const activation = await measureActivation(bench, staged.dist);
  const idle = measureIdle(bench, staged.dist);
  const panel = await measureDialogPanel(bench, staged.dist);
  return [...activation, ...sizes(staged), ...panel, ...(await idle)];
}

async function measureActivation({ workers, prepared }: Bench, dist: string): Promise<readonly Row[]> {
  const { empty, roots1000 } = await prepared();
  // The start after an installation keeps the code that V8 made for all that follow; those are measured.
  await workers.run<EditorFigures>('editor', { dist, rtws: roots1000, roots: 1000, idleMs: 1 });
  const activate = async (rtws: string, roots: number) => {
    const runs: EditorFigures[] = [];
    for (let run = 0; run < 7; run++) {
      runs.push(await workers.run<EditorFigures>('editor', { dist, rtws, roots, idleMs: 0 }));
    }
    return { own: median(runs.map(({ own }) => own)), ms: median(runs.map(({ ms }) => ms)) };
  };
  const row = (name: string, { own, ms }: { own: number; ms: number }, allowed: number) =>
    ofAllowed(name, { value: own, allowed, show: milliseconds, floor: `${milliseconds(ms)} by the clock` });
  return [
    row('activation without .dialogs/', await activate(empty, 0), 50),
    row('activation with 1,000 roots, tree shown', await activate(roots1000, 1000), 150),
  ];
}

function sizes({ dist, vsix }: StagedPackage): readonly Row[] {
  const size = (file: string) => statSync(path.join(dist, file)).size;
  const webview = path.join(dist, 'webview');
  // Highlighting is loaded when the first code is shown; the toolkit is loaded beside each panel's own script.
  const measured = (name: string, measure: (script: Buffer) => number) =>
    measure(readFileSync(path.join(webview, name)));
  const largest = (measure: (script: Buffer) => number) =>
    Math.max(...['dialog.js', 'overview.js'].map(name => measured(name, measure))) + measured('toolkit.js', measure);
  const allowed = (name: string, value: number, most: number) => ofAllowed(name, { value, allowed: most, show: bytes });
  return [
    allowed('host bundle', size('extension.cjs') + size('host.cjs') + size('runtime.cjs'), 700e3),
    allowed(
      'start of a panel',
      largest(script => script.length),
      520e3,
    ),
    allowed(
      'start of a panel, gzip',
      largest(script => gzipSync(script).length),
      150e3,
    ),
    allowed('vsix', statSync(vsix).size, 4e6),
  ];
}

async function measureDialogPanel(bench: Bench, dist: string): Promise<readonly Row[]> {
  const { workers, folder, baseUrl, prepared } = bench;
  const input = { folder, baseUrl, messages: (await prepared()).messages };
  const runs: DialogFigures[] = [];
  for (let run = 0; run < 3; run++) runs.push(await workers.run<DialogFigures>('open-dialog', input));
  const [run] = runs.toSorted((a, b) => a.ms - b.ms).slice(1);
  if (!run) return [];
  const panel = await measurePanel(dist, run);
  return [
    ofAllowed('opening a dialog with 10,000 messages: first paint', {
      value: panel.paint,
      allowed: 300,
      show: milliseconds,
      floor: `${milliseconds(run.ms)} in the host, while the page loads; ${milliseconds(panel.blank)} for a page of one word`,
    }),
    ofAllowed('scrolling 10,000 messages: longest task', {
      value: panel.longestTask,
      allowed: 50,
      show: milliseconds,
      floor: `${milliseconds(panel.longestByClock)} by the clock`,
    }),
  ];
}

/** SPEC says *no* growth and *no* CPU; less than these cannot be told from the noise of the process itself. */
const NO_GROWTH_BYTES = 500e3;
const NO_CPU_SHARE = 0.001;

/** V8 collects once, at a moment of its own, what a start left behind: that is no work of idling. */
const NOT_TIDIED = ['--no-memory-reducer'];

async function measureIdle({ workers, prepared }: Bench, dist: string): Promise<readonly Row[]> {
  const ms = 30_000;
  const input = { dist, rtws: (await prepared()).roots1000, roots: 1000, idleMs: ms };
  const [{ idle }, served, nothing] = await Promise.all([
    workers.run<EditorFigures>('editor', input, NOT_TIDIED),
    workers.run<IdleFigures>('served', { ms }, NOT_TIDIED),
    workers.run<{ cpuMs: number }>('idle', { ms }, NOT_TIDIED),
  ]);
  const floor = `${milliseconds(nothing.cpuMs)} for a process that does nothing`;
  const rowsOf = (who: string, { cpuMs, grownBytes } = { cpuMs: Number.NaN, grownBytes: Number.NaN }) => [
    ofAllowed(`${who}, 30 s: CPU`, { value: cpuMs, allowed: ms * NO_CPU_SHARE, show: milliseconds, floor }),
    ofAllowed(`${who}, 30 s: growth of memory`, {
      value: Math.max(0, grownBytes),
      allowed: NO_GROWTH_BYTES,
      show: bytes,
    }),
  ];
  return [...rowsOf('an idle editor', idle), ...rowsOf('an idle dominds serve', served)];
}
