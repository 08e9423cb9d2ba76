// Several runtimes on one folder: one drives, the others follow it, hand words over and take over (SPEC 9.4).
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DialogRef, type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import { sealedIntent } from '../../src/core/intents/wire.ts';
import { createSeals } from '../../src/runtime/trust/seals.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { markLine, splitLine } from '../../src/store/files/courses/writer-mark.ts';
import { byPerson } from '../support/by-person.ts';
import { nextTurn } from '../support/next-turn.ts';
import { makeOpenedWorkspace, type OpenedWorkspace } from '../support/opened-workspace.ts';
import { told } from '../support/told.ts';

const files = {
  '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
};

describe('several processes on one folder', () => {
  let workspace: OpenedWorkspace;
  beforeEach(async () => {
    workspace = await makeOpenedWorkspace(files);
  });
  afterEach(() => workspace.close());

  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);
  const open = (mode: OpenOptions['mode'], options?: Partial<OpenOptions>) => workspace.open(mode, options);
  const start = async (runtime: Runtime, text = 'go'): Promise<RootId> => {
    const started = await runtime.perform({ kind: 'start', text });
    assert.ok(started.ok, JSON.stringify(started));
    return started.rootId;
  };
  const inbox = () => {
    const folder = path.join(workspace.folder, '.dialogs/inbox');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const kinds = async (runtime: Runtime, ref: DialogRef) => {
    const viewed = await runtime.view(ref);
    assert.ok(viewed.ok);
    return viewed.view.records.map(({ kind }) => kind);
  };
  const asking = `
  - {when: {agent: lead}, say: "!?@human Which?\\n!?Red or blue"}
  - {when: {agent: lead}, say: Painted.}
`;

  it('answers words of a follower in an aside while a subdialog works', async () => {
    await play(`
  - {when: {agent: lead, contains: go}, say: "!?@bob paint"}
  - {when: {agent: bob, contains: paint}, say: "!?@human Which?"}
  - {when: {agent: lead, contains: Aside}, say: Bob asks you something.}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: All done.}
`);
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const reader = await open('read');
    const said = await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'What now?', msgId: 'm2' });
    assert.deepEqual(said, { ok: true, queued: true, handedOver: true });
    const between = await reader.settled(rootId);
    assert.deepEqual([between.response, between.questions.length], ['Bob asks you something.', 1]);
    const recorded = await kinds(reader, rootRef(rootId));
    assert.deepEqual(recorded.slice(recorded.indexOf('asideOpened')), [
      'asideOpened',
      'userSaid',
      'generationStarted',
      'assistantSaid',
      'generationEnded',
      'asideEnded',
    ]);
    const [question] = between.questions;
    assert.ok(question);
    await reader.perform({ kind: 'answer', questionId: question.id, content: 'Red', msgId: 'm3' }, byPerson);
    assert.equal((await reader.settled(rootId)).response, 'All done.');
  });

  it('finds a question that the list hides after a power cut', async () => {
    await play(asking);
    const before = await open('drive');
    const rootId = await start(before);
    await before.settled(rootId);
    await before.close();
    const list = path.join(workspace.folder, '.dialogs/roots.jsonl');
    const stale = { rootId, state: 'idle', questions: 0, needsDrive: false };
    writeFileSync(list, `${readFileSync(list, 'utf8')}${JSON.stringify(stale)}\n`);
    const after = await open('drive');
    while (after.listRoots()[0]?.questions !== 1) await nextTurn();
  });

  it('lets one drive; the others read', async () => {
    await play(asking);
    const driver = await open('drive');
    const refused = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.equal(!refused.ok && refused.code, 'driven-elsewhere');
    const reader = await open('read');
    assert.equal(driver.drivenBy(), 'this');
    assert.equal(reader.drivenBy(), 'other');
    const demo = await reader.perform({ kind: 'start', text: 'go', demo: true });
    assert.equal(!demo.ok && demo.code, 'driven-elsewhere');
  });

  it('begins a dialog for another process, once, and refuses it there like here', async () => {
    await play('  - {say: Hello., repeat: true}\n');
    const driver = await open('drive');
    const reader = await open('read');
    const started = await reader.perform({ kind: 'start', text: 'go', agentId: 'lead', noDiligence: true });
    assert.ok(started.ok, JSON.stringify(started));
    const { rootId } = started;
    assert.equal((await driver.settled(rootId)).response, 'Hello.');
    assert.deepEqual(
      driver.listRoots().map(root => root.rootId),
      [rootId],
    );
    assert.deepEqual(await driver.perform({ kind: 'start', text: 'go', rootId }), { ok: true, rootId });
    assert.equal(driver.listRoots().length, 1);
    const refused = await reader.perform({ kind: 'start', text: 'go', agentId: 'nobody' });
    assert.equal(!refused.ok && refused.why.id, 'unknown-member');
  });

  it('reloads everything when another process wrote beside it, and continues to drive', async () => {
    await play('  - {say: One.}\n  - {say: Two.}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const who: string[] = [];
    const reread = new Promise<void>(resolve => {
      driver.onDriverChange(each => {
        who.push(each);
        resolve();
      });
    });
    const file = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
    const theirs = JSON.stringify({
      v: 1,
      at: '2026-01-02T03:04:05.006Z',
      kind: 'remindersSet',
      reminders: ['theirs'],
    });
    appendFileSync(file, `${markLine(theirs, { epoch: 9, writer: 'bbbbbbbb' })}\n`);
    const dialog = rootRef(rootId);
    const outrun = await driver.perform({ kind: 'say', dialog, content: 'on', msgId: 'm-1' });
    assert.equal(!outrun.ok && outrun.code, 'driven-elsewhere');
    await reread;
    assert.deepEqual(who, ['this']);
    assert.ok((await driver.perform({ kind: 'say', dialog, content: 'on', msgId: 'm-2' })).ok);
    const { response } = await driver.settled(rootId);
    assert.equal(response, 'Two.');
    const viewed = await driver.view(dialog);
    assert.deepEqual(viewed.ok && viewed.view.state.reminders, ['theirs']);
    assert.deepEqual(driver.problems(), []);
    const marks = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => splitLine(line).mark?.epoch);
    assert.deepEqual([...new Set(marks)], [1, 9, 10]);
  });

  it('asks the present driver how a tree has settled', async () => {
    await play('  - {say: One.}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    assert.deepEqual((await driver.settled(rootId)).questions, []);
    const file = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
    const question = { questionId: 'q-1', questionKind: 'ask', headline: 'Theirs?', body: '', genseq: 1 };
    const theirs = JSON.stringify({ v: 1, at: '2026-01-02T03:04:05.006Z', kind: 'questionAsked', ...question });
    appendFileSync(file, `${markLine(theirs, { epoch: 9, writer: 'bbbbbbbb' })}\n`);
    assert.equal(
      (await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'on', msgId: 'm-1' })).ok,
      false,
    );
    const { questions } = await driver.settled(rootId);
    assert.deepEqual(
      questions.map(({ tellaskHead }) => tellaskHead),
      ['Theirs?'],
    );
  });

  it('shows a reader every record of a new root, in order, and how the tree settles', async () => {
    await play(`
  - {when: {agent: lead}, say: "!?@bob Paint"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: "!?@human Enough?"}
`);
    const driver = await open('drive');
    const reader = await open('read');
    const driven = eventsOf(driver);
    const followed = eventsOf(reader);
    const rootId = await start(driver);
    const settled = await driver.settled(rootId);
    assert.deepEqual(await reader.settled(rootId), settled);
    assert.equal(settled.questions.length, 1);
    for (const selfId of new Set(recorded(driven).map(event => event.selfId))) {
      const of = (events: readonly FeedEvent[]) => recorded(events).filter(event => event.selfId === selfId);
      assert.deepEqual(of(followed), of(driven));
    }
    assert.deepEqual(counts(followed), counts(driven));
    assert.deepEqual(summaries(followed).at(-1), driver.listRoots()[0]);
    assert.deepEqual(reader.listRoots(), driver.listRoots());
    assert.deepEqual(await reader.tree(rootId), await driver.tree(rootId));
  });

  it('shows a reader what comes after it began, and nothing before', async () => {
    await play('  - {say: One.}\n  - {say: Two.}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const reader = await open('read');
    const followed = eventsOf(reader);
    const driven = eventsOf(driver);
    await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' });
    await driver.settled(rootId);
    await reader.settled(rootId);
    assert.deepEqual(recorded(followed), recorded(driven));
    assert.equal(recorded(driven)[0]?.record.kind, 'userSaid');
  });

  it('follows changes of a dialog that rests, a new course, and a root that is moved', async () => {
    await play('  - {say: One., repeat: true}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const reader = await open('read');
    const followed = eventsOf(reader);
    const changes = untilSummary(reader, ({ status }) => status === 'archived');
    const reminded = untilRecorded(reader, 'remindersSet');
    await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['one'] });
    await reminded;
    await driver.perform({ kind: 'clearMind', dialog: rootRef(rootId) });
    await driver.settled(rootId);
    await driver.perform({ kind: 'archive', dialog: rootRef(rootId) });
    await changes;
    assert.deepEqual(
      recorded(followed).map(({ record }) => record.kind),
      [
        'remindersSet',
        'courseStarted',
        'generationStarted',
        'assistantSaid',
        'generationEnded',
        'dialogCompleted',
        'dialogArchived',
      ],
    );
    assert.deepEqual(await kinds(reader, rootRef(rootId)), await kinds(driver, rootRef(rootId)));
  });

  it('tells a reader each record and count once, in the order of the driver, when the clock stands still', async () => {
    await play(`
  - {when: {agent: lead, contains: paint}, say: "!?@bob Paint"}
  - {when: {agent: bob}, say: "!?@human Which?\\n!?Red or blue\\n\\n!?@human How much?\\n!?All or half"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: "!?@bob Paint again"}
  - {when: {agent: bob}, say: Again.}
  - {when: {agent: lead}, say: Enough.}
`);
    const stopped = Date.now();
    const driver = await open('drive', { now: () => stopped });
    const rootId = await start(driver, 'paint');
    await driver.settled(rootId);
    const reader = await open('read');
    const driven = eventsOf(driver);
    const followed = eventsOf(reader);
    const reminded = untilRecorded(reader, 'remindersSet');
    await driver.perform({ kind: 'setReminders', dialog: rootRef(rootId), reminders: ['one'] });
    await reminded;
    for (const { id } of await driver.questions()) {
      await driver.perform({ kind: 'answer', questionId: id, content: 'yes', msgId: id }, byPerson);
    }
    const settled = await driver.settled(rootId);
    assert.equal(settled.response, 'Enough.');
    await reader.settled(rootId);
    await driver.perform({ kind: 'clearMind', dialog: rootRef(rootId) });
    await driver.settled(rootId);
    await reader.settled(rootId);
    assert.deepEqual(recorded(followed), recorded(driven).sort(inTreeOrder));
    assert.deepEqual(counts(followed), counts(driven));
    assert.deepEqual(
      counts(followed).map(({ previousCount, questionCount }) => [previousCount, questionCount]),
      [
        [2, 1],
        [1, 0],
      ],
    );
    assert.deepEqual(reader.listRoots(), driver.listRoots());
  });

  it('hands an answer over; the driver applies it once, and the reader follows until the tree settles', async () => {
    await play(asking);
    const driver = await open('drive');
    const reader = await open('read');
    const rootId = await start(driver);
    const [question] = (await reader.settled(rootId)).questions;
    assert.ok(question);
    const wrong = await reader.perform(
      { kind: 'answer', questionId: 'q-unknown', content: 'x', msgId: 'm-0' },
      byPerson,
    );
    assert.equal(!wrong.ok && wrong.code, 'unknown-question');
    const answered = await reader.perform(
      { kind: 'answer', questionId: question.id, content: 'blue', msgId: 'm-1' },
      byPerson,
    );
    assert.deepEqual(answered, { ok: true, dialog: rootRef(rootId), handedOver: true });
    const settled = await reader.settled(rootId);
    assert.equal(settled.response, 'Painted.');
    assert.deepEqual(settled.questions, []);
    assert.deepEqual(inbox(), []);
    const again = await reader.perform(
      { kind: 'answer', questionId: question.id, content: 'red', msgId: 'm-2' },
      byPerson,
    );
    assert.equal(again.ok, false);
    const all = await kinds(driver, rootRef(rootId));
    assert.equal(all.filter(kind => kind === 'questionAnswered').length, 1);
  });

  it('shows a reader the record of its answer before the tree settles, also while another question is open', async () => {
    await play(`
  - {when: {agent: lead}, say: "!?@human Which?\\n\\n!?@human Where?"}
`);
    const driver = await open('drive');
    const rootId = await start(driver);
    const [question] = (await driver.settled(rootId)).questions;
    assert.ok(question);
    const reader = await open('read');
    const seen: string[] = [];
    reader.subscribe(event => seen.push(event.type === 'recorded' ? event.record.kind : event.type));
    await reader.perform({ kind: 'answer', questionId: question.id, content: 'blue', msgId: 'm-1' }, byPerson);
    assert.equal((await reader.settled(rootId)).questions.length, 1);
    assert.deepEqual(seen.slice(0, 2), ['questionAnswered', 'questions_count_update']);
  });

  it('tells who said it why the driver refused it', async () => {
    await play(asking);
    const driver = await open('drive');
    const rootId = await start(driver);
    const [question] = (await driver.settled(rootId)).questions;
    assert.ok(question);
    const [one, other] = [await open('read'), await open('read')];
    const answers = await Promise.all([
      one.perform({ kind: 'answer', questionId: question.id, content: 'blue', msgId: 'm-1' }, byPerson),
      other.perform({ kind: 'answer', questionId: question.id, content: 'red', msgId: 'm-2' }, byPerson),
    ]);
    assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true]);
    const refused = answers.map(told).find(({ ok }) => !ok);
    assert.ok(refused && !refused.ok);
    assert.match(refused.code, /^(already-answered|unknown-question)$/);
    assert.notEqual(refused.remedy, '');
    assert.deepEqual(inbox(), []);
    await driver.settled(rootId);
  });

  it('hands a message over', async () => {
    await play('  - {say: One.}\n  - {say: Two.}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const reader = await open('read');
    const said = await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' });
    assert.deepEqual(said, { ok: true, queued: true, handedOver: true });
    assert.equal((await reader.settled(rootId)).response, 'Two.');
    const empty = await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: ' ', msgId: 'm-3' });
    assert.equal(!empty.ok && empty.code, 'empty-message');
  });

  it('hands a draft over once, whatever the driver was told of it before', async () => {
    await play('  - {say: "draft: One."}\n  - {say: "draft: Two."}\n');
    const driver = await open('drive');
    const started = await driver.perform({ kind: 'start', text: 'go', mode: 'draft' });
    assert.ok(started.ok);
    const { rootId } = started;
    await driver.settled(rootId);
    const reader = await open('read');
    const run = { kind: 'run', msgId: 'r-1', until: 'steps', steps: 1 } as const;
    for (const _ of [1, 2])
      assert.ok((await reader.perform({ kind: 'draft', dialog: rootRef(rootId), draft: run })).ok);
    await driver.settled(rootId);
    const all = await kinds(driver, rootRef(rootId));
    assert.equal(all.filter(kind => kind === 'draftStepped').length, 2);
    const accepted = await reader.perform({ kind: 'draft', dialog: rootRef(rootId), draft: { kind: 'accept', n: 1 } });
    assert.equal(accepted.ok && accepted.draft.history.at(-1)?.text, 'Two.');
    assert.deepEqual(inbox(), []);
  });

  it('hands over what becomes of a queued message', async () => {
    await play(asking);
    const driver = await open('drive');
    const reader = await open('read');
    const dialog = rootRef(await start(driver));
    await driver.settled(dialog.rootId);
    for (const queuedMsgId of ['m-1', 'm-2'])
      await reader.perform({ kind: 'say', dialog, content: queuedMsgId, msgId: queuedMsgId });
    assert.deepEqual(await reader.perform({ kind: 'changeQueued', dialog, queuedMsgId: 'm-1', content: 'blue' }), {
      ok: true,
      by: 'driver',
    });
    assert.ok((await reader.perform({ kind: 'removeQueued', dialog, queuedMsgId: 'm-2' })).ok);
    const [question] = await reader.questions();
    const answer = { questionId: question?.id ?? '', content: 'blue', msgId: 'a-1', queuedMsgId: 'm-1' };
    assert.ok((await reader.perform({ kind: 'answer', ...answer }, byPerson)).ok);
    assert.equal((await reader.settled(dialog.rootId)).response, 'Painted.');
    const late = await reader.perform({ kind: 'removeQueued', dialog, queuedMsgId: 'm-1' });
    assert.equal(!late.ok && late.code, 'wrong-state');
    assert.deepEqual(inbox(), []);
    const all = await kinds(driver, dialog);
    assert.deepEqual(
      ['queuedChanged', 'queuedRemoved', 'userSaid'].map(kind => all.filter(each => each === kind).length),
      [1, 2, 1],
    );
  });

  it('hands a stop over, and says what has stopped', async () => {
    await play('  - {delayMs: 100000, say: Late.}\n');
    const driver = await open('drive');
    const reader = await open('read');
    const started = untilRecorded(reader, 'generationStarted');
    const rootId = await start(driver);
    await started;
    assert.equal(reader.activity().generating, 1);
    assert.deepEqual(await reader.perform({ kind: 'stop', dialog: rootRef(rootId), tree: true }), {
      ok: true,
      stopped: [rootRef(rootId)],
    });
    assert.equal((await reader.settled(rootId)).state, 'interrupted');
    assert.deepEqual(await reader.perform({ kind: 'stopAll' }), { ok: true, stopped: [] });
    assert.deepEqual(inbox(), []);
  });

  it('refuses to hand over when no process drives', async () => {
    await play('  - {say: One., repeat: true}\n');
    const driver = await open('drive');
    const rootId = await start(driver);
    await driver.settled(rootId);
    await driver.close();
    const reader = await open('read');
    assert.equal(reader.drivenBy(), 'nobody');
    const said = await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' });
    assert.equal(!said.ok && said.code, 'driven-elsewhere');
    assert.deepEqual(inbox(), []);
  });

  describe('whose driver leaves just before an intent', () => {
    const leave = async (takesOver: OpenOptions['takesOver']) => {
      await play('  - {say: One.}\n  - {say: Two., repeat: true}\n');
      const driver = await open('drive');
      const rootId = await start(driver);
      await driver.settled(rootId);
      const reader = await open('read', takesOver && { takesOver });
      await driver.close();
      return { rootId, reader };
    };

    it('drives what was said to it', async () => {
      const { rootId, reader } = await leave('drive');
      const said = await reader.perform(
        { kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' },
        byPerson,
      );
      assert.ok(said.ok, JSON.stringify(said));
      assert.equal((await reader.settled(rootId)).response, 'Two.');
      const recorded = await kinds(reader, rootRef(rootId));
      assert.equal(recorded.filter(kind => kind === 'userSaid').length, 2);
    });

    it('records it and drives nothing when it is opened for that', async () => {
      const { rootId, reader } = await leave('record');
      assert.equal(
        (await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' })).ok,
        true,
      );
      assert.equal((await kinds(reader, rootRef(rootId))).at(-1), 'userSaid');
    });

    it('hands it to the next driver when that was quicker', async () => {
      const { rootId, reader } = await leave('record');
      const next = await open('drive');
      assert.equal(
        (await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' })).ok,
        true,
      );
      assert.equal((await next.settled(rootId)).response, 'Two.');
      assert.equal(reader.drivenBy(), 'other');
    });
  });

  it('tells a reader that its driver is gone, and lets it take over', async () => {
    await play('  - {say: One.}\n  - {say: Two.}\n');
    const driver = await open('drive');
    const reader = await open('read');
    const rootId = await start(driver);
    await driver.settled(rootId);
    const early = await reader.takeOver();
    assert.equal(!early.ok && early.code, 'driven-elsewhere');
    const changes: string[] = [];
    const gone = new Promise<void>(resolve => {
      reader.onDriverChange(who => {
        changes.push(who);
        if (who === 'nobody') resolve();
      });
    });
    await driver.close();
    await gone;
    assert.deepEqual(await reader.takeOver(), { ok: true });
    assert.deepEqual(changes, ['nobody', 'this']);
    assert.equal(reader.drivenBy(), 'this');
    const followed = eventsOf(reader);
    await reader.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' });
    assert.equal((await reader.settled(rootId)).response, 'Two.');
    assert.equal(recorded(followed)[0]?.record.kind, 'userSaid');
  });

  it('makes a driver that lost its lock write nothing more, and read from then on', async () => {
    await play('  - {delayMs: 100000, say: Late.}\n');
    let slept = 0;
    const driver = await open('drive', { now: () => Date.now() + slept });
    const started = untilRecorded(driver, 'generationStarted');
    const rootId = await start(driver);
    await started;
    const lock = path.join(workspace.folder, '.dialogs/lock');
    const course = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
    const before = readFileSync(course, 'utf8');
    const theirs = JSON.stringify({ ...JSON.parse(readFileSync(lock, 'utf8')), token: 'theirs' });
    writeFileSync(lock, theirs);
    const read = new Promise(resolve => driver.onDriverChange(resolve));
    slept = 15_000;
    const said = told(await driver.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-2' }));
    assert.ok(!said.ok);
    assert.equal(said.code, 'driven-elsewhere');
    assert.match(said.message, /took over/);
    await driver.perform({ kind: 'stop', dialog: rootRef(rootId), tree: false });
    assert.equal(await read, 'other');
    assert.equal(readFileSync(course, 'utf8'), before);
    assert.equal(readFileSync(lock, 'utf8'), theirs);
    assert.equal(driver.drivenBy(), 'other');
  });

  describe('with words that were left over', () => {
    const leftOver = (intent: object) => {
      const folder = path.join(workspace.folder, '.dialogs/inbox');
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        path.join(folder, 'm-9.json'),
        JSON.stringify({ v: 1, msgId: 'm-9', to: 'a driver that died', at: '2026-01-01', ...intent }),
      );
    };
    let rootId: RootId;
    beforeEach(async () => {
      await play('  - {say: One.}\n  - {say: Two.}\n');
      const driver = await open('drive');
      rootId = await start(driver);
      await driver.settled(rootId);
      await driver.close();
    });

    it('applies them at the next opening, and removes them', async () => {
      leftOver({ kind: 'say', dialog: rootRef(rootId), content: 'more' });
      const driver = await open('drive');
      assert.equal((await driver.settled(rootId)).response, 'Two.');
      assert.deepEqual(inbox(), []);
    });

    it('applies packets by their names, each message id once, and records where an answer came from', async () => {
      await play('  - {say: "!?@human Which colour?"}\n  - {say: Fine.}\n  - {say: More.}\n');
      const first = await open('drive');
      const asking = await start(first);
      const [question] = (await first.settled(asking)).questions;
      await first.close();
      const packet = {
        kind: 'drive_dialog_by_user_answer',
        continuationType: 'answer',
        questionId: question?.id,
        content: 'blue',
      };
      // The question id decides, not the dialog named beside it.
      for (const named of [rootId, asking]) {
        leftOver({ ...packet, dialog: rootRef(named) });
        const driver = await open('drive');
        assert.equal((await driver.settled(asking)).response, 'Fine.');
        assert.deepEqual(inbox(), []);
        const viewed = await driver.view(rootRef(asking));
        assert.ok(viewed.ok);
        assert.deepEqual(
          viewed.view.records.flatMap(record => (record.kind === 'questionAnswered' ? [record.by] : [])),
          [{ kind: 'person', surface: 'inbox' }],
        );
        await driver.close();
      }
    });

    it('waits for permission when the person must be asked first', async () => {
      leftOver({ kind: 'drive_dlg_by_user_msg', dialog: rootRef(rootId), content: 'more' });
      const driver = await open('drive', { resume: 'ask' });
      assert.equal((await driver.settled(rootId)).response, 'One.');
      assert.deepEqual(inbox(), ['m-9.json']);
      await driver.perform({ kind: 'continueAll' });
      assert.equal((await driver.settled(rootId)).response, 'Two.');
    });

    it('says which dialog an orderly close left at work, until it goes on', async () => {
      await play(`
  - {when: {agent: lead, contains: long}, delayMs: 600000, say: Never said.}
  - {when: {agent: lead}, say: Two.}
`);
      const first = await open('drive');
      const generates = new Promise<void>(resolve => {
        first.subscribe(event => {
          if (event.type === 'recorded' && event.record.kind === 'generationStarted') resolve();
        });
      });
      const left = await start(first, 'a long task');
      await generates;
      await first.close();
      const driver = await open('drive', { resume: 'ask' });
      const states = async () => {
        const found = await driver.tree(left);
        assert.ok(found.ok);
        const lines = driver.listRoots();
        const lineOf = (id: RootId) => lines.find(root => root.rootId === id)?.pause;
        return [found.tree.state, found.tree.pause, lineOf(left), lineOf(rootId)];
      };
      assert.deepEqual(await states(), ['idle', { kind: 'left' }, { kind: 'left' }, null]);
      await driver.perform({ kind: 'say', dialog: rootRef(left), content: 'rather this', msgId: 'm-20' });
      await driver.settled(left);
      assert.deepEqual(await states(), ['idle', undefined, null, null]);
    });

    it('a driver that may resume at once continues what was left, not what the person stopped', async () => {
      await play('  - {when: {contains: long}, delayMs: 600000, say: Never said., repeat: true}\n');
      const first = await open('drive');
      const begun = async (text: string) => {
        const generates = Promise.withResolvers<void>();
        first.subscribe(event => {
          if (event.type === 'recorded' && event.record.kind === 'generationStarted') generates.resolve();
        });
        const id = await start(first, text);
        await generates.promise;
        return id;
      };
      const stopped = await begun('a long stop');
      await first.perform({ kind: 'stop', dialog: rootRef(stopped), tree: false });
      const left = await begun('a long task');
      await first.close();
      await play('  - {say: Two., repeat: true}\n');
      const driver = await open('drive', { resume: 'always' });
      assert.equal((await driver.settled(left)).response, 'Two.');
      assert.equal((await driver.settled(stopped)).state, 'interrupted');
      assert.deepEqual(await driver.perform({ kind: 'continueAll' }), { ok: true, continued: [rootRef(stopped)] });
      assert.equal((await driver.settled(stopped)).response, 'Two.');
    });

    describe('as the answer to a permission', () => {
      let question: { readonly id: string; readonly dialog: DialogRef };
      beforeEach(async () => {
        const shell = '{name: run_shell, args: {command: "touch ran"}}';
        await play(`  - {when: {contains: shell}, tools: [${shell}]}\n  - {say: Over., repeat: true}\n`);
        const driver = await open('drive');
        rootId = await start(driver, 'shell');
        const [asked] = (await driver.settled(rootId)).questions;
        assert.equal(asked?.kind, 'permission');
        question = { id: asked?.id ?? '', dialog: rootRef(rootId) };
        await driver.close();
      });
      const ran = () => existsSync(path.join(workspace.folder, 'ran'));
      const answer = (more: object = {}) =>
        leftOver({
          kind: 'drive_dialog_by_user_answer',
          continuationType: 'answer',
          questionId: question.id,
          content: 'always',
          dialog: question.dialog,
          ...more,
        });

      for (const resume of ['never', 'always'] as const) {
        it(`runs nothing when a driver opens that may resume ${resume}`, async () => {
          answer();
          const driver = await open('drive', { resume, env: process.env });
          await driver.perform({ kind: 'continueAll' });
          const { questions } = await driver.settled(rootId);
          assert.deepEqual([questions.map(({ id }) => id), ran()], [[question.id], false]);
          assert.deepEqual(inbox(), ['m-9.refused']);
        });
      }

      it('runs nothing when it comes from elsewhere, even to the living driver', async () => {
        const driver = await open('drive', { env: process.env });
        const { token } = JSON.parse(readFileSync(path.join(workspace.folder, '.dialogs/lock'), 'utf8'));
        const elsewhere = createSeals(workspace.folder, path.join(workspace.folder, 'their-home'));
        const intent = {
          kind: 'drive_dialog_by_user_answer',
          continuationType: 'answer',
          questionId: question.id,
          content: 'always',
          dialog: question.dialog,
        };
        const said = { msgId: 'm-9', at: '2026-01-01', to: token, ...intent };
        answer({ to: token, seal: elsewhere.seal(sealedIntent({ ...said, kind: 'answer' })) });
        await driver.perform({ kind: 'continueAll' });
        const { questions } = await driver.settled(rootId);
        assert.deepEqual([questions.length, ran()], [1, false]);
      });

      it('runs the call when this machine hands it to the living driver', async () => {
        const driver = await open('drive', { env: process.env });
        const reader = await open('read', { env: process.env });
        const said = await reader.perform(
          { kind: 'answer', questionId: question.id, content: 'allow once', msgId: 'm-30' },
          byPerson,
        );
        assert.ok(said.ok);
        assert.deepEqual((await driver.settled(rootId)).questions, []);
        assert.equal(ran(), true);
      });
    });

    it('leaves them alone in a folder that is not trusted, unless this machine said them', async () => {
      const words = {
        kind: 'drive_dlg_by_user_msg',
        dialog: rootRef(rootId),
        content: 'more',
        msgId: 'm-9',
        at: '2026-01-01',
        to: 'gone',
      };
      leftOver(words);
      const first = await open('drive', { isUntrusted: true });
      assert.equal((await first.settled(rootId)).response, 'One.');
      assert.deepEqual(inbox(), ['m-9.json']);
      await first.close();
      leftOver({
        ...words,
        seal: createSeals(workspace.folder, undefined).seal(sealedIntent({ ...words, kind: 'say' })),
      });
      const second = await open('drive', { isUntrusted: true });
      assert.equal((await second.settled(rootId)).response, 'Two.');
    });

    it('drops a stop that was meant for a driver that is gone', async () => {
      leftOver({ kind: 'stop', dialog: rootRef(rootId), tree: true });
      const driver = await open('drive');
      assert.equal((await driver.settled(rootId)).state, 'idle');
      assert.deepEqual(inbox(), []);
    });

    it('keeps aside what it cannot understand', async () => {
      leftOver({ kind: 'sing' });
      const driver = await open('drive');
      assert.deepEqual(inbox(), ['m-9.json.corrupt']);
      assert.deepEqual(
        driver.problems().map(({ file }) => file),
        ['.dialogs/inbox/m-9.json'],
      );
    });
  });
});

function eventsOf(runtime: Runtime): FeedEvent[] {
  const events: FeedEvent[] = [];
  runtime.subscribe(event => events.push(event));
  return events;
}

function counts(events: readonly FeedEvent[]) {
  return events.filter(event => event.type === 'questions_count_update');
}

/** Events of a dialog that waits for the disk reach the driver's own views later than its records were made. */
function inTreeOrder(a: { record: CourseRecord }, b: { record: CourseRecord }): number {
  return (a.record.n ?? 0) - (b.record.n ?? 0);
}

function recorded(events: readonly FeedEvent[]) {
  return events.filter(event => event.type === 'recorded');
}

function summaries(events: readonly FeedEvent[]) {
  return events.flatMap(event => (event.type === 'root_changed' && event.summary ? [event.summary] : []));
}

function untilSummary(
  runtime: Runtime,
  isIt: (summary: ReturnType<typeof summaries>[number]) => boolean,
): Promise<void> {
  return new Promise(resolve => {
    runtime.subscribe(event => {
      if (summaries([event]).some(isIt)) resolve();
    });
  });
}

function untilRecorded(runtime: Runtime, kind: string): Promise<void> {
  return new Promise(resolve => {
    runtime.subscribe(event => {
      if (event.type === 'recorded' && event.record.kind === kind) resolve();
    });
  });
}
