// The line of a root in the list, read without loading its tree: the same as loading it would give (SPEC 9.1, 9.3).
import assert from 'node:assert/strict';
import { momentsOf } from '../chaos/kills.ts';
import { openStage } from '../chaos/story.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

describe('the line of a root', () => {
  const open = (texts: ReadonlyMap<string, string>) => {
    const t = openStage({ files: createMemoryFiles(new Map(texts)), world: new Map() });
    const { courses: store } = t;
    const [rootId] = store.listRoots().keys();
    return { ...t, store, rootId };
  };

  it('is that of the loaded and mended tree, wherever the process was killed', async () => {
    const { moments } = await momentsOf();
    let unmended = 0;
    for (const { at, texts } of moments.filter((_, index) => index % 7 === 0 || index > moments.length - 200)) {
      const [short, long] = [open(texts), open(texts)];
      if (short.rootId === undefined || long.rootId === undefined) continue;
      const line = await short.driver.lineOf(short.rootId);
      const tree = await long.driver.tree(long.rootId);
      assert.deepEqual(line, tree && long.driver.summaryOf(tree), at);
      assert.deepEqual([...short.store.listRoots()], [...long.store.listRoots()], at);
      assert.deepEqual(short.driver.loaded(), [], at);
      const courses = (files: ReadonlyMap<string, string>) => [...files].filter(([file]) => file.endsWith('.jsonl'));
      if (JSON.stringify(courses(short.files.texts)) === JSON.stringify(courses(texts))) unmended += 1;
    }
    assert.ok(unmended > 10);
  });

  it('comes from the records, whatever the indexes beside them say', async () => {
    const { moments } = await momentsOf();
    const texts = moments.at(-1)?.texts ?? new Map<string, string>();
    const lying = new Map(
      [...texts].map(([file, text]) => [file, file.endsWith('.yaml') ? 'status: running\n' : text]),
    );
    const [honest, liar] = [open(texts), open(lying)];
    assert.ok(honest.rootId && liar.rootId);
    assert.deepEqual(await liar.driver.lineOf(liar.rootId), await honest.driver.lineOf(honest.rootId));
    assert.equal((await liar.driver.lineOf(liar.rootId))?.status, 'completed');
  });
});
