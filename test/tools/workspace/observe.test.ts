// Work that is watched for the files that it changes (SPEC 25.1).
import assert from 'node:assert/strict';
import type { ToolAnswer } from '../../../src/tools/tool.ts';
import { observed, type Watch, type WatchFindings, watchFiles } from '../../../src/tools/work-tree/observe.ts';
import type { TreeLook, WorkTree } from '../../../src/tools/work-tree/work-tree.ts';

/** A work tree of names alone. */
function treeOf(files: Set<string>): WorkTree {
  return {
    async look(_folder, signal) {
      if (signal?.aborted) return undefined;
      const disk = new Map([...files].map(file => [file, file]));
      return { realRoot: '', index: '', disk } satisfies TreeLook;
    },
    async changesBetween(before, after) {
      const made = [...after.disk.keys()].filter(file => !before.disk.has(file));
      return { changed: made.map(path => ({ path, after: { bytes: Buffer.from(path) } })), untold: 0 };
    },
    treeId: async () => '',
  };
}

const { signal } = new AbortController();
const work = (rtws = '/w') => ({ rtws, signal, byCommand: true as const });
const ok: ToolAnswer = { ok: true, content: '' };

describe('watched work', () => {
  let files: Set<string>;
  let tree: WorkTree;
  beforeEach(() => {
    files = new Set(['old']);
    tree = treeOf(files);
  });
  const makes = (file: string) => async () => {
    files.add(file);
    return ok;
  };
  const seen = ({ changed = [], found }: WatchFindings) => [
    changed.map(({ path }) => path).join(' '),
    found?.unsure ?? found?.untold ?? (found ? 'sure' : 'none'),
  ];

  it('is told with what it changed, and without what changed before', async () => {
    const answer = await observed(tree, { ...work(), run: makes('a') });
    assert.deepEqual(seen(answer), ['a', 'sure']);
    assert.equal(answer.found?.byCommand, true);
    assert.deepEqual(seen(await observed(tree, { ...work(), run: async () => ok })), ['', 'none']);
  });

  it('is not sure to have made its changes when other work runs in the same folder', async () => {
    const first = await watchFiles(tree, work());
    assert.deepEqual(seen(await observed(tree, { ...work('/elsewhere'), run: makes('a') })), ['a', 'sure']);
    assert.deepEqual(seen(await observed(tree, { ...work(), run: makes('b') })), ['b', 'beside']);
    assert.deepEqual(seen(await first.findings()), ['a b', 'beside']);
    first.end();
    assert.deepEqual(seen(await observed(tree, { ...work(), run: makes('c') })), ['c', 'sure']);
  });

  it('goes on being watched when it runs on, from where it was looked at last', async () => {
    let watch: Watch | undefined;
    const facts: ToolAnswer['facts'] = [{ kind: 'processStarted', processId: 'p', command: 'x' }];
    const answer = await observed(tree, {
      ...work(),
      run: async given => {
        watch = given;
        files.add('a');
        const runsOn: ToolAnswer = { ...ok, facts };
        return runsOn;
      },
    });
    assert.deepEqual(seen(answer), ['a', 'sure']);
    files.add('b');
    assert.deepEqual(seen(await observed(tree, { ...work(), run: async () => ok })), ['', 'none']);
    assert.deepEqual(seen((await watch?.findings()) ?? {}), ['b', 'beside']);
    assert.deepEqual(seen((await watch?.findings()) ?? {}), ['', 'none']);
  });

  it('is said to be unknown where the files could not be looked at, unless it never ran', async () => {
    const blind: WorkTree = { ...tree, look: async () => undefined };
    assert.deepEqual(seen(await observed(blind, { ...work(), run: makes('a') })), ['', 'all']);
    const stopped = { ...work(), signal: AbortSignal.abort() };
    assert.deepEqual(seen(await observed(tree, { ...stopped, run: async () => ok })), ['', 'none']);
  });

  it('is over when it fails', async () => {
    const run = () => Promise.reject(new Error('gone'));
    await assert.rejects(observed(tree, { ...work(), run }), /gone/);
    assert.deepEqual(seen(await observed(tree, { ...work(), run: makes('a') })), ['a', 'sure']);
  });
});
