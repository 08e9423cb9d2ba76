// Figures of the engine alone: two processes' storages at a durable server of this machine.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { invariant } from '../../src/core/base/assert.ts';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { after } from '../../src/runtime/clock/after.ts';
import { migrateStore } from '../../src/runtime.ts';
import { diskFiles } from '../../src/store/disk-files.ts';
import { openCourseFiles } from '../../src/store/files/courses/course-files.ts';
import { parseStoreAddress } from '../../src/store/postgres/address.ts';
import { type Link, openLink } from '../../src/store/postgres/link.ts';
import { openPostgresStorage } from '../../src/store/postgres/storage.ts';
import type { OpenStorage } from '../../src/store/storage.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { median, timed, timedEach } from './stats.ts';

/** Milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

interface Place {
  readonly url: string;
  /** One process: `drives` or only looks. */
  attach(as: 'writer' | 'reader'): Promise<OpenStorage>;
}

/** What a sync of a cloud's volume takes more than one of a local disk, in milliseconds. */
const SYNC_DELAY_MS = 2;
const cloudVolume = { syncDelayMs: SYNC_DELAY_MS };

/**
 * Runs work at an empty store of a server of its own. Each sync of it takes `syncDelayMs` more than the disk of this
 * machine needs.
 */
export async function atStore<T>(work: (place: Place) => Promise<T>, { syncDelayMs = 0 } = {}): Promise<T> {
  const server = await startPostgres({
    durable: true,
    settings: [`commit_delay=${syncDelayMs * 1_000}`, 'commit_siblings=0'],
  });
  const url = server.url('bench');
  const ends: (() => Promise<unknown>)[] = [];
  let ids = 0;
  const attach = async (as: 'writer' | 'reader') => {
    const opened = await openPostgresStorage({
      url,
      rtws: 'bench',
      besideWorkers: true,
      newId: () => `bench-${++ids}`,
      after,
      elapsed: () => performance.now(),
    });
    invariant(opened.ok, 'the store opens');
    ends.unshift(() => opened.storage.close());
    if (as === 'reader') return opened.storage.open({ kind: 'reader' });
    const leased = await opened.storage.acquire(`lease-${++ids}`);
    invariant(leased.ok, 'the lease is given');
    return opened.storage.open({ kind: 'writer', lease: leased.lease });
  };
  try {
    invariant((await migrateStore(url)).ok, 'the tables are made');
    await makeLogFiles(url);
    return await work({ url, attach });
  } finally {
    for (const end of ends) await end();
    await server.stop();
  }
}

/**
 * `one`: an append to a single tree, in the middle. `many`: 99 of 100 while 100 trees append; of five rounds the middle
 * one, because a disk of a virtual machine stands still for tens of milliseconds now and then.
 */
export function measureAppends(): Promise<{ floorMs: number; oneMs: number; manyMs: number }> {
  return atStore(async ({ url, attach }) => {
    const open = await attach('writer');
    const roots = Array.from({ length: 100 }, (_, index) => begin(open, `a-${index}`));
    await Promise.all(roots.map(root => stored(open, root)));
    const [first] = roots as [RootId];
    const append = (root: RootId) => (index: number) => {
      say(open, root, index + 2);
      return stored(open, root);
    };
    await timedEach(50, append(first));
    const oneMs = median(await timedEach(300, append(first)));
    const eachOf = (others: readonly RootId[]) => Promise.all(others.map(root => timedEach(50, append(root))));
    await eachOf(roots.slice(1));
    const rounds: number[] = [];
    while (rounds.length < 5) rounds.push(spread((await eachOf(roots.slice(1))).flat()).p99);
    return { floorMs: (await selectMs(url)) + syncMs(), oneMs, manyMs: median(rounds) };
  }, cloudVolume);
}

export function measureNews(): Promise<{ seen: Spread; intentMs: number; floorMs: number }> {
  return atStore(async ({ url, attach }) => {
    const [driving, looking] = [await attach('writer'), await attach('reader')];
    const root = begin(driving, 'n-1');
    await stored(driving, root);
    let news = Promise.withResolvers<void>();
    const following = looking.follow(() => news.resolve());
    const tail = following.tail(root);
    following.watch([root]);
    const seen = await timedEach(100, async index => {
      news = Promise.withResolvers();
      say(driving, root, index + 2);
      await stored(driving, root);
      for (;;) {
        await news.promise;
        news = Promise.withResolvers();
        await following.catchUp?.();
        if (tail.look(() => true).length > 0) return;
      }
    });
    let heard = Promise.withResolvers<void>();
    const watch = driving.watchHandover(() => heard.resolve());
    const intents = await timedEach(100, async index => {
      heard = Promise.withResolvers();
      const msgId = `m-${index}`;
      await looking.handover.put({ kind: 'stop', dialog: rootRef(root), tree: true, msgId, to: '', at: '' });
      await heard.promise;
      driving.handover.remove(msgId);
    });
    watch.close();
    following.close();
    return { seen: spread(seen), intentMs: median(intents), floorMs: (await selectMs(url)) + syncMs() };
  }, cloudVolume);
}

/** `folder`: where the same tree is as files. */
export function measureOpening(folder: string): Promise<{ ms: number; floorMs: number }> {
  return atStore(async ({ attach }) => {
    const driving = await attach('writer');
    const root = begin(driving, 'o-1');
    const files = openCourseFiles({ rtws: path.join(folder, 'opening'), files: diskFiles, readOnly: false });
    files.append({ ...rootRef(root), course: 1 }, [created(root)]);
    for (let n = 2; n <= 5_000; n++) {
      say(driving, root, n);
      files.append({ ...rootRef(root), course: 1 }, [said(n)]);
    }
    await stored(driving, root);
    const looking = await attach('reader');
    const times: { ms: number; floorMs: number }[] = [];
    for (let round = 0; round < 25; round++) {
      const ms = await timed(() => looking.dialogs.load(root, 'toRead'));
      times.push({ ms, floorMs: await timed(async () => files.loadTree(root)) });
    }
    files.close();
    return { ms: median(times.map(({ ms }) => ms)), floorMs: median(times.map(({ floorMs }) => floorMs)) };
  });
}

function begin(open: OpenStorage, name: string): RootId {
  const root = name as RootId;
  open.dialogs.append({ ...rootRef(root), course: 1 }, [created(root)]);
  return root;
}

function say(open: OpenStorage, root: RootId, n: number): void {
  open.dialogs.append({ ...rootRef(root), course: 1 }, [said(n)]);
}

async function stored(open: OpenStorage, root: RootId): Promise<void> {
  await open.dialogs.stored?.(root);
}

const at = '2026-01-01T00:00:00.000Z';

function created(rootId: RootId): CourseRecord {
  const identity = {
    kind: 'root',
    rootId,
    selfId: rootId,
    agentId: 'lead',
    taskDocPath: 't.tsk',
    createdAt: at,
    dialect: 'tellask',
    mode: 'chat',
  };
  return { v: 1, at, n: 1, kind: 'dialogCreated', identity } as unknown as CourseRecord;
}

function said(n: number): CourseRecord {
  return {
    v: 1,
    at,
    n,
    kind: 'userSaid',
    msgId: `m-${n}`,
    content: 'some words of a person '.repeat(10),
  } as unknown as CourseRecord;
}

function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(times), p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

async function selectMs(url: string): Promise<number> {
  return withLink(url, async link => {
    await timedEach(50, () => link.query('select 1'));
    return median(await timedEach(300, () => link.query('select 1')));
  });
}

/**
 * Makes files of the write-ahead log beforehand, as a server that runs for a while has them: a new one fills each with
 * zeros in the middle of a commit.
 */
async function makeLogFiles(url: string): Promise<void> {
  await withLink(url, async link => {
    for (let file = 0; file < 6; file++) {
      await link.query("select pg_logical_emit_message(false, 'bench', '')");
      await link.query('select pg_switch_wal()');
    }
    await link.query('checkpoint');
  });
}

async function withLink<T>(url: string, work: (link: Link) => Promise<T>): Promise<T> {
  const parsed = parseStoreAddress(url);
  invariant(parsed.ok, 'the address is one');
  const link = openLink({ address: parsed.address });
  try {
    return await work(link);
  } finally {
    await link.close();
  }
}

/**
 * One fdatasync of a few hundred bytes on the disk of temporary files, where the server's data is, as slow as that
 * server's.
 */
function syncMs(): number {
  const file = openSync(path.join(process.env.TMPDIR ?? '/tmp', `bench-sync-${process.pid}`), 'a');
  const times = Array.from({ length: 100 }, () => {
    const before = performance.now();
    writeSync(file, 'x'.repeat(400));
    fdatasyncSync(file);
    return performance.now() - before;
  });
  closeSync(file);
  return median(times) + SYNC_DELAY_MS;
}
