// Where new thoughts belong: their vectors, and the clusters that they join (SPEC 15.9). What is kept here is only
// remembered: vectors are made of the texts, or were recorded when the endpoint gave them.

import type { DraftStep } from '../../core/draft/record.ts';
import {
  addVectors,
  joinClusters,
  type PlacedThought,
  textVector,
  toUnit,
  type Vector,
} from '../../core/draft/rules.ts';
import { type DraftState, lastOf } from '../../core/draft/state.ts';
import { untilAborted } from '../../llm/http/until-aborted.ts';
import type { Model } from '../../llm/models/choose-model.ts';
import type { Dialog } from '../driver-context.ts';
import { watchRequest } from '../generate/silence.ts';
import { untilStored } from '../stored.ts';
import { limitsOf } from './prompt.ts';

/** Loose thoughts that are compared with each other; an unlimited pool may hold thousands. */
const LOOSE_MAX = 200;

export interface NewThoughts {
  readonly draft: DraftState;
  readonly thoughts: readonly { readonly id: number; readonly text: string }[];
  readonly model: Pick<Model, 'provider' | 'patience'>;
  readonly signal: AbortSignal;
}

/** New thoughts as they are recorded, and who joins which cluster. Thoughts without a vector stay loose. */
export async function clusterThoughts(
  dialog: Dialog,
  made: NewThoughts,
): Promise<Pick<DraftStep, 'thoughts' | 'joinings' | 'embeddings'>> {
  const { ctx } = dialog.tree;
  const { draft, thoughts } = made;
  if (thoughts.length === 0) return { thoughts, joinings: [] };
  const { clusterDistance: distance, clusterSize: size, poolSize, embeddingsModel } = limitsOf(ctx);
  const model = made.model.provider.embed ? embeddingsModel : undefined;
  const space = spaceOf(dialog, model);
  const vectors = model === undefined ? thoughts.map(({ text }) => textVector(text)) : await embed(dialog, made, model);
  const added = thoughts.flatMap(({ id }, at): PlacedThought[] => {
    const vector = vectors[at];
    return vector ? [{ id, vector }] : [];
  });
  const loose = draft.thoughts.flatMap(({ id, cluster }): PlacedThought[] => {
    const vector = space.vectors.get(id);
    return vector && cluster === undefined ? [{ id, vector }] : [];
  });
  const candidates = lastOf(lastOf([...loose, ...added], poolSize), LOOSE_MAX);
  const nextId = draft.clusters.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
  return {
    thoughts: model === undefined ? thoughts : thoughts.map((thought, at) => withVector(thought, vectors[at])),
    joinings: joinClusters(space.sums, candidates, { distance, size, nextId }),
    ...(model !== undefined && { embeddings: model }),
  };
}

/** A server that refuses costs the clusters of this step, not the step. */
async function embed(
  { tree }: Dialog,
  { thoughts, model: { provider, patience }, signal }: NewThoughts,
  model: string,
): Promise<readonly Vector[]> {
  const { ctx } = tree;
  const stored = untilStored(tree);
  if (stored) await stored;
  const texts = thoughts.map(({ text }) => text);
  const watch = watchRequest(ctx.timers, patience, { signal });
  try {
    const asking = provider.embed?.({ model, texts }, watch.signal);
    const answer = asking && (await untilAborted(asking, watch.signal));
    if (answer?.kind === 'vectors') return answer.vectors.map(toUnit);
    const failure = watch.expired() ?? answer?.failure;
    if (failure && !signal.aborted) ctx.log.error(`thoughts could not be compared: ${failure.message}`);
    return [];
  } finally {
    watch.end();
  }
}

type Thought = DraftStep['thoughts'][number];

function withVector(thought: Thought, vector: Vector | undefined): Thought {
  if (!vector) return thought;
  const bytes = Int8Array.from(vector, value => Math.round(value * 127));
  return { ...thought, vector: Buffer.from(bytes.buffer).toString('base64') };
}

function recordedVector({ vector }: Thought): Vector | undefined {
  if (vector === undefined) return undefined;
  const bytes = Buffer.from(vector, 'base64');
  return toUnit([...new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)]);
}

/** All that the course says of its thoughts in one kind of vectors, taken in one record at a time. */
interface Space {
  readonly course: number;
  /** Of the embeddings; `undefined` for vectors made here. Vectors of two kinds are never compared. */
  readonly model: string | undefined;
  taken: number;
  readonly vectors: Map<number, Vector>;
  /** Sums of the members' vectors. */
  readonly sums: Map<number, Vector>;
}

const spaces = new WeakMap<Dialog, Space>();

function spaceOf(dialog: Dialog, model: string | undefined): Space {
  const { course } = dialog.state;
  const known = spaces.get(dialog);
  const isKnown = known?.course === course && known.model === model;
  const space: Space = isKnown ? known : { course, model, taken: 0, vectors: new Map(), sums: new Map() };
  spaces.set(dialog, space);
  for (; space.taken < dialog.records.length; space.taken++) {
    const record = dialog.records[space.taken];
    if (record?.kind === 'draftStepped') takeIn(space, record);
  }
  return space;
}

function takeIn({ model, vectors, sums }: Space, { thoughts, joinings, embeddings }: DraftStep): void {
  for (const thought of thoughts) {
    const recorded = embeddings === model ? recordedVector(thought) : undefined;
    const vector = model === undefined ? textVector(thought.text) : recorded;
    if (vector) vectors.set(thought.id, vector);
  }
  for (const { thought, cluster } of joinings) {
    const vector = vectors.get(thought);
    if (vector) sums.set(cluster, addVectors(sums.get(cluster), vector));
  }
}
