// Notices of a whole runtime to a receiver on this machine, and the addresses that they carry (SPEC 21.2, 21.3).
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { rootRef } from '../../src/core/base/ids.ts';
import { answerQuestion, forceDone } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { actionPath, readAction } from '../../src/runtime/notices/notice-actions.ts';
import { openRuntime } from '../../src/runtime.ts';
import { sayFinding } from '../../src/words/say.ts';
import { seeded } from '../chaos/seeded.ts';
import { recordsIn } from '../driver/check-tree.ts';
import { byPerson } from '../support/by-person.ts';
import { receiver } from '../support/receiver.ts';
import { sealsOf } from '../support/seals.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { createTestDriver } from '../support/test-driver.ts';

const ASKS =
  'replies:\n  - say: |\n      !?@human Which colour?\n      !?Take one:\n      !?- red\n      !?- blue\n  - say: Fine.\n';

/** One helper fails, another one goes on and asks twice. */
const FAILS = `
replies:
  - when: {agent: lead}
    say: |
      !?@coder Write it.
      And:
      !?@tester Try it.
  - {when: {agent: coder}, fail: {status: 401, message: no}}
  - {when: {agent: tester}, say: "!?@human Which colour?"}
  - {when: {agent: tester}, say: "!?@human Which shade?"}
  - {when: {agent: tester}, say: Tried.}
`;

async function asking(url: string, { content = 'headline', playbook = ASKS } = {}) {
  const workspace = await makeTempWorkspace({
    '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, coder: {}, tester: {}}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': playbook,
    '.minds/notify.yaml': `after_s: 0\ncontent: ${content}\nbase_url: https://team.example.org\ntransports:\n  - {kind: webhook, url: "${url}", secret_env: HOOK_SECRET}\n`,
  });
  const open = async (trust: { readonly isUntrusted?: true } = {}) => {
    const env = { HOOK_SECRET: 'hook secret', XDG_CONFIG_HOME: `${workspace.folder}/own` };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode: 'drive', wakes: true, ...trust });
    assert.ok(opened.ok);
    return opened.runtime;
  };
  return { workspace, open };
}

describe('notices', () => {
  it('go nowhere that a folder without trust names', async () => {
    const hook = await receiver(200);
    const { workspace, open } = await asking(hook.url);
    const runtime = await open({ isUntrusted: true });
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    assert.equal((await runtime.questions()).length, 1);
    await runtime.close();
    assert.deepEqual([hook.received, await runtime.notices()], [[], []]);
    await workspace.remove();
    await hook.close();
  });

  it('tell of a question once, signed, with an address for each option, over a restart too', async () => {
    const hook = await receiver(200);
    const { workspace, open } = await asking(hook.url);
    const first = await open();
    const started = await first.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await hook.until(1);
    const [got] = hook.received;
    assert.ok(got);
    const message = JSON.parse(got.body);
    const [question] = await first.questions();
    assert.equal(message.event, 'question');
    assert.equal(message.questionId, question?.id);
    assert.match(message.headline, /Which colour/);
    assert.equal(message.body, undefined);
    assert.equal(message.url, `https://team.example.org/dialog/${started.rootId}?question=${question?.id}`);
    assert.deepEqual(
      message.actions.map(({ option }: { option: string }) => option),
      ['red', 'blue'],
    );
    const signature = createHmac('sha256', 'hook secret').update(got.body).digest('hex');
    assert.equal(got.headers['x-dominds-signature'], `sha256=${signature}`);
    while (!(await first.notices()).some(({ fault }) => !fault)) await new Promise(setImmediate);
    await first.close();
    const second = await open();
    await second.perform({ kind: 'markDone', dialog: rootRef(started.rootId), force: true });
    await hook.until(2);
    assert.equal(JSON.parse(hook.received[1]?.body ?? '').event, 'ended');
    assert.equal((await second.notices())[0]?.fault, undefined);
    assert.equal((await second.notices())[0]?.questionId, question?.id);
    await second.close();
    await hook.close();
    await workspace.remove();
  });

  it('go by one transport while the server of another does not answer', async () => {
    const asked = Promise.withResolvers<void>();
    let isGivenUp = false;
    const silent = http.createServer((_, response) => {
      response.once('close', () => {
        isGivenUp = true;
      });
      asked.resolve();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const hook = await receiver(200);
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`;
    const { workspace, open } = await asking(`${silentUrl}"}\n  - {kind: webhook, url: "${hook.url}`);
    const runtime = await open();
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await Promise.all([asked.promise, hook.until(1)]);
    assert.equal(isGivenUp, false);
    silent.closeAllConnections();
    silent.close();
    await runtime.close();
    await hook.close();
    await workspace.remove();
  });

  it('tell once of a dialog that failed, while others of its tree go on', async () => {
    const hook = await receiver(200);
    const { workspace, open } = await asking(hook.url, { playbook: FAILS });
    const runtime = await open();
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await hook.until(2);
    const [question] = await runtime.questions();
    assert.ok(question);
    assert.ok(
      (await runtime.perform({ kind: 'answer', questionId: question.id, content: 'red', msgId: 'm1' }, byPerson)).ok,
    );
    await hook.until(3);
    await runtime.close();
    const told = hook.received.map(({ body }) => JSON.parse(body));
    assert.deepEqual(told.map(({ event, agentId }) => `${event} ${agentId}`).sort(), [
      'failed coder',
      'question tester',
      'question tester',
    ]);
    const failed = told.find(({ event }) => event === 'failed');
    assert.notEqual(failed.selfId, started.rootId);
    await workspace.remove();
    await hook.close();
  });

  it('are sent as soon as another process writes the own file of the person', async () => {
    const hook = await receiver(200);
    const { workspace, open } = await asking('http://127.0.0.1:9/none');
    await workspace.write('.minds/notify.yaml', 'after_s: 0\n');
    const runtime = await open();
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    await workspace.write('own/dominds/notify.yaml', `transports:\n  - {kind: webhook, url: "${hook.url}"}\n`);
    await hook.until(1);
    await runtime.close();
    await hook.close();
    await workspace.remove();
  });

  it('hold nothing of a dialog unless that is allowed, and say what failed', async () => {
    const hook = await receiver(500);
    const { workspace, open } = await asking(hook.url, { content: 'none' });
    const runtime = await open();
    await runtime.perform({ kind: 'start', text: 'Begin' });
    await hook.until(1);
    assert.ok(!/colour|red|blue/.test(hook.received[0]?.body ?? ''));
    while (!(await runtime.notices()).some(({ fault }) => fault?.id === 'status' && fault.status === 500))
      await new Promise(setImmediate);
    const checked = await runtime.doctor();
    assert.ok(checked.ok);
    const { problems } = checked.report;
    const [problem] = problems.filter(({ kind }) => kind === 'notices');
    assert.equal(problem?.path, '.minds/notify.yaml');
    assert.ok(problem.finding.id === 'notice-failed');
    assert.deepEqual(problem.finding.fault, { id: 'status', status: 500 });
    assert.match(
      sayFinding(problem, 'en'),
      /^the notice of .* by webhook .* was not sent: it answered with status 500$/,
    );
    await runtime.close();
    await hook.close();
    await workspace.remove();
  });
});

describe('addresses in notices', () => {
  it('answer each question once in 10,000 deliveries, doubled, late, reordered, forged and beside other answers', async () => {
    const random = seeded(21);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const seals = sealsOf('here');
    const forger = sealsOf('elsewhere');
    const options = ['red', 'blue', 'green'];
    const t = createTestDriver({ script: () => '!?@human Which colour?\n', pushMax: 0 });
    const trees = await Promise.all(Array.from({ length: 40 }, () => t.start('Begin', { noDiligence: true })));
    const questions = trees.map(tree => ({ tree, question: questionsOf(tree)[0] }));
    const won = new Map<string, string>();
    const closed = new Set<string>();
    const refusals = new Map<string, number>();
    for (let delivery = 0; delivery < 10_000; delivery++) {
      const { tree, question } = pick(questions);
      assert.ok(question);
      const option = pick(options);
      const isForged = random() < 0.1;
      const path = actionPath(isForged ? forger : seals, { rootId: tree.rootId, questionId: question.id, option });
      const token = path.slice('/act/'.length);
      const action = readAction(seals, random() < 0.05 ? `${token}x` : token);
      if (isForged) assert.equal(action, undefined);
      if (random() < 0.002 && !won.has(question.id)) {
        await forceDone(t.driver, tree);
        closed.add(question.id);
      }
      if (!action) continue;
      const isNotice = random() < 0.8;
      const msgId = isNotice ? `notice ${action.questionId} ${action.option}` : `panel ${delivery}`;
      const given = answerQuestion(t.driver, tree, {
        questionId: action.questionId,
        content: action.option,
        msgId,
        by: { kind: 'person', surface: isNotice ? 'notice' : 'panel' },
      });
      const winner = won.get(question.id);
      if (given.ok) {
        assert.ok(winner === undefined || winner === msgId, 'a second answer was taken');
        won.set(question.id, msgId);
      } else {
        assert.ok(winner !== undefined || closed.has(question.id), `${given.why.id} though nobody had answered`);
        refusals.set(given.why.id, (refusals.get(given.why.id) ?? 0) + 1);
      }
    }
    for (const { tree, question } of questions) {
      await t.driver.quiet(tree);
      assert.ok(question);
      const answers = recordsIn(t, tree, 'questionAnswered').filter(({ questionId }) => questionId === question.id);
      assert.equal(answers.length, won.has(question.id) ? 1 : 0);
      assert.equal(answers.length, closed.has(question.id) ? 0 : 1);
      assert.equal(rootOf(tree).ref.selfId, rootRef(tree.rootId).selfId);
    }
    assert.ok((refusals.get('already-answered') ?? 0) > 1_000);
  });
});
