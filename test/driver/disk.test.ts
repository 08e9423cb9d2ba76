// A disk that refuses: the dialog stops with the reason, and goes on once it is mended; nothing recorded is lost (SPEC
// 18.4).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { answerQuestion, say } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { byPerson } from '../support/by-person.ts';
import { createMemoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver, dialogsOf, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

interface Fault {
  /** Which appends fail now; `undefined`: none. */
  refuses: ((file: string, text: string) => boolean) | undefined;
}

/** A driver on a disk that refuses what `fault` says. */
function onDisk(options: TestDriverOptions): { t: TestDriver; fault: Fault } {
  const fault: Fault = { refuses: undefined };
  const disk = (files: MemoryFiles) => ({
    ...files,
    openAppend(file: string) {
      const handle = files.openAppend(file);
      return {
        ...handle,
        append(text: string) {
          if (fault.refuses?.(file, text)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
          handle.append(text);
        },
      };
    },
  });
  return { t: createTestDriver({ ...options, files: createMemoryFiles(), disk }), fault };
}

const holds = (kind: string) => (_: string, text: string) => text.includes(`"kind":"${kind}"`);

/** Replies that do not depend on how often they were asked for. */
const script: TestDriverOptions['script'] = ({ origin, prompt }) => {
  if (origin.agentId === 'coder') return 'Built.';
  return prompt.messages.at(-1)?.content.includes('Built.') ? 'Fine.' : '!?@coder build';
};

async function mendAndGoOn(t: TestDriver, tree: Tree, fault: Fault): Promise<void> {
  fault.refuses = undefined;
  await t.goOn(tree);
  assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  checkSettled(t, tree);
}

describe('a disk that refuses', () => {
  const cases: readonly [what: string, refuses: (file: string, text: string) => boolean, stopped: string][] = [
    ['a generation', holds('assistantSaid'), 'lead'],
    ['a call', holds('tellaskMade'), 'lead'],
    ['the first record of a subdialog', holds('dialogCreated'), 'lead'],
    ['an answer at the one who gives it', holds('responseGiven'), 'coder'],
    ['an answer at the one who waits for it', holds('responseSupplied'), 'coder'],
  ];
  for (const [what, refuses, stopped] of cases) {
    it(`${what} interrupts the dialog, and Continue goes on from there`, async () => {
      const { t, fault } = onDisk({ script });
      const tree = t.launch('Begin');
      fault.refuses = refuses;
      await t.driver.quiet(tree);
      assert.equal(dialogsOf(tree, stopped)[0]?.state.interruption?.code, 'disk');
      await mendAndGoOn(t, tree, fault);
    });
  }

  it('everything stops the dialog in memory, and it goes on once there is room', async () => {
    const { t, fault } = onDisk({ script });
    const tree = t.launch('Begin');
    fault.refuses = () => true;
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.interruption?.code, 'disk');
    fault.refuses = undefined;
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  });

  it('leaves no trace of calls that it refused: their subdialogs are made in the order of the calls', async () => {
    const calls = '!?@coder build\n\n!?@researcher !tellaskSession s read\n\n!?@researcher !tellaskSession s once more';
    const { t, fault } = onDisk({
      script: { lead: [calls, 'Fine.'], coder: ['Built.'], researcher: ['Read.', 'Again.'] },
    });
    const tree = t.launch('Begin');
    fault.refuses = holds('tellaskMade');
    await t.driver.quiet(tree);
    assert.equal(tree.registry.size, 0);
    await mendAndGoOn(t, tree, fault);
    const subdialogs = [...tree.dialogs.values()]
      .slice(1)
      .map(({ ref, state }) => [ref.selfId, state.identity.agentId]);
    assert.deepEqual(
      subdialogs.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(([, agentId]) => agentId),
      ['coder', 'researcher'],
    );
  });

  it('an intent refuses it, and nothing has changed', async () => {
    const { t, fault } = onDisk({ script: { lead: ['!?@human Which?', 'Fine.'] } });
    const tree = await t.start('Begin');
    const { state } = rootOf(tree);
    fault.refuses = () => true;
    const questionId = questionsOf(tree)[0]?.id ?? '';
    assert.throws(() => answerQuestion(t.driver, tree, { questionId, content: 'this', msgId: 'a1', by: byPerson }), {
      code: 'disk',
    });
    assert.throws(() => say(t.driver, rootOf(tree), { content: 'hello', msgId: 'm2' }), { code: 'disk' });
    assert.equal(rootOf(tree).state, state);
    fault.refuses = undefined;
    await t.answer(tree, 'this');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('the list of roots costs nothing but the list', async () => {
    const { t, fault } = onDisk({ script });
    fault.refuses = file => file.endsWith('roots.jsonl');
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('the record of a call whose turn has come leaves it in line', async () => {
    const { t, fault } = onDisk({
      script: request => {
        const last = request.prompt.messages.at(-1)?.content ?? '';
        if (request.origin.agentId === 'lead') return last === 'Begin' ? '!?@coder 1\n\n!?@coder 2' : 'Fine.';
        if (request.origin.agentId === 'coder') {
          return last.includes('tellasks you') ? '!?@researcher !tellaskSession s find' : 'Built.';
        }
        return 'Found.';
      },
    });
    fault.refuses = holds('callReceived');
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'responseGiven').filter(({ content }) => content === 'Found.').length, 1);
    await mendAndGoOn(t, tree, fault);
  });

  it('while a tree is loaded does not keep it from being read', async () => {
    const before = createTestDriver({ script: { lead: ['!?@human Which?'] } });
    const old = await before.start('Begin');
    const { t, fault } = onDisk({ script: { lead: ['Fine.'] } });
    for (const [file, text] of before.files.texts) t.files.texts.set(file, text);
    const file = `/rtws/.dialogs/run/${old.rootId}/course-001.jsonl`;
    const lines = t.files.texts.get(file)?.split('\n') ?? [];
    const started = lines.findIndex(line => line.includes('"kind":"generationStarted"'));
    t.files.texts.set(file, `${lines.slice(0, started + 1).join('\n')}\n`);
    fault.refuses = () => true;
    const tree = await t.onlyTree();
    assert.equal(rootOf(tree).state.headline, 'Begin');
    fault.refuses = undefined;
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.interruption?.code, 'restart');
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
  });
});

describe('a disk that does not hold an answer', () => {
  /**
   * The lead's second call is answered when `given` resolves; syncs of the lead's course fail while `refuses` is set.
   */
  function twoCalls(choosing: () => Promise<void> = () => Promise.resolve()) {
    const given = Promise.withResolvers<void>();
    const fault = { refuses: false };
    const t = createTestDriver({
      script: ({ origin, prompt }) => {
        if (origin.agentId === 'coder') return 'Built.';
        if (origin.agentId === 'researcher') return { say: 'Read.', until: given.promise };
        return prompt.messages.at(-1)?.content.includes('Read.') ? 'Fine.' : '!?@coder build\nThen\n!?@researcher read';
      },
      files: createMemoryFiles(),
      storesAtOnce: true,
      get choosing() {
        return choosing();
      },
      disk: files => ({
        ...files,
        async synced(place) {
          if (fault.refuses) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
          await files.synced(place);
        },
      }),
    });
    return { t, fault, given, tree: t.launch('Begin') };
  }
  const told = (t: TestDriver, tree: Tree) =>
    t.events.flatMap(event =>
      event.type === 'recorded' && event.selfId === rootOf(tree).ref.selfId ? [event.record.kind] : [],
    );
  async function firstAnswer({ t, tree }: ReturnType<typeof twoCalls>): Promise<void> {
    while (recordsIn(t, tree, 'responseSupplied').length < 1 || told(t, tree).at(-1) === 'tellaskMade')
      await nextTurn();
  }

  it('interrupts the caller in the moment in which the answer is shown, though it waits for more', async () => {
    const story = twoCalls();
    const { t, tree, fault, given } = story;
    fault.refuses = true;
    await firstAnswer(story);
    assert.deepEqual(told(t, tree).slice(-2), ['responseSupplied', 'interrupted']);
    assert.equal(rootOf(tree).state.interruption?.code, 'disk');
    fault.refuses = false;
    given.resolve();
    await t.driver.quiet(tree);
    assert.notEqual(rootOf(tree).state.saying.text, 'Fine.');
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('stays in doubt while the disk refuses, so that nothing that follows from it is recorded', async () => {
    const story = twoCalls();
    const { t, tree, fault, given } = story;
    fault.refuses = true;
    await firstAnswer(story);
    given.resolve();
    await t.driver.quiet(tree);
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.interruption?.code, 'disk');
    assert.equal(recordsIn(t, tree, 'assistantSaid').filter(({ genseq }) => genseq > 1).length, 0);
    fault.refuses = false;
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });

  it('keeps the caller from generating when the disk refuses it just before', async () => {
    const chosen = Promise.withResolvers<void>();
    let isChoosing = false;
    const story = twoCalls(() => (isChoosing ? chosen.promise : Promise.resolve()));
    const { t, tree, fault, given } = story;
    await firstAnswer(story);
    isChoosing = true;
    fault.refuses = true;
    given.resolve();
    while (told(t, tree).at(-1) !== 'interrupted') await nextTurn();
    chosen.resolve();
    await t.driver.quiet(tree);
    assert.equal(told(t, tree).at(-1), 'interrupted');
    assert.equal(rootOf(tree).state.generating, false);
    fault.refuses = false;
    await t.goOn(tree);
    assert.equal(rootOf(tree).state.saying.text, 'Fine.');
    checkSettled(t, tree);
  });
});
