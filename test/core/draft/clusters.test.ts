import assert from 'node:assert/strict';
import fc from 'fast-check';
import { joinClusters, type PlacedThought } from '../../../src/core/draft/clusters.ts';
import { cosineDistance, textVector, toUnit, type Vector } from '../../../src/core/draft/vectors.ts';
import { runs } from '../../support/properties.ts';

/** A thought that points so many degrees away from the first axis. */
function at(id: number, degrees: number): PlacedThought {
  const angle = (degrees * Math.PI) / 180;
  return { id, vector: [Math.cos(angle), Math.sin(angle)] };
}

/** One of ten thoughts of a kind, which are farther from each other than from those of the other kinds. */
function ofKind(kind: number, one: number): Vector {
  const own = Array.from({ length: 200 }, (_, at) => {
    if (Math.floor(at / 10) !== kind) return 0;
    return (at % 10 === one ? 1 : 0) - 1 / 10;
  });
  return toUnit([Math.sqrt(9 / 10), ...own]);
}

/** Every group is tried, in order, until one is large enough. */
function firstGroup(
  group: readonly PlacedThought[],
  others: readonly PlacedThought[],
  { distance, size }: { readonly distance: number; readonly size: number },
): readonly PlacedThought[] | undefined {
  const isNear = (a: PlacedThought, b: PlacedThought) => cosineDistance(a.vector, b.vector) < distance;
  for (const [at, next] of others.entries()) {
    const rest = others.slice(at + 1).filter(other => isNear(next, other));
    const grown = [...group, next];
    if (grown.length < size) {
      const found = firstGroup(grown, rest, { distance, size });
      if (found) return found;
    } else {
      for (const other of rest) if (grown.slice(size).every(each => isNear(each, other))) grown.push(other);
      return grown;
    }
  }
  return undefined;
}

const rules = { distance: 0.3, size: 3, nextId: 1 };
const sumOf = (...thoughts: readonly PlacedThought[]) =>
  [0, 1].map(place => thoughts.reduce((sum, { vector }) => sum + (vector[place] ?? 0), 0));

describe('clusters of thoughts', () => {
  it('are not made of fewer than three', () => {
    assert.deepEqual(joinClusters(new Map(), [at(1, 0), at(2, 1)], rules), []);
  });

  it('are made of three that are near each other', () => {
    assert.deepEqual(joinClusters(new Map(), [at(1, 0), at(2, 170), at(3, 10), at(4, 20)], rules), [
      { thought: 1, cluster: 1 },
      { thought: 3, cluster: 1 },
      { thought: 4, cluster: 1 },
    ]);
  });

  it('are not made of a chain whose ends are far apart', () => {
    assert.deepEqual(joinClusters(new Map(), [at(1, 0), at(2, 40), at(3, 80)], rules), []);
  });

  it('take further thoughts that are near all of them, and not two of these that are far from each other', () => {
    const thoughts = [at(1, 0), at(2, 5), at(3, 10), at(4, -33), at(5, 42)];
    assert.deepEqual(
      joinClusters(new Map(), thoughts, rules).map(({ thought }) => thought),
      [1, 2, 3, 4],
    );
  });

  it('take in a new thought nearer than the limit to a centroid, and none exactly on it', () => {
    const centroids = new Map([[7, [4, 0]]]);
    const exactly: PlacedThought = { id: 2, vector: [0.75, Math.sqrt(1 - 0.75 ** 2)] };
    const own = { ...rules, distance: 0.25, nextId: 8 };
    assert.deepEqual(joinClusters(centroids, [exactly, at(1, 40)], own), [{ thought: 1, cluster: 7 }]);
  });

  it('take in by the nearest centroid, and by the older of two equally near', () => {
    const centroids = new Map([
      [1, sumOf(at(0, 0), at(0, 0))],
      [2, sumOf(at(0, 40))],
    ]);
    assert.deepEqual(joinClusters(centroids, [at(5, 30), at(6, 5)], { ...rules, nextId: 3 }), [
      { thought: 5, cluster: 2 },
      { thought: 6, cluster: 1 },
    ]);
    const same = new Map([
      [1, [1, 0]],
      [2, [1, 0]],
    ]);
    assert.deepEqual(joinClusters(same, [at(5, 0)], rules), [{ thought: 5, cluster: 1 }]);
  });

  it('number on, two new ones in one step included', () => {
    const thoughts = [at(1, 0), at(2, 1), at(3, 2), at(4, 90), at(5, 91), at(6, 92)];
    const joinings = joinClusters(new Map([[3, [-1, 0]]]), thoughts, { ...rules, nextId: 4 });
    assert.deepEqual(
      joinings.map(({ cluster }) => cluster),
      [4, 4, 4, 5, 5, 5],
    );
  });

  it('begin with the group that a search of all groups finds first', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const directions = fc.array(fc.tuple(number, number, number), { maxLength: 14 });
    const distances = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(directions, distances, fc.integer({ min: 2, max: 6 }), (vectors, distance, size) => {
        const thoughts = vectors
          .map((vector, id) => ({ id, vector: toUnit(vector) }))
          .filter(({ vector }) => vector.some(value => value !== 0));
        const group = firstGroup([], thoughts, { distance, size });
        const joined = joinClusters(new Map(), thoughts, { distance, size, nextId: 1 }).map(({ thought }) => thought);
        assert.deepEqual(group ? joined.slice(0, group.length) : joined, group?.map(({ id }) => id) ?? []);
      }),
      runs(500),
    );
  });

  it('are not looked for without end: 200 thoughts, each near those of other kinds only', () => {
    const thoughts = Array.from({ length: 200 }, (_, id) => ({ id, vector: ofKind(id % 20, Math.floor(id / 20)) }));
    const near = { distance: 0.51, size: 20, nextId: 1 };
    assert.equal(joinClusters(new Map(), thoughts, near).length, 200);
    assert.deepEqual(joinClusters(new Map(), thoughts, { ...near, size: 21 }), []);
  });

  it('never hold a thought without words, nor one thought twice', () => {
    const words = ['alpha', 'beta', 'gamma', '…', ''];
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom(...words), { maxLength: 3 }), { maxLength: 12 }), texts => {
        const thoughts = texts.map((words, id) => ({ id, vector: textVector(words.join(' ')) }));
        const joinings = joinClusters(new Map(), thoughts, rules);
        assert.equal(new Set(joinings.map(({ thought }) => thought)).size, joinings.length);
        for (const { thought } of joinings) assert.match(texts[thought]?.join('') ?? '', /[a-z]/);
      }),
    );
  });
});

describe('vectors of texts', () => {
  const distance = (a: string, b: string) => cosineDistance(textVector(a), textVector(b));

  it('are the same for the same words, near for nearly the same ones, far for others', () => {
    assert.ok(Math.abs(distance('The silence is a texture', 'the silence is a texture!')) < 1e-9);
    assert.ok(distance('the silence here is like a texture', 'the silence here is more like a texture') < 0.3);
    assert.ok(distance('the silence here is like a texture', 'ship the invoice to Hamburg by Friday') > 0.7);
  });

  it('work for scripts without spaces', () => {
    assert.ok(distance('今天的天气非常好我们出去散步', '今天的天气非常好我们出去走走') < 0.4);
    assert.ok(distance('今天的天气非常好我们出去散步', '请把发票寄到汉堡的办公室') > 0.7);
  });

  it('have length 1 however many numbers they have, and however large or small those are', () => {
    for (const vector of [Array<number>(200_000).fill(3), [1e308, -1e308, 1e308], [1e-320, 1e-320]]) {
      const unit = toUnit(vector);
      assert.equal(unit.length, vector.length);
      assert.ok(Math.abs(1 - cosineDistance(unit, unit) - 1) < 1e-9);
    }
  });

  it('are related to nothing without words', () => {
    assert.equal(distance('…', '…'), 1);
  });
});
