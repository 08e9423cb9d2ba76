// Groups related thoughts (SPEC 15.9). Append-only: a thought joins at most one cluster and stays there, and an id is
// never reused. The outcome is recorded, so vectors are needed for new thoughts only.
import { cosineDistance, toUnit, type Vector } from './vectors.ts';

/** A thought as a direction. */
export interface PlacedThought {
  readonly id: number;
  readonly vector: Vector;
}

/** A thought that joins a cluster. */
export interface Joining {
  readonly thought: number;
  readonly cluster: number;
}

export interface ClusterRules {
  /** Closer than this belongs together. */
  readonly distance: number;
  /** Thoughts that make a new cluster. */
  readonly size: number;
  /** The id of the next new cluster. */
  readonly nextId: number;
}

/** Sums of the members' vectors by cluster id: the direction of a sum is that of the centroid. */
export type Centroids = ReadonlyMap<number, Vector>;

/** Assigns thoughts: first to the nearest cluster, else to a new one with other loose thoughts; until nothing moves. */
export function joinClusters(centroids: Centroids, loose: readonly PlacedThought[], rules: ClusterRules): Joining[] {
  const sums = new Map(centroids);
  const directions = new Map([...sums].map(([id, sum]) => [id, toUnit(sum)]));
  const joinings: Joining[] = [];
  let left: readonly LooseThought[] = loose
    .filter(({ vector }) => vector.some(value => value !== 0))
    .map((thought, place) => ({ ...thought, place }));
  let { nextId } = rules;
  const isNear = nearness(left.length, rules.distance);
  const join = (thought: LooseThought, cluster: number) => {
    const sum = addVectors(sums.get(cluster), thought.vector);
    sums.set(cluster, sum);
    directions.set(cluster, toUnit(sum));
    joinings.push({ thought: thought.id, cluster });
    left = left.filter(each => each !== thought);
  };
  for (;;) {
    for (const thought of left) {
      const cluster = nearestCluster(directions, thought.vector, rules.distance);
      if (cluster !== undefined) join(thought, cluster);
    }
    const group = findGroup(left, rules.size, isNear);
    if (!group) return joinings;
    for (const thought of group) join(thought, nextId);
    nextId += 1;
  }
}

/** A cluster's sum with one member more. */
export function addVectors(sum: Vector | undefined, vector: Vector): Vector {
  return sum === undefined ? vector : sum.map((value, at) => value + (vector[at] ?? 0));
}

/** The older of two that are equally near. */
function nearestCluster(directions: Centroids, vector: Vector, within: number): number | undefined {
  let nearest: { readonly id: number; readonly distance: number } | undefined;
  for (const [id, direction] of directions) {
    const distance = cosineDistance(direction, vector);
    if (distance < within && (nearest === undefined || distance < nearest.distance)) nearest = { id, distance };
  }
  return nearest?.id;
}

interface LooseThought extends PlacedThought {
  /** Its number among those that are compared. */
  readonly place: number;
}

/** Whether two thoughts are near each other. */
type IsNear = (a: LooseThought, b: LooseThought) => boolean;

/** Compares any two of so many thoughts once at most. */
function nearness(count: number, distance: number): IsNear {
  const known = new Int8Array(count ** 2);
  return (a, b) => {
    const pair = a.place * count + b.place;
    if (known[pair] === 0) known[pair] = cosineDistance(a.vector, b.vector) < distance ? 1 : -1;
    return known[pair] === 1;
  };
}

/**
 * How many pairs the search for one group may look at; only large groups among very many half-near thoughts need more.
 */
const MAX_LOOKS = 2_000_000;

/**
 * The first group, by age, in which every one is near every other; as large as can be from its beginning. Undefined,
 * too, when the search takes too long: the thoughts stay loose then.
 */
function findGroup(
  loose: readonly LooseThought[],
  size: number,
  isNearTo: IsNear,
): readonly LooseThought[] | undefined {
  let looks = 0;
  const isNear: IsNear = (a, b) => {
    looks += 1;
    return isNearTo(a, b);
  };
  const grow = (
    group: readonly LooseThought[],
    candidates: readonly LooseThought[],
  ): readonly LooseThought[] | undefined => {
    const missing = size - group.length;
    if (missing <= 0) return [...group, ...fitting(candidates, isNear)];
    const others = withEnoughNear(candidates, missing, isNear);
    for (const [at, next] of others.entries()) {
      if (others.length - at < missing || looks > MAX_LOOKS) return undefined;
      const rest = others.slice(at + 1).filter(other => isNear(next, other));
      const grown = grow([...group, next], rest);
      if (grown) return grown;
    }
    return undefined;
  };
  return grow([], loose);
}

/** Those that can be part of a group of this size among themselves. */
function withEnoughNear(thoughts: readonly LooseThought[], size: number, isNear: IsNear): readonly LooseThought[] {
  if (thoughts.length < size) return [];
  if (size <= 2) return thoughts;
  return thoughts.filter(thought => {
    let near = 0;
    return thoughts.some(other => other !== thought && isNear(thought, other) && ++near >= size - 1);
  });
}

function fitting(others: readonly LooseThought[], isNear: IsNear): readonly LooseThought[] {
  const taken: LooseThought[] = [];
  for (const other of others) if (taken.every(each => isNear(each, other))) taken.push(other);
  return taken;
}
