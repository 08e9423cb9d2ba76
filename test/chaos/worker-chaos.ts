// Four real workers at a real PostgreSQL server with a synchronous standby. Each second something happens to them,
// drawn from a seed: a worker is killed and replaced, one is stopped and continued, all connections are cut; once the
// primary is killed and the standby promoted.
import { setTimeout as wait } from 'node:timers/promises';
import { migrateStore } from '../../src/runtime.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { seeded } from './seeded.ts';
import {
  type Ask,
  askAt,
  brokenTrees,
  continueLeft,
  leftOver,
  paintingFolder,
  standing,
  startRoots,
} from './worker-story.ts';

export interface WorkerChaos {
  readonly roots: number;
  /** Things that happen, one each second. */
  readonly blows: number;
  readonly seed: number;
}

export interface ChaosEnd {
  /** What was done to them, by name. */
  readonly done: Readonly<Record<string, number>>;
  /** What is wrong with the trees. */
  readonly broken: readonly string[];
  /** Trees that asked for their person on the way. */
  readonly continued: number;
  readonly seconds: number;
}

const WORKERS = 4;
const SCHEMA = 'chaos';
/** Longer than a lease: others take over. */
const LONG_STOP_MS = 12_000;
const SHORT_STOP_MS = 1_500;
const LOOK_MS = 500;
/** Three leases without a record or a claim: no worker comes back to what is left. */
const STILL_MS = 30_000;

export async function playWorkers({ roots, blows, seed }: WorkerChaos): Promise<ChaosEnd> {
  const began = performance.now();
  const servers = await startPair();
  const workspace = await makeTempWorkspace(paintingFolder);
  const url = `postgres://dominds@127.0.0.1:${servers.primary.port},127.0.0.1:${servers.standby.port}/postgres?schema=${SCHEMA}`;
  const query = askAt(() => servers.port(), SCHEMA);
  const workers: Program[] = [];
  const hire = () => void workers.push(new Program(workspace.folder, { DOMINDS_STORE: url }, ['work', '--room', '60']));
  try {
    await migrateStore(url);
    await startRoots(workspace.folder, url, roots);
    for (let n = 0; n < WORKERS; n++) hire();
    await Promise.all(workers.map(({ serves }) => serves.promise));
    const done = await strike({ blows, random: seeded(seed), workers, hire, servers, query });
    const continued = await untilEnded({ rtws: workspace.folder, url, roots, query });
    const broken = await brokenTrees(workspace.folder, url, query);
    return { done, broken, continued, seconds: (performance.now() - began) / 1000 };
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await servers.stop();
    await workspace.remove();
  }
}

interface Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Of the one that takes writes. */
  port(): number;
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

async function startPair(): Promise<Pair> {
  const primary = await startPostgres({ durable: true });
  const standby = await startPostgres({ durable: true, standbyOf: primary });
  // A commit waits for the standby: what was acknowledged survives the loss of the primary.
  await primary.run(`alter system set synchronous_standby_names to '*'`, 'select pg_reload_conf()');
  let isFailedOver = false;
  return {
    primary,
    standby,
    port: () => (isFailedOver ? standby.port : primary.port),
    async failOver() {
      await primary.kill();
      await standby.run(
        'select pg_promote(true)',
        'alter system reset synchronous_standby_names',
        'select pg_reload_conf()',
      );
      isFailedOver = true;
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

interface Strike {
  readonly blows: number;
  readonly random: () => number;
  readonly workers: Program[];
  readonly hire: () => void;
  readonly servers: Pair;
  readonly query: Ask;
}

async function strike({ blows, random, workers, hire, servers, query }: Strike): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  const stopped = new Set<Program>();
  const awake = () =>
    workers.filter(
      worker => worker.child.exitCode === null && worker.child.signalCode === null && !stopped.has(worker),
    );
  const pick = () => awake()[Math.floor(random() * awake().length)];
  const pause = (ms: number) => {
    const worker = pick();
    if (!worker) return;
    stopped.add(worker);
    worker.child.kill('SIGSTOP');
    setTimeout(() => {
      worker.child.kill('SIGCONT');
      stopped.delete(worker);
    }, ms);
  };
  const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
    async killed() {
      pick()?.child.kill('SIGKILL');
      hire();
    },
    'stopped shortly': async () => pause(SHORT_STOP_MS),
    'stopped longer than a lease': async () => pause(LONG_STOP_MS),
    'cut off': () =>
      query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'dominds%' and pid <> pg_backend_pid()`,
      ),
  };
  const names = Object.keys(deeds);
  for (let blow = 0; blow < blows; blow++) {
    await wait(1_000);
    const isFailOver = blow === Math.floor(blows / 2);
    const name = isFailOver
      ? 'primary killed, standby promoted'
      : (names[Math.floor(random() * names.length)] ?? 'killed');
    await (isFailOver ? servers.failOver() : deeds[name]?.());
    done[name] = (done[name] ?? 0) + 1;
  }
  while (stopped.size > 0) await wait(LOOK_MS);
  return done;
}

/** Waits until every tree has ended; gives how many had to be continued by a person. */
async function untilEnded({
  rtws,
  url,
  roots,
  query,
}: {
  readonly rtws: string;
  readonly url: string;
  readonly roots: number;
  readonly query: Ask;
}): Promise<number> {
  let continued = 0;
  let last = '';
  let movedAt = performance.now();
  for (let idle = 0; ; ) {
    await wait(LOOK_MS);
    const { ended, underWay, place } = await standing(query);
    if (ended === roots) return continued;
    if (place !== last) movedAt = performance.now();
    last = place;
    if (performance.now() - movedAt > STILL_MS)
      throw new Error(`nothing moves any more: ${JSON.stringify(await leftOver(query), undefined, 1)}`);
    idle = underWay === 0 ? idle + 1 : 0;
    if (idle < 4) continue;
    const now = await continueLeft(rtws, url);
    if (now === 0)
      throw new Error(`nothing is left to do in trees that have not ended: ${JSON.stringify(await leftOver(query))}`);
    continued += now;
    idle = 0;
  }
}
