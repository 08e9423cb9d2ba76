// The draft commands over the real runtime, on files in a temporary folder and a scripted model.
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { type CliRun, runDominds } from './run-support.ts';

interface DraftDocument {
  readonly awaiting: { readonly iter: number; readonly time: string; readonly text: string } | null;
  readonly iteration: number;
  readonly drafts: readonly {
    readonly n: number;
    readonly id: string;
    readonly iter: number;
    readonly text: string;
    readonly seen: boolean;
  }[];
  readonly history: readonly { readonly role: string; readonly iter: number; readonly text: string }[];
  readonly unknown?: readonly number[];
}

interface SettledLine {
  readonly type: 'settled';
  readonly rootId: string;
  readonly state: string;
  readonly response: string | null;
  readonly draft: DraftDocument;
}

describe('the draft commands', () => {
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({ '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n' });
  });
  afterEach(() => workspace.remove());

  const play = (...says: string[]) =>
    workspace.write('.minds/p.yaml', JSON.stringify({ replies: says.map(say => ({ say })) }));
  const plain = (...argv: string[]) => runDominds(argv, { openRuntime, cwd: workspace.folder, env: {} });
  const dominds = (...argv: string[]) => plain(...argv, '--json');
  const mind = async (...argv: string[]) => documentOf(await dominds('mind', ...argv));
  const texts = ({ drafts }: DraftDocument) => drafts.map(({ n, text }) => `${n} ${text}`);
  const begin = async (...says: string[]) => {
    await play(...says);
    return settledOf(await dominds('start', '--mode', 'draft', 'Hello?'));
  };

  it('run shows the question that a repeating mind waits with, and how to answer it', async () => {
    const { rootId } = await begin('skip: true', 'skip: true', 'skip: true');
    const { code, stdout, stderr } = await plain('mind', 'run', rootId);
    assert.equal(code, 3);
    assert.match(stdout, /The mind repeats itself[\s\S]*dominds answer \S+ "…"/);
    assert.match(stderr, /waits for your answer/);
    assert.doesNotMatch(stderr, /dominds mind run/);
  });

  it('drafts of an archived dialog offers to reopen it, and nothing that is refused', async () => {
    const { rootId } = await begin('draft: Hi');
    await plain('archive', rootId);
    const { stderr } = await plain('mind', 'drafts', rootId);
    assert.match(stderr, new RegExp(`archived · dominds reopen ${rootId}`));
    assert.doesNotMatch(stderr, /mind (run|accept)/);
  });

  it('start --mode draft sends the message and runs until there is a draft', async () => {
    const settled = await begin('thoughts: [greet]', 'draft: Hi\nnote: short');
    assert.equal(settled.state, 'idle');
    assert.equal(settled.response, null);
    const { awaiting, iteration, drafts, history } = settled.draft;
    assert.deepEqual([awaiting?.iter, awaiting?.text, iteration, history], [1, 'Hello?', 3, []]);
    const [draft] = drafts;
    assert.deepEqual(
      { ...draft, time: '' },
      { n: 1, id: 'd1', iter: 2, time: '', text: 'Hi', seen: false, note: 'short' },
    );
    assert.deepEqual(await mind('drafts', settled.rootId), settled.draft);
  });

  it('message only records; run makes its steps', async () => {
    await play('draft: A', 'thoughts: [more]', 'draft: B', '', 'draft: C');
    const { rootId } = settledOf(await dominds('start', '--mode', 'draft'));
    const sent = await mind('message', rootId, '  Why?  ');
    assert.deepEqual([sent.awaiting?.text, sent.iteration, sent.drafts], ['Why?', 1, []]);
    assert.deepEqual(texts(await mind('run', rootId)), ['1 A']);
    assert.deepEqual(texts(await mind('run', rootId, '1')), ['1 A']);
    assert.deepEqual(texts(await mind('run', rootId)), ['1 B', '2 A']);
    assert.deepEqual(texts(await mind('run', rootId, '2')), ['1 C', '2 B', '3 A']);
  });

  it('accept takes the latest, one by its number, or refuses one that is not the expected', async () => {
    const { rootId } = await begin('draft: A', 'draft: B', 'draft: C');
    await mind('run', rootId, '2');
    await checkRefused(['accept', rootId, '1', '--id', 'd2'], /Draft 1 is d3 now, not d2/);
    await checkRefused(['accept', rootId, '0'], /no draft 0 — there are drafts 1 \(the latest\) to 3/);
    await checkRefused(['accept', rootId, '4'], /no draft 4/);
    const { awaiting, drafts, history, iteration } = await mind('accept', rootId, '2', '--id', 'd2');
    assert.deepEqual([awaiting, drafts, iteration], [null, [], 4]);
    assert.deepEqual(
      history.map(({ role, text, iter }) => [role, text, iter]),
      [
        ['user', 'Hello?', 1],
        ['mind', 'B', 2],
      ],
    );
    const [{ history: shown }] = (await dominds('mind', 'history', rootId)).json as [{ history: object[] }];
    assert.deepEqual(
      shown,
      history.map(({ role, text, iter }, at) => ({ role, text, iter, time: timeOf(history[at]) })),
    );
    await checkRefused(['accept', rootId], /no message to draft/);
  });

  it('a message is refused while one waits, with and without drafts, and so is an empty one', async () => {
    await play('draft: A');
    const { rootId } = settledOf(await dominds('start', '--mode', 'draft'));
    await checkRefused(['run', rootId], /no message to draft a reply to — send a message first/);
    await checkRefused(['message', rootId, ' \n'], /empty/);
    await mind('message', rootId, 'One');
    await checkRefused(['accept', rootId], /no draft yet — let the mind run/);
    await checkRefused(['message', rootId, 'Two'], /no draft yet — let the mind run/);
    await mind('run', rootId);
    await checkRefused(['message', rootId, 'Two'], /drafts that wait for you — accept one/);
    assert.equal((await dominds('send', rootId, 'Two')).code, 1);
  });

  it('send is message and run', async () => {
    const { rootId } = await begin('draft: A', 'draft: B');
    await mind('accept', rootId);
    const settled = settledOf(await dominds('send', rootId, 'And?'));
    assert.equal(settled.response, 'A');
    assert.deepEqual(texts(settled.draft), ['1 B']);
  });

  it('drafts seen marks all or some, and reports numbers that there are not', async () => {
    const { rootId } = await begin('draft: A', 'draft: B', 'draft: C');
    await mind('run', rootId, '2');
    const seen = ({ drafts }: DraftDocument) => drafts.map(draft => draft.seen);
    const some = await plain('mind', 'drafts', rootId, 'seen', '1', '7');
    assert.equal(some.code, 0);
    assert.match(some.stderr, /^dominds: There is no draft 7 — /m);
    const again = await mind('drafts', rootId, 'seen', '1', '3', '7');
    assert.deepEqual([seen(again), again.unknown], [[true, false, true], [7]]);
    await checkRefused(['drafts', rootId, 'seen', '9'], /no draft 9/);
    assert.deepEqual(seen(await mind('drafts', rootId, 'seen')), [true, true, true]);
  });

  it('prune takes the oldest exchanges away', async () => {
    const { rootId } = await begin('draft: A', 'draft: B', 'draft: C');
    for (const text of ['Two', 'Three']) {
      await mind('accept', rootId);
      await dominds('send', rootId, text);
    }
    await mind('accept', rootId);
    const { history } = await mind('prune', rootId, '1');
    assert.deepEqual(
      history.map(({ text }) => text),
      ['Two', 'B', 'Three', 'C'],
    );
  });

  it('pauses after three quiet steps, and goes on when asked', async () => {
    const { rootId } = await begin('draft: A', '', 'skip: true', '{}', 'draft: B');
    assert.deepEqual(texts(await mind('run', rootId)), ['1 A']);
    assert.equal((await mind('drafts', rootId)).iteration, 5);
    assert.deepEqual(texts(await mind('run', rootId)), ['1 B', '2 A']);
  });

  it('limits come from .minds/draft.yaml, and what is wrong there is told with its place', async () => {
    await workspace.write('.minds/draft.yaml', 'draft_buffer_size: 1\ndraft_max_iterations: 2\nquiet_steps: -1\n');
    await play('draft: A', 'draft: B', 'thoughts: [x]', 'thoughts: [y]', 'draft: C');
    const started = await dominds('start', '--mode', 'draft', 'Hello?');
    assert.match(
      started.stderr,
      /^dominds: \.minds\/draft\.yaml:3:1: quiet_steps is a whole number from 0 to 1000 — /m,
    );
    const { rootId } = settledOf(started);
    assert.deepEqual(texts(await mind('run', rootId)), ['1 B']);
    assert.equal((await mind('run', rootId)).iteration, 5);
  });

  it('idle thinking goes on without a message, and ignores a draft', async () => {
    await workspace.write('.minds/draft.yaml', 'idle_thinking: true\n');
    await play('draft: early', 'thoughts: [one]');
    const { rootId } = settledOf(await dominds('start', '--mode', 'draft'));
    const { drafts, iteration } = await mind('run', rootId, '2');
    assert.deepEqual([drafts, iteration], [[], 2]);
  });

  it('a step that fails changes nothing, and run goes on after it', async () => {
    await workspace.write('.minds/p.yaml', 'replies:\n  - fail: {status: 401, message: no}\n  - say: "draft: A"\n');
    const failed = await dominds('start', '--mode', 'draft', 'Hello?');
    assert.equal(failed.code, 4);
    const { rootId, draft } = settledOf(failed);
    assert.deepEqual([draft.iteration, draft.drafts], [1, []]);
    assert.deepEqual(texts(await mind('run', rootId)), ['1 A']);
  });

  it('prompt shows the exact input of the next step', async () => {
    const { rootId } = await begin('thoughts: [greet]\ndraft: Hi');
    const [{ messages, tools }] = (await dominds('prompt', rootId)).json as [
      { messages: { role: string; content: string }[]; tools: unknown[] },
    ];
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.deepEqual(tools, []);
    assert.match(messages[0]?.content ?? '', /word for word/);
    assert.doesNotMatch(messages[0]?.content ?? '', /!\?@/);
    const input = messages[1]?.content ?? '';
    assert.match(input, /- \|- {2}# age: 1, cluster: \{~\}\n {4}greet\n/);
    const { meta, dialogue } = parse(input);
    assert.deepEqual([meta.self, meta.iter], ['dominds', 2]);
    assert.deepEqual(dialogue, { history: [], awaiting: { age: 1, text: 'Hello?' }, drafts: ['Hi'] });
  });

  it('people read drafts, and a chat dialog has none', async () => {
    const { rootId } = await begin('draft: |\n  Hi\n  there');
    const shown = await plain('mind', 'drafts', rootId);
    assert.match(shown.stdout, /▸ you\n {2}Hello\?\n\n▸ draft 1 d1 · unseen\n {2}Hi\n {2}there\n/);
    assert.match(shown.stderr, /there is a new draft/);
    const { rootId: chat } = settledOf(await dominds('start'));
    await checkRefused(['drafts', chat], /has no drafts/);
    assert.equal((await dominds('clear-mind', rootId)).code, 1);
  });

  it('is carried out by the process that drives, where there is one', async () => {
    const { rootId } = await begin('draft: One.', 'draft: Two.', 'draft: Three.', 'draft: Four.');
    const driver = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(driver.ok);
    try {
      const ran = await mind('run', rootId, '1');
      assert.deepEqual(texts(ran), ['1 Two.', '2 One.']);
      const seen = await mind('drafts', rootId, 'seen', '2', '9');
      assert.deepEqual([seen.drafts.map(each => each.seen), seen.unknown], [[false, true], [9]]);
      const stale = await dominds('mind', 'accept', rootId, '1', '--id', 'd1');
      assert.deepEqual([stale.code, /Draft 1 is d2 now/.test(stale.stderr)], [1, true]);
      const accepted = await mind('accept', rootId, '2');
      assert.deepEqual([accepted.history.at(-1)?.text, accepted.awaiting], ['One.', null]);
      const sent = await mind('message', rootId, 'And you?');
      assert.equal(sent.awaiting?.text, 'And you?');
      const refused = await dominds('mind', 'message', rootId, 'Again?');
      assert.match(refused.stderr, /no draft yet/);
      assert.deepEqual(texts(await mind('run', rootId)), ['1 Three.']);
      assert.equal((await mind('prune', rootId, '1')).history.length, 0);
    } finally {
      await driver.runtime.close();
    }
  });

  it('wrong words exit 2', async () => {
    const { rootId } = await begin('draft: A');
    for (const words of [
      ['mind', 'think', rootId],
      ['mind', 'message', rootId],
      ['mind', 'message', rootId, 'two', 'texts'],
      ['mind', 'run', rootId, 'x'],
      ['mind', 'accept', rootId, 'x'],
      ['mind', 'drafts', rootId, 'unseen'],
      ['mind', 'drafts', rootId, '--id', 'd1'],
      ['mind', 'prune', rootId],
      ['mind', 'drafts'],
    ]) {
      assert.equal((await plain(...words)).code, 2, words.join(' '));
    }
  });

  async function checkRefused(argv: readonly string[], stderr: RegExp): Promise<void> {
    const root = argv[1] ?? '';
    const before = await dominds('show', root);
    const run = await plain('mind', ...argv);
    assert.equal(run.code, 1);
    assert.match(run.stderr, stderr);
    assert.equal((await dominds('show', root)).stdout, before.stdout);
  }
});

function timeOf(item: object | undefined): string {
  return (item as { time: string }).time;
}

function documentOf({ json, stderr, code }: CliRun): DraftDocument {
  assert.equal(code, 0, stderr);
  assert.equal(json.length, 1);
  return json[0] as DraftDocument;
}

function settledOf(run: CliRun): SettledLine {
  const last = run.json.at(-1) as SettledLine;
  assert.equal(last?.type, 'settled', run.stderr + run.stdout);
  return last;
}
