import assert from 'node:assert/strict';
import type { OpenRuntime } from '../../src/cli/command.ts';
import type { Sleep } from '../../src/core/dialog/tool-call.ts';
import type { InterruptCode } from '../../src/core/facts/interruption.ts';
import { toldRefusal } from '../../src/core/facts/trouble.ts';
import type { IntentOf } from '../../src/core/intents/intents.ts';
import { performs } from '../../src/runtime/api.ts';
import type { Runtime, Settled } from '../../src/runtime.ts';
import { troublesEn as troubles } from '../../src/words/en/troubles.ts';
import { fakeRuntime, lead, node, question, researcher, rootId, settled } from '../support/fake-runtime.ts';
import { type CliSurroundings, checkFailure, runDominds, starting } from './run-support.ts';

const changes = { files: 0, added: 0, removed: 0 };
const settledLine = { type: 'settled', rootId, state: 'idle', response: 'Done.', questions: [], changes };
const questionLine = {
  id: 'q-1',
  kind: 'ask',
  rootId,
  selfId: rootId,
  agentId: 'lead',
  tellaskHead: '@human Which colour?\n',
  bodyContent: 'Red or blue.\n',
  askedAt: '2025-01-02T03:04:05.000Z',
  callSiteRef: { course: 1, genseq: 1 },
};
const stopped = { dialog: researcher, code: 'stopped', message: 'Stopped by you.' } as const;

const endings: readonly (readonly [name: string, end: Settled, code: number, line: object])[] = [
  ['0 when the tree is idle', settled({ response: 'Done.' }), 0, settledLine],
  [
    '0 when the root is done',
    settled({ state: 'completed' }),
    0,
    { ...settledLine, state: 'completed', response: null },
  ],
  [
    '3 when a question is open anywhere in the tree',
    settled({ state: 'awaiting-subdialogs', questions: [question(), question({ options: ['a', 'b'] })] }),
    3,
    {
      ...settledLine,
      state: 'awaiting-q4h',
      response: null,
      questions: [questionLine, { ...questionLine, options: ['a', 'b'] }],
    },
  ],
  [
    '4 when a dialog of the tree is interrupted',
    settled({ state: 'awaiting-subdialogs', interrupted: [stopped] }),
    4,
    { ...settledLine, state: 'awaiting-subdialogs', response: null },
  ],
  [
    '3 rather than 4',
    settled({ questions: [question()], interrupted: [stopped] }),
    3,
    { ...settledLine, state: 'awaiting-q4h', response: null, questions: [questionLine] },
  ],
];

describe('commands that drive', () => {
  for (const [name, end, code, line] of endings) {
    it(`exits ${name}, and ends with the settled line`, async () => {
      const fake = starting(end);
      const run = await runDominds(['start', 'go', '--json'], { runtime: fake.runtime });
      assert.deepEqual(run.json.at(-1), line);
      assert.equal(run.code, code);
      assert.deepEqual(run.modes, ['drive']);
      assert.ok(fake.isClosed());
    });
  }

  describe('start', () => {
    const saidFrom = async (args: readonly string[], surroundings: Partial<CliSurroundings>) => {
      const texts: (string | undefined)[] = [];
      const fake = starting(settled({ response: 'Done.' }));
      const perform = performs((intent, by) => {
        if (intent.kind === 'start') texts.push(intent.text);
        return fake.runtime.perform(intent, by);
      });
      await runDominds(['start', ...args], { runtime: { ...fake.runtime, perform }, ...surroundings });
      return texts;
    };
    it('takes its text from standard input where none is given', async () => {
      assert.deepEqual(await saidFrom([], { stdin: 'Mend it.\n\nAnd test.\n' }), ['Mend it.\n\nAnd test.']);
      assert.deepEqual(await saidFrom(['--no-wait'], { stdin: 'later' }), ['later']);
    });
    it('leaves standard input alone where a text is given, or it is a terminal', async () => {
      assert.deepEqual(await saidFrom(['go'], { stdin: 'other' }), ['go']);
      assert.deepEqual(await saidFrom([], { stdin: 'other', isPiped: false }), [undefined]);
    });
    it('begins without a text where nothing comes on a pipe that stays open', async () => {
      const after: CliSurroundings['after'] = (ms, work) => {
        if (ms === 2_000) queueMicrotask(work);
        return () => {};
      };
      assert.deepEqual(await saidFrom([], { stdin: 'silent', after }), [undefined]);
    });
    it('begins without a text where standard input is empty, and begins nothing where it cannot be read', async () => {
      assert.deepEqual(await saidFrom([], { stdin: ' \n' }), [undefined]);
      assert.deepEqual(await saidFrom([], { stdin: new Error('EIO') }), []);
    });
  });

  it('prints the events of its tree one a line, those before the root is known included', async () => {
    const event = { type: 'chunk', ...lead, genseq: 1, segment: 'saying', text: 'Hi' } as const;
    const foreign = { ...event, rootId: 'root-2' as typeof rootId };
    const { runtime } = starting(settled({ response: 'Done.' }), [event, foreign]);
    const { json, stdout } = await runDominds(['start', 'go', '--json'], { runtime });
    assert.deepEqual(json, [event, settledLine]);
    assert.equal(stdout.split('\n').length, 3);
  });

  it('reports what interrupts a dialog before the settled line', async () => {
    const { runtime } = starting(settled({ interrupted: [stopped] }));
    const { json, stderr } = await runDominds(['start', 'go', '--json'], { runtime });
    const message = 'root-1#sub-1: Stopped by you — dominds continue root-1#sub-1 resumes it';
    assert.deepEqual(json[0], { type: 'error', code: 'stopped', message });
    assert.match(stderr, new RegExp(`^dominds: ${message}$`, 'm'));
  });

  for (const code of Object.keys(troubles) as InterruptCode[]) {
    it(`ends what it says of an interruption by ${code} with the command that goes on`, async () => {
      for (const [language, goesOn] of [
        ['en', /dominds continue root-1#sub-1 resumes it$/m],
        ['zh', /用 dominds continue root-1#sub-1 继续$/m],
      ] as const) {
        const { runtime } = starting(settled({ interrupted: [{ ...stopped, code, message: 'Why.' }] }));
        const { stderr } = await runDominds(['start', 'go'], { runtime, env: { DOMINDS_LANG: language } });
        assert.match(stderr, goesOn);
        assert.doesNotMatch(stderr, /Show Log|显示日志|Continue|“继续”/);
      }
    });
  }

  it('says when the store is away under a command that drives, and when it is back', async () => {
    const driving: OpenRuntime = async ({ store }) => {
      store?.onAway?.(new Error('connect ECONNREFUSED'));
      store?.onAway?.(undefined);
      return { ok: true, runtime: starting(settled({ response: 'Done.' })).runtime };
    };
    const { stderr, code } = await runDominds(['start', 'hi', '--store', 'postgres://db/team'], {
      openRuntime: driving,
    });
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^dominds: the store is away: connect ECONNREFUSED — dialogs wait until it is back\nthe store is back\n/,
    );
  });

  it('says when the store refuses to let it read, and when it may read again', async () => {
    const driving: OpenRuntime = async ({ store }) => {
      store?.onUnread?.(new Error('permission denied for table tree'));
      store?.onUnread?.(undefined);
      return { ok: true, runtime: starting(settled({ response: 'Done.' })).runtime };
    };
    const { stderr } = await runDominds(['start', 'hi', '--store', 'postgres://db/team'], { openRuntime: driving });
    assert.match(
      stderr,
      /^dominds: dialogs in the store cannot be read: permission denied for table tree — fix the cause at the database\ndialogs in the store can be read again\n/,
    );
  });

  for (const [what, change, needsDrive] of [
    ['has something to do', {}, true],
    ['sleeps', { sleeps: [{ kind: 'asleep', until: '2030-01-01T00:00:00.000Z' } as unknown as Sleep] }, false],
  ] as const) {
    it(`exits 4 when the tree ${what} and no worker of the store serves it any more`, async () => {
      const { runtime } = starting(settled(change));
      Object.assign(runtime, {
        unserved: () => 'shop',
        drivenBy: () => 'nobody',
        listRoots: () => [{ rootId, needsDrive }],
        onDriverChange: () => ({ dispose() {} }),
      });
      const { code, json, stderr } = await runDominds(['start', 'go', '--json'], { runtime });
      assert.equal(code, 4);
      assert.match(stderr, /^dominds: root-1: no worker serves shop any more.* — .*dominds continue root-1$/m);
      assert.deepEqual((json[0] as { code: string }).code, 'unserved');
      assert.deepEqual(json.at(-1), { ...settledLine, response: null });
    });
  }

  it('exits 0 when a tree has settled before its last worker left', async () => {
    const { runtime } = starting(settled({ response: 'Done.' }));
    Object.assign(runtime, {
      unserved: () => 'shop',
      drivenBy: () => 'nobody',
      listRoots: () => [{ rootId, needsDrive: false }],
    });
    assert.equal((await runDominds(['start', 'go'], { runtime })).code, 0);
  });

  it('hands the flags of start to the runtime', async () => {
    const inputs: Omit<IntentOf<'start'>, 'kind'>[] = [];
    const { runtime } = fakeRuntime({
      intents: {
        async start({ kind, ...input }) {
          inputs.push(input);
          return toldRefusal('unknown-member', 'there is no member x', 'name another');
        },
      },
    });
    const flags = ['--agent', 'x', '--taskdoc', 'tasks/a.tsk', '--mode', 'chat', '--domain', 'shop', '--no-diligence'];
    await checkFailure(['start', 'go', ...flags], { code: 1, stderr: /no member x/ }, { runtime });
    await checkFailure(['start'], { code: 1, stderr: /no member x/ }, { runtime });
    const [full, bare] = inputs.map(({ msgId, ...input }) => JSON.parse(JSON.stringify(input)));
    assert.deepEqual(full, {
      text: 'go',
      agentId: 'x',
      taskDocPath: 'tasks/a.tsk',
      mode: 'chat',
      domain: 'shop',
      noDiligence: true,
    });
    assert.deepEqual(bare, {});
    assert.notEqual(inputs[0]?.msgId, inputs[1]?.msgId);
  });

  it('start --no-wait prints how the tree stands and exits 0 without waiting for it', async () => {
    const { runtime } = fakeRuntime({
      intents: { start: async () => ({ ok: true, rootId }) },
      tree: async () => ({ ok: true, tree: node(lead, 'lead', { questions: [question()] }) }),
      view: async () => ({ ok: true, view: { state: { saying: { text: '', genseq: 0 } } } }) as never,
    });
    const { code, json } = await runDominds(['start', 'go', '--no-wait', '--json'], { runtime });
    assert.deepEqual(json, [{ ...settledLine, state: 'awaiting-q4h', response: null, questions: [questionLine] }]);
    assert.equal(code, 0);
    const people = await runDominds(['start', 'go', '--no-wait', '--quiet'], { runtime });
    assert.match(people.stdout, /^root-1\n/);
  });

  it('send says the text to the named dialog and follows its root', async () => {
    const said: IntentOf<'say'>[] = [];
    const { runtime } = fakeRuntime(
      {
        intents: {
          async say(intent) {
            said.push(intent);
            return { ok: true, queued: true };
          },
        },
        settled: async root => settled({ rootId: root, response: 'Done.' }),
      },
      [researcher],
    );
    const { code, json } = await runDominds(['send', 'root-1#sub-1', 'hi', '--json'], { runtime });
    assert.deepEqual(json, [settledLine]);
    assert.equal(code, 0);
    assert.deepEqual(said, [{ kind: 'say', dialog: researcher, content: 'hi', msgId: said[0]?.msgId }]);
    await checkFailure(['send', 'lost', 'hi'], { code: 1, stderr: /no dialog lost — list/ }, { runtime });
  });

  it('answer answers the question and follows the root of its dialog', async () => {
    const answers: IntentOf<'answer'>[] = [];
    const { runtime, people } = fakeRuntime({
      intents: {
        async answer(intent) {
          answers.push(intent);
          return intent.questionId === 'q-1'
            ? { ok: true, dialog: researcher }
            : toldRefusal('unknown-question', `there is no question ${intent.questionId}`, 'q4h lists them');
        },
      },
      settled: async root => settled({ rootId: root, response: 'Done.' }),
    });
    const { code, json } = await runDominds(['answer', 'q-1', 'blue', '--json'], { runtime });
    assert.deepEqual(json, [settledLine]);
    assert.equal(code, 0);
    assert.deepEqual(answers, [{ kind: 'answer', questionId: 'q-1', content: 'blue', msgId: answers[0]?.msgId }]);
    assert.deepEqual(people, [{ kind: 'person', surface: 'cli' }]);
    await checkFailure(['answer', 'q-9', 'x'], { code: 1, stderr: /no question q-9/ }, { runtime });
  });

  it('continue --all drives every root that had something to do, and exits for the worst of them', async () => {
    const other = { ...lead, rootId: 'root-2' as typeof rootId };
    const { runtime } = fakeRuntime({
      intents: { continueAll: async () => ({ ok: true, continued: [lead, researcher, other] }) },
      tree: async () => ({ ok: true, tree: {} as never }),
      settled: async root => settled({ rootId: root, questions: root === rootId ? [question()] : [] }),
    });
    for (const argv of [
      ['continue', '--all', '--json'],
      ['continue', '--json'],
    ]) {
      const { code, json } = await runDominds(argv, { runtime });
      assert.deepEqual(
        json.map(line => (line as { rootId: string }).rootId),
        ['root-1', 'root-2'],
      );
      assert.equal(code, 3);
    }
  });

  it('continue exits 0 when nothing is left to do', async () => {
    const { runtime } = fakeRuntime({ intents: { continueAll: async () => ({ ok: true, continued: [] }) } });
    const { code, stderr } = await runDominds(['continue', '--all'], { runtime });
    assert.equal(code, 0);
    assert.equal(stderr, 'nothing is left to do\n');
  });

  it('stop lists what it stopped', async () => {
    const calls: unknown[] = [];
    const { runtime } = fakeRuntime(
      {
        intents: {
          async stop({ dialog }) {
            calls.push(dialog.selfId);
            return { ok: true, stopped: [dialog] };
          },
          stopAll: async () => ({ ok: true, stopped: [lead, researcher] }),
        },
      },
      [lead, researcher],
    );
    const one = await runDominds(['stop', 'root-1', '--json'], { runtime });
    assert.deepEqual(one.json, [{ stopped: [lead] }]);
    await runDominds(['stop', 'root-1#sub-1'], { runtime });
    assert.deepEqual(calls, ['root-1', 'sub-1']);
    const all = await runDominds(['stop', '--all', '--json'], { runtime });
    assert.deepEqual(all.json, [{ stopped: [lead, researcher] }]);
    assert.equal(all.code, 0);
  });

  it('Ctrl-C stops the tree, waits until it settled and exits 4', async () => {
    const stops: unknown[] = [];
    const end = Promise.withResolvers<Settled>();
    const { runtime } = fakeRuntime({
      intents: {
        start: async () => ({ ok: true, rootId }),
        async stop({ dialog }) {
          stops.push(dialog);
          end.resolve(settled({ response: 'Done.', questions: [] }));
          return { ok: true, stopped: [dialog] };
        },
      },
      settled: () => end.promise,
    });
    const { code, json } = await runDominds(['start', 'go', '--json'], {
      runtime,
      interruptible: interrupt => setImmediate(interrupt),
    });
    assert.deepEqual(stops, [lead]);
    assert.deepEqual(json, [settledLine]);
    assert.equal(code, 4);
  });
});

describe('commands while another process drives', () => {
  const elsewhere = toldRefusal('driven-elsewhere', 'another process drives this workspace.', 'close it');
  const beside = (runtime: Runtime): OpenRuntime => {
    return async ({ mode }) => (mode === 'drive' ? elsewhere : { ok: true, runtime });
  };

  for (const argv of [
    ['start', 'x'],
    ['continue', '--all'],
    ['done', 'root-1'],
    ['clear-mind', 'root-1'],
  ]) {
    it(`${argv[0]} exits 5`, () =>
      checkFailure(argv, { code: 5, stderr: /another process drives/ }, { openRuntime: async () => elsewhere }));
  }

  it('send hands its message over and follows; a runtime that cannot gives exit code 5', async () => {
    const following = fakeRuntime({
      intents: { say: async () => ({ ok: true, queued: true }) },
      settled: async () => settled({ response: 'Done.' }),
    });
    const run = await runDominds(['send', 'root-1', 'hi', '--json'], { openRuntime: beside(following.runtime) });
    assert.deepEqual(run.modes, ['drive', 'read']);
    assert.deepEqual(run.json, [settledLine]);
    const refusing = fakeRuntime({ intents: { say: async () => elsewhere } });
    await checkFailure(
      ['send', 'root-1', 'hi'],
      { code: 5, stderr: /another process drives/ },
      { openRuntime: beside(refusing.runtime) },
    );
  });

  it('Ctrl-C ends the following and leaves the tree to its driver', async () => {
    const { runtime } = fakeRuntime({
      intents: { answer: async () => ({ ok: true, dialog: lead }) },
      settled: () => new Promise(() => {}),
      tree: async () => ({ ok: true, tree: node(lead, 'lead', { state: 'generating' }) }),
      view: async () => ({ ok: true, view: { state: { saying: { text: 'So far', genseq: 1 } } } }) as never,
    });
    const { code, json } = await runDominds(['answer', 'q-1', 'x', '--json'], {
      openRuntime: beside(runtime),
      interruptible: interrupt => setImmediate(interrupt),
    });
    assert.deepEqual(json, [{ ...settledLine, state: 'generating', response: 'So far' }]);
    assert.equal(code, 4);
  });
});
