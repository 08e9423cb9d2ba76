// Turns, delegations, fifty subdialogs at once and a long stream, each in turn with its floor; then what they left on
// the disk and in memory. One process, as an editor's extension host would have it.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DialogRef } from '../../../src/core/base/ids.ts';
import type { FeedEvent } from '../../../src/core/dialog/view/feed-event.ts';
import { PanelFeed } from '../../../src/pages/panel-feed.ts';
import { takeSnapshot } from '../../../src/pages/snapshot.ts';
import type { Runtime } from '../../../src/runtime.ts';
import { sayRefusalInSentences } from '../../../src/words/say.ts';
import { converse, newRoot, openBench, say, writeTeam } from '../bench-rtws.ts';
import { type Floor, openFloor, type Request, requestOf } from '../floor.ts';
import { folderBytes } from '../folder-bytes.ts';
import { askHeld, askHelper, askMany, CHUNKS, models } from '../models.ts';
import { median, medianPair, type Pair, timed } from '../stats.ts';
import { answer } from '../worker.ts';

/** Milliseconds, bytes. */
export interface TurnFigures {
  readonly turn: Pair;
  readonly delegation: Pair;
  readonly subdialogs: Pair;
  /** From a word to the request that answers it, while fifty subdialogs work. */
  readonly asideMs: number;
  readonly stream: Pair;
  /** What the disk takes for the folder and the file of fifty subdialogs, by the bare calls of the system. */
  readonly fiftyFolders: number;
  readonly diskPerTurn: number;
  readonly memory: number;
}

interface Bench {
  readonly runtime: Runtime;
  readonly floor: Floor;
  readonly rtws: string;
}

/** Files younger than this are read at every generation, since they may still change within one tick of their clock. */
const FILES_SETTLE_MS = 2_200;

const text = 'Go on with the next step, please.';
const delegating = `${askHelper}.`;
const fanning = `${askMany}.`;

await answer<{ folder: string; baseUrl: string }>(async ({ folder, baseUrl }): Promise<TurnFigures> => {
  const rtws = path.join(folder, 'turns');
  mkdirSync(rtws);
  writeTeam(rtws);
  const bench = {
    rtws,
    runtime: await openBench(rtws, baseUrl),
    floor: openFloor(baseUrl, path.join(folder, 'floor')),
  };
  await wait(FILES_SETTLE_MS);
  await rounds(2, () => turns(bench, 60));
  const turn = medianPair(await rounds(9, () => turns(bench, 30)));
  const delegation = medianPair(await rounds(15, () => delegations(bench, 6)));
  const folders: number[] = [];
  const subdialogs = medianPair(
    await rounds(15, async () => {
      const pair = await fan(bench);
      folders.push(await timed(() => makeFolders(path.join(folder, `folders-${folders.length}`))));
      return pair;
    }),
  );
  const asideMs = await asides(bench, 20);
  const stream = medianPair(await rounds(5, () => longStream(bench)));
  const diskPerTurn = await measureDisk(bench);
  // What is kept: V8 gives back the space for new objects when it is asked to, or by itself after some time without
  // work.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const memory = process.memoryUsage().rss;
  await bench.runtime.close();
  bench.floor.close();
  return { turn, delegation, subdialogs, asideMs, stream, fiftyFolders: median(folders), diskPerTurn, memory };
});

async function rounds(count: number, measure: () => Promise<Pair>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < count; round++) pairs.push(await measure());
  return pairs;
}

/** Turns of a young dialog; every one is followed by its floor. */
async function turns({ runtime, floor }: Bench, count: number): Promise<Pair> {
  const dialog = await newRoot(runtime, models.plain);
  const ours: number[] = [];
  const floors: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const request = await requestOf(runtime, dialog, models.plain, text);
    ours.push(await timed(() => converse(runtime, dialog, text)));
    floors.push(await timed(() => floor.callAndStore(request)));
  }
  return { ms: median(ours), floorMs: median(floors) };
}

/** Delegations; each is followed by its three calls, one after another. */
async function delegations({ runtime, floor }: Bench, count: number): Promise<Pair> {
  const dialog = await newRoot(runtime, models.tellask);
  const ours: number[] = [];
  const floors: number[] = [];
  for (let index = 0; index < count; index++) {
    const first = await requestOf(runtime, dialog, models.tellask, delegating);
    ours.push(await timed(() => converse(runtime, dialog, delegating, 2)));
    const helper = (await requestsBelow(runtime, dialog, index + 1)).at(-1);
    const last = await requestOf(runtime, dialog, models.tellask);
    if (helper === undefined) throw new Error('a subdialog was to be made');
    floors.push(
      await timed(async () => {
        for (const request of [first, helper, last]) await floor.call(request);
      }),
    );
  }
  return { ms: median(ours), floorMs: median(floors) };
}

/** Fifty subdialogs at once, and then the same calls side by side, a line each. */
async function fan({ runtime, floor }: Bench): Promise<Pair> {
  const dialog = await newRoot(runtime, models.tellask);
  const first = await requestOf(runtime, dialog, models.tellask, fanning);
  const ms = await timed(() => converse(runtime, dialog, fanning, 2));
  await runtime.settled(dialog.rootId);
  const last = await requestOf(runtime, dialog, models.tellask);
  const requests = await requestsBelow(runtime, dialog, 50);
  const floorMs = await timed(async () => {
    await floor.callAndStore(first);
    await Promise.all(requests.map(request => floor.callAndStore(request)));
    await floor.callAndStore(last);
  });
  return { ms, floorMs };
}

/** Words to a root whose fifty subdialogs stay at work: each is answered in an aside. */
async function asides({ runtime }: Bench, count: number): Promise<number> {
  const dialog = await newRoot(runtime, models.tellask);
  const isStart = (event: FeedEvent) => event.type === 'recorded' && event.record.kind === 'generationStarted';
  const working = untilEvents(runtime, 51, isStart);
  await say(runtime, dialog, `${askHeld}.`);
  await working;
  const isOwn = (event: FeedEvent) => event.selfId === dialog.selfId;
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = untilEvents(runtime, 1, event => isOwn(event) && isStart(event));
    const ended = untilEvents(runtime, 1, event => event.type === 'recorded' && event.record.kind === 'asideEnded');
    times.push(
      await timed(async () => {
        await say(runtime, dialog, 'How far are you?');
        await started;
      }),
    );
    await ended;
  }
  await runtime.perform({ kind: 'stop', dialog, tree: true });
  return median(times);
}

function untilEvents(runtime: Runtime, count: number, isMeant: (event: FeedEvent) => boolean): Promise<void> {
  let left = count;
  return new Promise(resolve => {
    const following = runtime.subscribe(event => {
      if (!isMeant(event) || --left > 0) return;
      following.dispose();
      resolve();
    });
  });
}

async function makeFolders(folder: string): Promise<void> {
  mkdirSync(folder);
  for (let index = 0; index < 50; index++) {
    const own = path.join(folder, String(index));
    mkdirSync(own);
    closeSync(openSync(path.join(own, 'course-001.jsonl'), 'a'));
  }
}

async function requestsBelow(runtime: Runtime, { rootId }: DialogRef, count: number): Promise<Request[]> {
  const found = await runtime.tree(rootId);
  if (!found.ok || found.tree.children.length !== count) throw new Error(`${count} subdialogs were to be made`);
  return Promise.all(found.tree.children.map(child => requestOf(runtime, child, models.plain)));
}

/** A long reply to the disk and into a panel, whose messages are serialised as the editor does. */
async function longStream({ runtime, floor }: Bench): Promise<Pair> {
  const dialog = await newRoot(runtime, models.stream);
  const request = await requestOf(runtime, dialog, models.stream, text);
  const view = await openView(runtime, dialog);
  const ms = await timed(() => converse(runtime, dialog, text));
  view.close();
  let chunks = 0;
  const floorMs = await timed(async () => {
    chunks = await floor.callAndStore(request);
  });
  if (chunks < CHUNKS) throw new Error(`the stream had ${chunks} chunks`);
  return { ms, floorMs };
}

async function openView(runtime: Runtime, dialog: DialogRef): Promise<{ close(): void }> {
  let posted = 0;
  const feed = new PanelFeed({
    dialog,
    words: refusal => sayRefusalInSentences(refusal, 'en'),
    post: message => {
      posted += JSON.stringify(message).length;
    },
    takeSnapshot: () => takeSnapshot(runtime, { dialog, language: 'en', scripted: false }),
    onError: error => {
      throw error;
    },
    timer: (ms, work) => {
      const timer = setTimeout(work, ms);
      return { dispose: () => clearTimeout(timer) };
    },
  });
  const following = runtime.subscribe(event => feed.receive(event));
  await feed.open();
  return {
    close() {
      feed.close();
      following.dispose();
      if (posted < CHUNKS * 5) throw new Error('the view has not got the whole stream');
    },
  };
}

/** Everything that `.dialogs/` grows by, over enough turns for lines of lists to be counted too. */
async function measureDisk({ runtime, rtws }: Bench): Promise<number> {
  const dialog = await newRoot(runtime, models.plain);
  await converse(runtime, dialog, text);
  // Of this dialog and of what all share: other trees may still be at the folders of their subdialogs.
  const dialogs = path.join(rtws, '.dialogs');
  const taken = () =>
    folderBytes(dialogs) -
    folderBytes(path.join(dialogs, 'run')) +
    folderBytes(path.join(dialogs, 'run', dialog.rootId));
  const before = taken();
  const count = 50;
  for (let turn = 0; turn < count; turn++) await converse(runtime, dialog, text);
  return (taken() - before) / count;
}
