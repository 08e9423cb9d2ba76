// The limits of a draft dialogue that people may set, each with its default and range (SPEC 15.4-15.10). Numbers out of
// range are faults as data, never errors.
import type { FactOf } from '../base/fact.ts';
import type { FileFaults } from '../facts/file-faults.ts';

export interface DraftLimits {
  /** Visible drafts. */
  readonly bufferSize: number;
  /** Accepted exchanges that the mind sees. */
  readonly historyPairs: number;
  /** Steps for one message, or for one time the person asks to go on. */
  readonly maxIterations: number;
  /** Steps without anything new before the loop pauses. */
  readonly quietSteps: number;
  /** Whether the mind keeps thinking when no message is pending. */
  readonly idleThinking: boolean;
  /** Newest thoughts that can be sampled, and how many a step shows. */
  readonly poolSize: number;
  readonly poolSample: number;
  /** Cosine distance under which thoughts belong together, and how many of them make a cluster. */
  readonly clusterDistance: number;
  readonly clusterSize: number;
  /** Quiet steps after which the latest draft is accepted by itself; 0 is off. */
  readonly autoAccept: number;
  /** Whether a draft may be continued in a dialog of its own. */
  readonly branches: boolean;
  /** Seed of the samples; absent: from the dialog's id. */
  readonly seed?: number;
  /** Model of the provider's embeddings endpoint; absent: vectors are made here. */
  readonly embeddingsModel?: string;
}

type NumberKey = { [K in keyof DraftLimits]-?: DraftLimits[K] extends number ? K : never }[keyof DraftLimits];

export const defaultDraftLimits: DraftLimits = {
  bufferSize: 5,
  historyPairs: 10,
  maxIterations: 20,
  quietSteps: 3,
  idleThinking: false,
  poolSize: 50,
  poolSample: 5,
  clusterDistance: 0.3,
  clusterSize: 3,
  autoAccept: 0,
  branches: false,
};

/** How a number is spelled in `.minds/draft.yaml` and in the settings, and what it may be. */
export interface LimitRange {
  readonly key: NumberKey | 'seed';
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

const count = (key: LimitRange['key'], max: number, min = 0): LimitRange => ({ key, min, max, whole: true });

export const limitRanges: Readonly<Record<string, LimitRange>> = {
  draft_buffer_size: count('bufferSize', 1000),
  history_pairs: count('historyPairs', 10_000),
  draft_max_iterations: count('maxIterations', 100_000),
  quiet_steps: count('quietSteps', 1000),
  pool_size: count('poolSize', 100_000),
  pool_sample: count('poolSample', 1000),
  cluster_distance: { key: 'clusterDistance', min: 0, max: 2, whole: false },
  cluster_size: count('clusterSize', 1000, 2),
  auto_accept: count('autoAccept', 1000),
  seed: count('seed', 0xffff_ffff),
};

/** One fault of the settings; `name` is the key. */
export type LimitFault = FactOf<Pick<FileFaults, 'bad-flag' | 'bad-model-name' | 'bad-number' | 'unknown-limit'>>;

/** Reads settings by their keys. Invalid ones keep their default and are reported. */
export function readDraftLimits(given: Readonly<Record<string, unknown>>): {
  readonly limits: Partial<DraftLimits>;
  readonly problems: readonly LimitFault[];
} {
  const limits: Record<string, unknown> = {};
  const problems: LimitFault[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const read = readLimit(key, value);
    if ('id' in read) problems.push(read);
    else limits[read.key] = read.value;
  }
  return { limits: limits as Partial<DraftLimits>, problems };
}

type Read = { readonly key: keyof DraftLimits; readonly value: unknown } | LimitFault;

function readLimit(key: string, value: unknown): Read {
  if (key === 'idle_thinking' || key === 'branch_from_draft') {
    if (typeof value !== 'boolean') return { id: 'bad-flag', name: key };
    return { key: key === 'idle_thinking' ? 'idleThinking' : 'branches', value };
  }
  if (key === 'embeddings_model') {
    if (typeof value === 'string' && value.trim() !== '') return { key: 'embeddingsModel', value: value.trim() };
    return { id: 'bad-model-name', name: key };
  }
  const range = Object.hasOwn(limitRanges, key) ? limitRanges[key] : undefined;
  if (!range) return { id: 'unknown-limit', name: key };
  const isFine = typeof value === 'number' && value >= range.min && value <= range.max;
  if (isFine && (!range.whole || Number.isInteger(value))) return { key: range.key, value };
  const { whole, min, max } = range;
  return { id: 'bad-number', name: key, whole, min, max };
}
