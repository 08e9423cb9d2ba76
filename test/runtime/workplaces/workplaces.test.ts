// Members that work in places of their own (SPEC 27), in a whole runtime.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootRef } from '../../../src/core/base/ids.ts';
import type { Runtime } from '../../../src/runtime.ts';
import { byPerson } from '../../support/by-person.ts';
import { answer, begin, gitIn, listing, makeStory, type Story, type StoryOptions } from './story.ts';

const team = `
member_defaults: {diligence-push-max: 0, dialect: tellask}
members:
  lead: {}
  coder: {workplace: own}
`;
const edit = (path: string, before: string, after: string) => [
  { name: 'read_file', args: { path } },
  { name: 'edit_file', args: { path, old: before, new: after } },
];
const five = 'one\ntwo\nthree\nfour\nfive\n';
const call = { when: { agent: 'lead', contains: 'Please' }, say: '!?@coder !tellaskSession s Change it' };

let story: Story;

async function play(options: Partial<StoryOptions>) {
  story = await makeStory({ files: { 'a.txt': five, 'b.txt': 'b\n' }, team, replies: [], ...options });
  return story.open();
}

describe('a member with a place of its own', () => {
  afterEach(() => story.close());

  for (const inGit of [true, false]) {
    it(`changes nothing until the person takes its work${inGit ? '' : ', without Git too'}`, async () => {
      const runtime = await play({
        inGit,
        uncommitted: { 'b.txt': 'b\nuncommitted\n', 'new.txt': 'untracked\n', 'node_modules/m.js': '1' },
        replies: [
          call,
          {
            when: { agent: 'coder' },
            tools: [
              ...edit('a.txt', 'two\n', 'TWO\n'),
              ...edit('b.txt', 'uncommitted', 'seen'),
              { name: 'read_file', args: { path: 'new.txt' } },
              { name: 'read_file', args: { path: 'node_modules/m.js' } },
              { name: 'write_file', args: { path: 'sub/c.txt', content: 'c\n' } },
            ],
          },
          { when: { agent: 'coder' }, say: 'Done.' },
          { when: { agent: 'lead' }, say: 'Thanks.' },
        ],
      });
      const before = listing(story.folder);
      const asked = await begin(runtime);
      assert.deepEqual(listing(story.folder), before);
      const [question] = asked.questions;
      assert.equal(question?.kind, 'merge');
      assert.match(question.tellaskHead, /@coder\? 3 files \+3 −2/);
      assert.match(question.bodyContent, /-two\n\+TWO/);
      assert.deepEqual(question.options, ['take all', 'send back', 'drop']);
      assert.equal(story.places().length, 1);
      const done = await answer(runtime, asked, 'take all');
      assert.equal(done.response?.trim(), 'Thanks.');
      assert.equal(await story.read('a.txt'), five.replace('two', 'TWO'));
      assert.equal(await story.read('b.txt'), 'b\nseen\n');
      assert.equal(await story.read('sub/c.txt'), 'c\n');
      assert.equal(await story.read('node_modules/m.js'), '1');
      assert.deepEqual(story.places(), []);
      if (inGit) assert.equal(gitIn(story.folder, 'branch', '--format', '%(refname:short)'), 'main\n');
    });
  }

  it('is told the right path when it names the shared folder, in a command too', async () => {
    const runtime = await play({});
    const named = path.join(story.folder, 'a.txt');
    writeFileSync(
      path.join(story.folder, '.minds/p.yaml'),
      JSON.stringify({
        replies: [
          call,
          {
            when: { agent: 'coder' },
            tools: [
              { name: 'write_file', args: { path: named, content: 'x' } },
              { name: 'run_shell', args: { command: `echo x > ${named}` } },
            ],
          },
          { when: { agent: 'coder' }, say: 'Done.' },
          { when: { agent: 'lead' }, say: 'Thanks.' },
        ],
      }),
    );
    const { rootId, questions } = await begin(runtime);
    assert.deepEqual(questions, []);
    assert.equal(await story.read('a.txt'), five);
    const results = await toolResults(rootId);
    assert.equal(new Set(results).size, 1, results.join('\n'));
    assert.match(results[0] ?? '', /use a\.txt instead/);
  });

  it('works on with the words of the person when its work is sent back', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'coder', contains: 'Not so loud' }, tools: edit('a.txt', 'TWO\n', 'Two\n') },
        { when: { agent: 'coder' }, say: 'Done again.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    const again = await answer(runtime, asked, 'Not so loud');
    const [question] = again.questions;
    assert.match(question?.bodyContent ?? '', /Change it \(round 2\)\n\nYou sent it back: Not so loud\n.*\+Two/s);
    await answer(runtime, again, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'Two'));
  });

  it('gives what the person chooses, and asks about the rest again', async () => {
    const ten = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
    const runtime = await play({
      files: { 'a.txt': ten, 'b.txt': 'b\n' },
      replies: [
        call,
        {
          when: { agent: 'coder' },
          tools: [
            { name: 'read_file', args: { path: 'a.txt' } },
            { name: 'edit_file', args: { path: 'a.txt', old: 'line 2\n', new: 'two\n' } },
            { name: 'edit_file', args: { path: 'a.txt', old: 'line 15\n', new: 'fifteen\n' } },
            ...edit('b.txt', 'b\n', 'B\n'),
          ],
        },
        { when: { agent: 'coder' }, say: 'Done.' },
        {
          when: { agent: 'lead', contains: 'The rest is dropped: a.txt, b.txt' },
          say: '!?@coder !tellaskSession s Once more',
        },
        { when: { agent: 'coder', contains: 'were not taken: a.txt, b.txt' }, say: 'I see.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    const [first] = asked.questions;
    assert.match(first?.bodyContent ?? '', /answer with files and numbers of hunks: `take a\.txt:1`/);
    assert.match(first?.bodyContent ?? '', /^@@ -13,7 \+13,7 @@ #2$/m);
    assert.deepEqual(first?.work?.files, [
      { path: 'a.txt', added: 2, removed: 2, hunks: 2 },
      { path: 'b.txt', added: 1, removed: 1 },
    ]);
    assert.equal(await refusalOf(runtime, asked, 'take a.txt:3 b.txt'), 'merge-unfit');
    const rest = await answer(runtime, asked, 'take a.txt:2');
    assert.equal(await story.read('a.txt'), ten.replace('line 15\n', 'fifteen\n'));
    assert.equal(await story.read('b.txt'), 'b\n');
    assert.match(rest.questions[0]?.tellaskHead ?? '', /Take the other changes of @coder\? 2 files \+2 −2/);
    assert.match(rest.questions[0]?.bodyContent ?? '', /Taken: a\.txt:2\. Still waiting: a\.txt, b\.txt/);
    const done = await answer(runtime, rest, 'drop');
    assert.equal(done.response?.trim(), 'Thanks.');
    assert.equal(await story.read('b.txt'), 'b\n');
    assert.deepEqual(story.places(), []);
  });

  it('is asked about anew when it changed after the person saw it', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    const [place = ''] = story.places();
    writeFileSync(path.join(place, path.basename(place), 'b.txt'), 'from a command that still runs\n');
    const again = await answer(runtime, asked, 'take all');
    assert.equal(await story.read('a.txt'), five);
    assert.match(again.questions[0]?.bodyContent ?? '', /it changed after you were asked.*a command that still runs/s);
    await answer(runtime, again, 'take all');
    assert.equal(await story.read('b.txt'), 'from a command that still runs\n');
  });

  it('leaves nothing when its work is dropped', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead' }, say: 'Then not.' },
      ],
    });
    const before = listing(story.folder);
    const done = await answer(runtime, await begin(runtime), 'drop');
    assert.equal(done.response?.trim(), 'Then not.');
    assert.deepEqual(listing(story.folder), before);
    assert.deepEqual(story.places(), []);
  });

  it('keeps what others changed meanwhile in other lines', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    await story.write('a.txt', five.replace('five', 'FIVE'));
    await answer(runtime, asked, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'TWO').replace('five', 'FIVE'));
  });

  it('resolves a conflict itself, and nothing is half taken until then', async () => {
    const runtime = await play({
      replies: [
        call,
        {
          when: { agent: 'coder' },
          tools: [...edit('a.txt', 'two\n', 'TWO\n'), ...edit('b.txt', 'b\n', 'B\n')],
        },
        { when: { agent: 'coder' }, say: 'Done.' },
        {
          when: { agent: 'coder', contains: 'both sides stand' },
          tools: [{ name: 'read_file', args: { path: 'a.txt' } }],
        },
        {
          when: { agent: 'coder', contains: '<<<<<<<' },
          tools: [{ name: 'write_file', args: { path: 'a.txt', content: five.replace('two', 'TWO and zwei') } }],
        },
        { when: { agent: 'coder' }, say: 'Resolved.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    await story.write('a.txt', five.replace('two', 'zwei'));
    const again = await answer(runtime, asked, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'zwei'));
    assert.equal(await story.read('b.txt'), 'b\n');
    assert.match(again.questions[0]?.bodyContent ?? '', /\+TWO and zwei/);
    await answer(runtime, again, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'TWO and zwei'));
    assert.equal(await story.read('b.txt'), 'B\n');
  });

  it('lets its caller take single files, where the caller decides', async () => {
    const runtime = await play({
      team: team.replace('workplace: own', 'workplace: own, merge: auto'),
      replies: [
        call,
        {
          when: { agent: 'coder' },
          tools: [...edit('a.txt', 'two\n', 'TWO\n'), ...edit('b.txt', 'b\n', 'B\n')],
        },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead', contains: 'merge_work' }, tools: [{ name: 'merge_work', args: { callId: 'wrong' } }] },
        { when: { agent: 'lead' }, say: 'Which one?' },
      ],
    });
    const { rootId } = await begin(runtime);
    const told = (await toolResults(rootId)).join('\n');
    const [, callId] = /Waiting: (\S+) \(@coder: /.exec(told) ?? [];
    assert.ok(callId, told);
    const take = (paths?: string[]) => ({ name: 'merge_work', args: { callId, ...(paths && { paths }) } });
    writeFileSync(
      path.join(story.folder, '.minds/p.yaml'),
      JSON.stringify({
        replies: [
          ...Array.from({ length: 6 }, () => ({ when: { agent: 'nobody' }, say: 'Played before.' })),
          { when: { contains: 'Take one' }, tools: [take(['b.txt'])] },
          { when: { contains: 'Still waiting: a.txt' }, say: 'One taken.' },
          { when: { contains: 'Take the other' }, tools: [take()] },
          { when: { contains: 'Taken: a.txt' }, say: 'All taken.' },
        ],
      }),
    );
    await runtime.close();
    const next = await story.open();
    const say = async (content: string) => {
      const dialog = { rootId, selfId: rootId as never };
      const said = await next.perform({ kind: 'say', dialog, content, msgId: content });
      assert.ok(said.ok);
      return (await next.settled(rootId)).response?.trim();
    };
    assert.equal(await say('Take one'), 'One taken.');
    assert.equal(await story.read('b.txt'), 'B\n');
    assert.equal(await story.read('a.txt'), five);
    assert.equal(await say('Take the other'), 'All taken.');
    assert.equal(await story.read('a.txt'), five.replace('two', 'TWO'));
    assert.deepEqual(story.places(), []);
  });

  it('works in a copy of the copy when its caller has one too, and teammates without one work in that of their caller', async () => {
    const runtime = await play({
      team: `${team.replace('workplace: own', 'workplace: own, merge: ask')}  planner: {workplace: own}\n  reader: {}\n`,
      replies: [
        { when: { agent: 'lead', contains: 'Please' }, say: '!?@planner Change it' },
        { when: { agent: 'planner' }, tools: edit('b.txt', 'b\n', 'B\n') },
        { when: { agent: 'planner' }, say: '!?@coder Change it too' },
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: '!?@reader Look at both' },
        {
          when: { agent: 'reader' },
          tools: ['a.txt', 'b.txt'].map(file => ({ name: 'read_file', args: { path: file } })),
        },
        { when: { agent: 'reader' }, say: 'Seen.' },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'planner' }, say: 'Done.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const before = listing(story.folder);
    const first = await begin(runtime);
    assert.match(first.questions[0]?.tellaskHead ?? '', /@coder\? 1 file/);
    const seen = (await toolResults(first.rootId)).join('\n');
    assert.match(seen, /2\\tTWO/);
    assert.match(seen, /1\\tB/);
    const second = await answer(runtime, first, 'take all');
    assert.match(second.questions[0]?.tellaskHead ?? '', /@planner\? 2 files/);
    assert.deepEqual(listing(story.folder), before);
    await answer(runtime, second, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'TWO'));
    assert.equal(await story.read('b.txt'), 'B\n');
    assert.deepEqual(story.places(), []);
  });

  it('gets a new place, and is told, when the one before is gone', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', 'TWO\n') },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'coder', contains: 'is gone' }, tools: edit('a.txt', 'two\n', 'zwei\n') },
        { when: { agent: 'coder' }, say: 'Made again.' },
        { when: { agent: 'lead' }, say: 'Thanks.' },
      ],
    });
    const asked = await begin(runtime);
    for (const place of story.places()) rmSync(place, { recursive: true });
    const again = await answer(runtime, asked, 'Once more');
    assert.match(again.questions[0]?.bodyContent ?? '', /\+zwei/);
    await answer(runtime, again, 'take all');
    assert.equal(await story.read('a.txt'), five.replace('two', 'zwei'));
  });

  it('does not start where no place can be made, and its caller reads why', async () => {
    const runtime = await play({
      replies: [
        call,
        { when: { agent: 'lead', contains: 'No place of its own' }, say: 'I see.' },
        { say: 'Not told.' },
      ],
    });
    writeFileSync(path.join(story.home, 'dominds'), '');
    rmSync(path.join(story.home, 'dominds'), { force: true, recursive: true });
    writeFileSync(path.join(story.home, 'dominds'), 'no folder');
    const done = await begin(runtime);
    assert.equal(done.response?.trim(), 'I see.');
    rmSync(path.join(story.home, 'dominds'), { force: true });
    assert.ok(!existsSync(path.join(story.home, 'dominds')));
  });
});

describe('the health check', () => {
  afterEach(() => story.close());

  const begunBy = (name: string) => [
    call,
    { when: { agent: 'coder' }, tools: edit('a.txt', 'two\n', `${name}\n`) },
    { when: { agent: 'coder' }, say: 'Done.' },
    { when: { agent: 'lead' }, say: 'Thanks.' },
  ];

  it('removes places that no dialog needs, and shows work that nobody took', async () => {
    const runtime = await play({ replies: [...begunBy('first'), ...begunBy('second')] });
    const first = await begin(runtime);
    const [untaken] = story.places();
    const inUse = await runtime.doctor();
    assert.ok(inUse.ok && inUse.report.problems.length === 0, JSON.stringify(inUse));
    assert.ok(
      (await runtime.perform({ kind: 'markDone', msgId: 'done', dialog: rootRef(first.rootId), force: true })).ok,
    );
    const second = await begin(runtime);
    const [left] = story.places().filter(place => place !== untaken);
    assert.ok(left && untaken);
    await answer(runtime, second, 'take all');
    // A removal that was cut short.
    mkdirSync(path.join(left, path.basename(left)), { recursive: true });
    const found = await runtime.doctor();
    assert.ok(found.ok);
    assert.deepEqual(
      found.report.problems.map(({ path: at, finding }) => [at, finding.id]).toSorted(),
      [
        [untaken, 'workplace-untaken'],
        [left, 'workplace-left'],
      ].toSorted(),
    );
    const repaired = await runtime.doctor({ repair: true });
    assert.ok(repaired.ok && repaired.report.ok);
    assert.deepEqual(story.places(), [untaken]);
  });
});

/** Why an answer to the first open question is refused. */
async function refusalOf(runtime: Runtime, settled: Awaited<ReturnType<typeof begin>>, content: string) {
  const [question] = settled.questions;
  assert.ok(question);
  const { id, rootId, selfId } = question;
  const dialog = { rootId, selfId };
  const asked = { kind: 'answer', questionId: id, content, msgId: content, dialog } as const;
  const answered = await runtime.perform(asked, byPerson);
  return answered.ok ? undefined : answered.why.id;
}

/** What tools of any dialog of a tree gave back. */
async function toolResults(rootId: string): Promise<readonly string[]> {
  const found = Object.values(listing(path.join(story.folder, '.dialogs'))).join('\n');
  assert.ok(found.includes(rootId));
  return [...found.matchAll(/"kind":"toolReturned".*?"content":"(.*?)"/g)].map(([, text = '']) => text);
}
