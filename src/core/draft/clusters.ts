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
  const joinings: Joining[] = [];
  let left = loose.filter(({ vector }) => vector.some(value => value !== 0));
  let { nextId } = rules;
  const join = (thought: PlacedThought, cluster: number) => {
    sums.set(cluster, addVectors(sums.get(cluster), thought.vector));
    joinings.push({ thought: thought.id, cluster });
    left = left.filter(each => each !== thought);
  };
  for (;;) {
    for (const thought of left) {
      const cluster = nearestCluster(sums, thought.vector, rules.distance);
      if (cluster !== undefined) join(thought, cluster);
    }
    const group = findGroup(left, rules);
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
function nearestCluster(sums: Centroids, vector: Vector, within: number): number | undefined {
  let nearest: { readonly id: number; readonly distance: number } | undefined;
  for (const [id, sum] of sums) {
    const distance = cosineDistance(toUnit(sum), vector);
    if (distance < within && (nearest === undefined || distance < nearest.distance)) nearest = { id, distance };
  }
  return nearest?.id;
}

/** The first group, by age, in which every one is near every other; as large as can be from its beginning. */
function findGroup(loose: readonly PlacedThought[], { distance, size }: ClusterRules): PlacedThought[] | undefined {
  const isNear = (a: PlacedThought, b: PlacedThought) => cosineDistance(a.vector, b.vector) < distance;
  const grow = (group: PlacedThought[], others: readonly PlacedThought[]): PlacedThought[] | undefined => {
    if (group.length + others.length < size) return undefined;
    if (group.length >= size) return [...group, ...fitting(others, isNear)];
    for (const [at, next] of others.entries()) {
      const rest = others.slice(at + 1).filter(other => isNear(next, other));
      const grown = grow([...group, next], rest);
      if (grown) return grown;
    }
    return undefined;
  };
  return grow([], loose);
}

function fitting(others: readonly PlacedThought[], isNear: (a: PlacedThought, b: PlacedThought) => boolean) {
  const taken: PlacedThought[] = [];
  for (const other of others) if (taken.every(each => isNear(each, other))) taken.push(other);
  return taken;
}
