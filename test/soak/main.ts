// `npm run soak [-- --minutes n] [--roots n] [--seed s]`: many roots at a time play the main story in one process, with
// random stops, reads, reopenings of the folder and, beside it, processes that are killed; what is done is archived and
// removed. Memory after a collection, open handles and disk are sampled and must stay flat; a summary is printed.
import '../support/personal-folder.ts';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { folderBytes } from '../bench/folder-bytes.ts';
import { storyFolder } from '../chaos/folder-story.ts';
import { inFolder, killAt } from '../chaos/real-kills.ts';
import { seeded } from '../chaos/seeded.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, roots: { type: 'string' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 10);
const atOnce = Number(values.roots ?? 12);
const random = seeded(Number(values.seed ?? 1));
const began = Date.now();
const until = began + minutes * 60_000;

const counts = { roots: 0, stops: 0, reopenings: 0, reads: 0, kills: 0, answers: 0 };
const samples: { readonly rss: number; readonly heap: number; readonly handles: number; readonly disk: number }[] = [];
const workspace = await makeTempWorkspace(storyFolder);
const healthy = await inFolder(async () => {});

for (let cycle = 0; Date.now() < until; cycle++) {
  const runtime = await open();
  for (let batch = 0; batch < 2 && Date.now() < until; batch++) {
    await Promise.all(Array.from({ length: atOnce }, () => playRoot(runtime)));
    await removeDone(runtime);
  }
  await runtime.close();
  counts.reopenings += 1;
  if (cycle % 4 === 0) {
    const step = 1 + Math.floor(random() * 200);
    const end = await inFolder(async rtws => {
      if (await killAt(rtws, step, 'within')) counts.kills += 1;
    });
    assert.equal(end, healthy, `killed at step ${step}`);
  }
  await sample();
}
await workspace.remove();
summarize();

async function open(): Promise<Runtime> {
  const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', resume: 'always' });
  assert.ok(opened.ok, JSON.stringify(opened));
  return opened.runtime;
}

async function playRoot(runtime: Runtime): Promise<void> {
  const seen = runtime.subscribe(() => {});
  const started = await runtime.perform({ kind: 'start', text: 'Begin' });
  assert.ok(started.ok);
  const { rootId } = started;
  for (let round = 0; round < 60; round++) {
    await disturb(runtime, rootId);
    await runtime.perform({ kind: 'continue', dialog: rootRef(rootId) });
    const { questions, response } = await runtime.settled(rootId);
    for (const { id, kind } of questions) {
      const content = kind === 'permission' ? 'allow once' : 'there';
      await runtime.perform({ kind: 'answer', questionId: id, content, msgId: `m-${rootId}-${round}-${id}` }, byPerson);
      counts.answers += 1;
    }
    if (
      questions.length === 0 &&
      response === 'All done.' &&
      (await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) })).ok
    )
      break;
    assert.notEqual(round, 59, `${rootId} does not come to its end`);
  }
  assert.ok((await runtime.perform({ kind: 'archive', dialog: rootRef(rootId) })).ok);
  seen.dispose();
  counts.roots += 1;
}

async function disturb(runtime: Runtime, rootId: RootId): Promise<void> {
  const dice = random();
  if (dice < 0.3) {
    await wait(random() * 5);
    await runtime.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true });
    counts.stops += 1;
  } else if (dice < 0.6) {
    await runtime.view(rootRef(rootId), { tail: 20 });
    await runtime.tree(rootId);
    await runtime.questions();
    await runtime.metrics();
    for await (const _ of runtime.search('Found', new AbortController().signal)) counts.reads += 1;
  }
}

async function removeDone(runtime: Runtime): Promise<void> {
  const archived = runtime.listRoots({ status: 'archived' }).map(({ rootId }) => rootId);
  assert.ok((await runtime.removeArchived(archived)).ok);
}

async function sample(): Promise<void> {
  for (let pass = 0; pass < 3; pass++) {
    await wait(50);
    globalThis.gc?.();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  samples.push({ rss, heap: heapUsed + external, handles, disk: folderBytes(workspace.folder) });
  const minute = Math.round((Date.now() - began) / 6_000) / 10;
  console.log(
    `${minute} min, ${counts.roots} roots: ${inMegabytes(rss)} MB, heap ${inMegabytes(heapUsed)} MB, ${handles} handles`,
  );
}

/** The first half warms up: the last quarter is compared with the one before it. */
function summarize(): void {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  console.log(`${minutes} minutes: ${JSON.stringify(counts)}`);
  for (const key of ['heap', 'rss', 'handles', 'disk'] as const) {
    const before = median(samples.slice(-2 * quarter, -quarter).map(each => each[key]));
    const last = median(samples.slice(-quarter).map(each => each[key]));
    const shown = (value: number) => (key === 'handles' ? String(value) : `${inMegabytes(value)} MB`);
    const isFlat = last <= before * 1.1 || (key === 'disk' && last - before < 2 ** 20);
    if (!isFlat) process.exitCode = 1;
    console.log(`${isFlat ? 'flat' : 'GROWS'}: ${key} ${shown(before)} -> ${shown(last)} (${samples.length} samples)`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function inMegabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
