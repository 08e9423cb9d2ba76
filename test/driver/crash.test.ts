// The process may die after any record, or in the middle of one. Whatever was stored then, loading and going on ends
// with the same answers (SPEC 4.2, 9.1, 11.2).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Tree } from '../../src/driver/driver-context.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { cutsOf } from '../support/cuts.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../support/memory-files.ts';
import { runs } from '../support/properties.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

/**
 * A fresh call, registered calls in line, a TellaskBack and a question; each reply follows from the last message alone.
 */
function story({ origin, prompt }: LlmRequest): string {
  const last = prompt.messages.at(-1)?.content ?? '';
  const says = (text: string) => last.includes(text);
  switch (origin.agentId) {
    case 'coder':
      if (says('@coder build')) return '!?@researcher !tellaskSession s help';
      return says('Helped.') ? '!?@tellasker How?' : 'Built.';
    case 'researcher':
      if (says('@researcher !tellaskSession s find')) return 'Let me see.\n!?@human Where?';
      if (says('Where?')) return 'Found there.';
      return says('s help') ? 'Helped.' : 'More.';
    default:
      if (last === 'Begin') return '!?@coder build\n\n!?@researcher !tellaskSession s find';
      if (says('asks back')) return 'Thus.';
      return says('More.') ? 'All done.' : '!?@researcher !tellaskSession s more';
  }
}

const expected = ['Built.', 'Found there.', 'Helped.', 'More.', 'Thus.'];

/** Plays the story from whatever is on the files to its end. */
async function playOn(files: MemoryFiles, appended = () => {}): Promise<{ t: TestDriver; tree: Tree }> {
  const t = createTestDriver({ script: story, files, disk: inner => watchLines(inner, appended) });
  const [rootId] = (await t.driver.ctx.store.listRoots()).keys();
  const loaded = rootId && (await t.driver.tree(rootId));
  if (loaded) checkTree(t, loaded);
  const tree = loaded ?? t.launch('Begin');
  if (rootOf(tree).state.messageCount === 0) await t.say(tree, 'Begin');
  await t.goOn(tree);
  while (questionsOf(tree).length > 0) await t.answer(tree, 'there');
  return { t, tree };
}

function checkEnd(t: TestDriver, tree: Tree): void {
  checkSettled(t, tree);
  assert.deepEqual(
    recordsIn(t, tree, 'responseSupplied')
      .map(({ content }) => content)
      .sort(),
    expected,
  );
  assert.equal(rootOf(tree).state.saying.text, 'All done.');
  assert.equal(tree.dialogs.size, 3);
}

/** The files at each moment of the story. */
function cutsOfStory(files: MemoryFiles): Promise<Map<string, string>[]> {
  return cutsOf(files, async stored => {
    const { t, tree } = await playOn(files, stored);
    checkEnd(t, tree);
  });
}

describe('a crash', () => {
  it('at any record of a story with fresh and registered calls, a TellaskBack and a question loses and repeats nothing', async () => {
    const cuts = await cutsOfStory(createMemoryFiles());
    assert.ok(cuts.length > 100);
    for (const cut of cuts) {
      const { t, tree } = await playOn(createMemoryFiles(cut));
      checkEnd(t, tree);
    }
  }).timeout(60_000);

  it('while what the first crash left is being mended loses and repeats nothing either', async () => {
    const firsts = (await cutsOfStory(createMemoryFiles())).filter((_, index) => index % 9 === 0);
    for (const first of firsts) {
      const seconds = await cutsOfStory(createMemoryFiles(first));
      for (const second of seconds.slice(0, 12)) {
        const { t, tree } = await playOn(createMemoryFiles(second));
        checkEnd(t, tree);
      }
    }
  }).timeout(60_000);

  it('after the last record, before its index files, leaves them to the next load of the tree', async () => {
    const files = createMemoryFiles();
    const { tree } = await playOn(files);
    const indexes = () =>
      new Map([...files.texts].filter(([file]) => /\.(yaml|json)$/.test(file) && !file.includes('/system/')).sort());
    const whole = indexes();
    assert.ok(whole.size > 6);
    const load = async () => {
      const t = createTestDriver({ script: story, files });
      await t.driver.tree(tree.rootId);
      t.driver.forget(tree.rootId);
    };
    for (const file of whole.keys()) files.texts.delete(file);
    await load();
    assert.deepEqual(indexes(), whole);
    for (const [file, text] of whole) {
      if (file.endsWith('latest.yaml')) files.texts.set(file, text.replace(/records: \d+/, 'records: 1'));
      else if (file.endsWith('response.yaml')) files.texts.set(file, 'old');
    }
    await load();
    assert.deepEqual(indexes(), whole);
  });
});

describe('a power cut', () => {
  /** A moment of the story: what each file held, and how much of it was surely on the disk. */
  interface Moment {
    readonly texts: ReadonlyMap<string, string>;
    readonly synced: ReadonlyMap<string, number>;
  }

  async function momentsOf(files: MemoryFiles): Promise<Moment[]> {
    const moments: Moment[] = [];
    const synced = new Map<string, number>();
    const disk = watchLines(
      files,
      () => moments.push({ texts: new Map(files.texts), synced: new Map(synced) }),
      file => synced.set(file, files.texts.get(file)?.length ?? 0),
    );
    const t = createTestDriver({ script: story, files, disk: () => disk });
    const tree = await t.start('Begin');
    while (questionsOf(tree).length > 0) await t.answer(tree, 'there');
    return moments;
  }

  /** Each file keeps what was synced and some of the lines after it. */
  function losing({ texts, synced }: Moment, keep: (count: number) => number): Map<string, string> {
    const left = new Map<string, string>();
    for (const [file, text] of texts) {
      const sure = synced.get(file) ?? 0;
      const lines = text.slice(sure).split(/(?<=\n)/);
      const kept = text.slice(0, sure) + lines.slice(0, keep(lines.length)).join('');
      if (kept !== '') left.set(file, kept);
    }
    return left;
  }

  it('that loses what no file had synced leaves a tree that goes on to its end', async () => {
    const moments = await momentsOf(createMemoryFiles());
    const anyLoss = fc.tuple(fc.nat(moments.length - 1), fc.infiniteStream(fc.nat(1_000)));
    await fc.assert(
      fc.asyncProperty(anyLoss, async ([at, numbers]) => {
        const moment = moments[at] ?? assert.fail();
        const left = losing(moment, count => numbers.next().value % (count + 1));
        const { t, tree } = await playOn(createMemoryFiles(left));
        checkSettled(t, tree);
        assert.equal(rootOf(tree).state.saying.text, 'All done.');
      }),
      runs(150),
    );
  }).timeout(60_000);
});
