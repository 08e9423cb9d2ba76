// Plays a random history of workers at a store: they make, claim, write and let go of trees, lose their leases and come
// back without knowing it, and lose answers of the server. The same seed gives the same history.
import type { RootId } from '../../../src/core/base/ids.ts';
import { type AppendQueue, createAppendQueue } from '../../../src/store/postgres/append-queue.ts';
import { seeded } from '../../chaos/seeded.ts';
import type { Engine } from './simulated-engine.ts';

export interface History {
  readonly workers: number;
  readonly trees: number;
  readonly steps: number;
  readonly seed: number;
}

export interface Played {
  /** What each step came to, in words. */
  readonly outcomes: readonly string[];
  /** Bodies of the records that were acknowledged to their worker, by tree. */
  readonly acknowledged: ReadonlyMap<RootId, readonly string[]>;
}

class AnswerLost extends Error {}

interface Worker {
  readonly queue: AppendQueue;
  /** Epochs of the trees that it believes to hold. */
  readonly held: Map<RootId, number>;
  /** The next statement is carried out, or is not, and its answer gets lost. */
  loss: 'carried out' | 'not carried out' | undefined;
}

export async function playHistory(engine: Engine, { workers: count, trees, steps, seed }: History): Promise<Played> {
  const random = seeded(seed);
  const pick = (from: number) => Math.floor(random() * from);
  const workers = Array.from({ length: count }, (_, number) => createWorker(engine, number));
  const acknowledged = new Map<RootId, string[]>();
  const outcomes: string[] = [];
  for (let step = 0; step < steps; step++) {
    const number = pick(count);
    const worker = workers[number] as Worker;
    const root = `r${pick(trees)}` as RootId;
    const outcome = await act(engine, { worker, number, root, step, kind: random(), loss: random(), acknowledged });
    outcomes.push(`${step} w${number} ${root}: ${outcome}`);
  }
  return { outcomes, acknowledged };
}

interface Act {
  readonly worker: Worker;
  readonly number: number;
  readonly root: RootId;
  readonly step: number;
  /** 0..1 each. */
  readonly kind: number;
  readonly loss: number;
  readonly acknowledged: Map<RootId, string[]>;
}

async function act(engine: Engine, { worker, number, root, step, kind, loss, acknowledged }: Act): Promise<string> {
  if (kind < 0.03) {
    await engine.expire(number);
    return 'loses its lease';
  }
  if (kind < 0.06) {
    await engine.beat(number);
    return 'beats';
  }
  // Rather one of its own than one of all: otherwise most steps would do nothing.
  const own = [...worker.held.keys()];
  const chosen = kind > 0.4 && own.length > 0 ? (own[step % own.length] as RootId) : root;
  const epoch = worker.held.get(chosen);
  if (epoch === undefined) return take(engine, { worker, number, root: chosen, step, acknowledged });
  if (kind > 0.93) {
    worker.held.delete(chosen);
    worker.queue.close(chosen);
    await engine.release(number, chosen, epoch);
    return `lets ${chosen} go`;
  }
  worker.loss = loss < 0.1 ? 'carried out' : loss < 0.2 ? 'not carried out' : undefined;
  return `writes ${chosen}: ${await write(worker, chosen, [`${step}a`, `${step}b`].slice(step % 2), acknowledged)}`;
}

/** Claims a tree, or makes it when there is none. */
async function take(
  engine: Engine,
  { worker, number, root, step, acknowledged }: Pick<Act, 'worker' | 'number' | 'root' | 'step' | 'acknowledged'>,
): Promise<string> {
  const claim = await engine.claim(number, root, [...worker.held.keys()]);
  if (claim) {
    worker.held.set(root, claim.epoch);
    worker.queue.open(root, claim);
    return `claims epoch ${claim.epoch} at ${claim.seq}, ${claim.takeovers} takeovers`;
  }
  if (acknowledged.has(root)) return 'is refused';
  worker.held.set(root, 1);
  worker.queue.open(root, { epoch: 1, seq: 0 }, { rtws: 'shop' });
  return `makes it: ${await write(worker, root, [`${step}`], acknowledged)}`;
}

async function write(
  worker: Worker,
  root: RootId,
  bodies: readonly string[],
  acknowledged: Map<RootId, string[]>,
): Promise<string> {
  const records = bodies.map((body, index) => ({
    dialog: root,
    course: 1,
    body,
    opens: index === 0,
    ...(body.endsWith('b') && { endsWell: true as const }),
  }));
  try {
    worker.queue.append(root, records);
    await worker.queue.stored(root);
    acknowledged.set(root, [...(acknowledged.get(root) ?? []), ...bodies]);
    return 'stored';
  } catch (error) {
    worker.held.delete(root);
    return (error as { code?: string }).code ?? String(error);
  }
}

function createWorker(engine: Engine, number: number): Worker {
  const port = engine.port(number);
  const held = new Map<RootId, number>();
  const queue = createAppendQueue({
    port: {
      places: port.places,
      async append(batch) {
        const { loss } = worker;
        worker.loss = undefined;
        if (loss === 'not carried out') throw new AnswerLost();
        const stored = await port.append(batch);
        if (loss === 'carried out') throw new AnswerLost();
        return stored;
      },
    },
    isAway: error => error instanceof AnswerLost,
    onAway() {},
    onLost() {},
    onStored() {},
    pause: async () => {},
  });
  const worker: Worker = { queue, held, loss: undefined };
  return worker;
}
