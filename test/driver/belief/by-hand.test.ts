// What a person does to the beliefs by hand, and going back (SPEC 16.4, 16.8, 16.11).
import assert from 'node:assert/strict';
import type { BeliefIntent } from '../../../src/core/belief/intent.ts';
import type { EntityLookup } from '../../../src/core/belief/values/fit-entities.ts';
import { beliefAt, beliefDiff, beliefIntent, beliefView } from '../../../src/driver/belief/intents.ts';
import { commit } from '../../../src/driver/commit.ts';
import { stoppedFact } from '../../../src/driver/end-work.ts';
import { forkRoot } from '../../../src/driver/intents/fork-root.ts';
import { clearMind, continueDialogs } from '../../../src/driver/intents/intents.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import { shopText, stackText } from '../../core/belief/support.ts';
import { nextTurn } from '../../support/next-turn.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { told } from '../../support/told.ts';
import { checkTree, recordsIn } from '../check-tree.ts';
import {
  type Believer,
  believer,
  believerOn,
  believing,
  finish,
  setSlot,
  start,
  turnsOf as turnEntries,
} from './belief-support.ts';

const predictions = {
  orders: { commands: [start('query'), setSlot('query', 'source', ['orders'])] },
  'count it': { commands: [start('count')] },
  users: { commands: [{ correct: { flow: 'query', slot: 'source', value: ['users'] } }] },
};

async function turnsOf({ t, tree }: Believer) {
  const viewed = await beliefView(t.driver, tree);
  assert.ok(viewed.ok);
  return viewed.view.turns.map(({ turn, after, by, isCurrent }) => [turn, after, by, isCurrent]);
}

async function stateAfter({ t, tree }: Believer, turn: number) {
  const found = await beliefAt(t.driver, tree, turn);
  assert.ok(found.ok);
  return found.state;
}

describe('an edit by hand', () => {
  it('is a turn of its own that the model is told of, and drives nothing', async () => {
    const it = await believer('orders', { predictions });
    const done = await it.change({ kind: 'setSlot', flow: 'query', slot: 'limit', value: 5 });
    assert.ok(done.ok);
    assert.equal(it.state().stack[0]?.slots.limit?.value, 5);
    assert.equal(it.belief().isOpen, false);
    assert.equal(it.prompts().length, 1);
    assert.deepEqual(await turnsOf(it), [
      [0, null, 'person', true],
      [1, 0, 'person', true],
      [2, 1, 'person', true],
    ]);
    await it.say('hello');
    const [message] = it.t.llm.requests.at(-1)?.prompt.messages.slice(-3) ?? [];
    assert.match(message?.content ?? '', /changed it by hand: query · limit: unset → 5$/);
    checkTree(it.t, it.tree);
  });

  it('is told in words: the slot with its old and its new value, the flow, and the intent', async () => {
    const it = await believer('orders', { predictions });
    const edits = [
      { kind: 'setSlot', flow: 'query', slot: 'source', value: ['users'] },
      { kind: 'clearSlot', flow: 'query', slot: 'source' },
      { kind: 'cancelFlow', flow: 'query' },
      { kind: 'startFlow', flow: 'count' },
    ] as const;
    for (const edit of edits) assert.ok((await it.change(edit)).ok);
    const notes = recordsIn(it.t, it.tree, 'turnBegan').flatMap(({ note }) => note ?? []);
    assert.deepEqual(
      notes.map(note => note.replace('[Dialogue state] The person changed it by hand: ', '')),
      [
        'query · source: orders → users',
        'query · source: users → unset',
        'query cancelled; intent: Read → Converse',
        'count started; intent: Converse → Read',
      ],
    );
  });

  it('that fills what was asked for closes the question, and the flow runs', async () => {
    const it = await believer('count it', { predictions });
    assert.equal(it.questions()[0]?.kind, 'clarify');
    assert.ok((await it.change({ kind: 'setSlot', flow: 'count', slot: 'source', value: ['users'] })).ok);
    assert.deepEqual(it.questions(), []);
    assert.equal(it.prompts().length, 1);
    assert.equal(it.belief().isOpen, false);
    checkTree(it.t, it.tree);
  });

  it('that names a file which is not there is refused, and one that is there is verified', async () => {
    const lookUp: EntityLookup = name => (name === 'users' ? 'exists' : 'missing');
    const it = await believer('hello', { predictions, lookUp });
    assert.ok((await it.change({ kind: 'startFlow', flow: 'query' })).ok);
    const set = (value: string) => it.change({ kind: 'setSlot', flow: 'query', slot: 'source', value: [value] });
    const refused = told(await set('ghosts'));
    assert.match(refused.ok ? '' : refused.message, /ghosts/);
    assert.ok((await set('users')).ok);
    const { value, verified } = it.state().stack[0]?.slots.source ?? {};
    assert.deepEqual([value, verified], [['users'], ['users']]);
  });

  it('that starts a flow runs it, or asks for what it lacks', async () => {
    const it = await believer('hello', { predictions });
    assert.ok((await it.change({ kind: 'startFlow', flow: 'count' })).ok);
    assert.deepEqual(
      it.questions().map(({ tellaskHead }) => tellaskHead),
      ['count. I still need: source.'],
    );
    assert.equal(it.state().flags.natural_birth, true);
    assert.ok((await it.change({ kind: 'startFlow', flow: 'trip' })).ok);
    assert.deepEqual(it.questions(), []);
    assert.equal(it.prompts().length, 2);
  });

  it('that starts a flow begins the turn in which the responder works on it', async () => {
    const it = await believer('hello', { predictions, replies: ['Hi.', finish(), 'Done.'] });
    await it.change({ kind: 'startFlow', flow: 'trip' });
    assert.deepEqual(
      turnEntries(it.t, it.tree).map(({ turn, ended }) => [turn, ended.map(({ flow }) => flow)]),
      [
        [1, []],
        [2, ['trip']],
      ],
    );
  });

  it('that starts a flow continues a dialog that was stopped; any other edit leaves it stopped', async () => {
    const it = await believer('orders', { predictions });
    commit(rootOf(it.tree), stoppedFact);
    await it.change({ kind: 'setSlot', flow: 'query', slot: 'limit', value: 5 });
    assert.equal(rootOf(it.tree).state.interruption?.code, 'stopped');
    assert.equal(it.belief().isOpen, false);
    await it.change({ kind: 'startFlow', flow: 'trip' });
    assert.equal(rootOf(it.tree).state.interruption, null);
    assert.equal(it.prompts().length, 2);
  });

  /** Its first reply to `orders` lasts until the gate opens. */
  async function atWork(...later: readonly Reply[]) {
    const gate = Promise.withResolvers<void>();
    const script = believing(predictions, [{ say: 'Here.', until: gate.promise }, ...later]);
    const t = createTestDriver({ script, domains: { shop: shopText } });
    const it = believerOn(t, t.launch('orders', { domain: 'shop', noDiligence: true }));
    while (it.prompts().length === 0) await nextTurn();
    return { it, edit: (intent: BeliefIntent) => beliefIntent(t.driver, it.tree, intent), open: gate.resolve };
  }

  it('made while the responder works belongs to its turn', async () => {
    const { it, edit, open } = await atWork();
    assert.ok((await edit({ kind: 'setSlot', flow: 'query', slot: 'limit', value: 5 })).ok);
    assert.equal(it.belief().isOpen, true);
    open();
    await it.t.driver.quiet(it.tree);
    assert.equal(it.belief().isOpen, false);
    assert.deepEqual(
      turnEntries(it.t, it.tree).map(({ turn }) => turn),
      [1],
    );
    assert.equal(it.state().stack[0]?.slots.limit?.value, 5);
    assert.equal(it.prompts().length, 1);
  });

  it('that starts a flow while the responder works is taken up after its reply', async () => {
    const { it, edit, open } = await atWork(finish(), 'Done.');
    assert.ok((await edit({ kind: 'startFlow', flow: 'trip' })).ok);
    open();
    await it.t.driver.quiet(it.tree);
    assert.deepEqual(
      turnEntries(it.t, it.tree).map(({ turn, ended }) => [turn, ended.map(({ flow }) => flow)]),
      [[1, ['trip']]],
    );
  });

  /** A dialog that asks about the plan of `trip`, with `query` beneath it. */
  async function askingAboutPlan(...later: readonly Reply[]) {
    const propose: Reply = {
      say: 'Thus.',
      tools: [{ name: 'propose_plan', args: { steps: [{ flow: 'count', slots: { source: ['users'] } }] } }],
    };
    const it = await believer('orders', {
      predictions: { ...predictions, plan: { commands: [start('trip')] } },
      replies: ['Here.', propose, ...later],
    });
    await it.say('plan');
    const [asked] = it.questions();
    assert.equal(asked?.kind, 'plan');
    return { it, asked };
  }

  it('leaves the question about a plan open while the plan stays on top', async () => {
    const { it, asked } = await askingAboutPlan();
    await it.change({ kind: 'setSlot', flow: 'query', slot: 'limit', value: 5 });
    await it.change({ kind: 'cancelFlow', flow: 'query' });
    assert.deepEqual(
      it.questions().map(({ id }) => id),
      [asked.id],
    );
  });

  it('closes the question about a plan that is cancelled, and asks whether to go on with what is beneath', async () => {
    const { it } = await askingAboutPlan();
    await it.change({ kind: 'cancelFlow', flow: 'trip' });
    assert.deepEqual(
      it.questions().map(({ tellaskHead }) => tellaskHead),
      ['query: go on?'],
    );
  });

  it('that starts a flow goes on with it; the plan beneath is asked about again after it', async () => {
    const { it } = await askingAboutPlan(finish(), 'Queried.');
    await it.change({ kind: 'startFlow', flow: 'count' });
    assert.deepEqual(
      it.questions().map(({ tellaskHead }) => tellaskHead),
      ['count. I still need: source.'],
    );
    await it.change({ kind: 'setSlot', flow: 'count', slot: 'source', value: ['users'] });
    await it.say('now');
    assert.deepEqual(
      it.questions().map(({ tellaskHead }) => tellaskHead),
      ['trip: carry it out in these steps?'],
    );
  });

  it('leaves an answer that no turn has taken to its own flow: the one beneath is neither dropped nor continued', async () => {
    for (const answer of ['drop', 'never mind', 'approve']) {
      const { it } = await askingAboutPlan();
      commit(rootOf(it.tree), stoppedFact);
      await it.answer(answer);
      await it.change({ kind: 'cancelFlow', flow: 'trip' });
      continueDialogs(it.t.driver, it.tree, [rootOf(it.tree)]);
      await it.t.driver.quiet(it.tree);
      assert.deepEqual(
        it.questions().map(({ tellaskHead }) => tellaskHead),
        ['query: go on?'],
        answer,
      );
      checkTree(it.t, it.tree);
    }
  });

  it('that cancels a flow drops it with its question', async () => {
    const it = await believer('count it', { predictions });
    assert.ok((await it.change({ kind: 'cancelFlow', flow: 'count' })).ok);
    assert.deepEqual(it.state().stack, []);
    assert.deepEqual(it.questions(), []);
  });

  it('that cannot be is refused with the reason, and changes nothing', async () => {
    const it = await believer('orders', { predictions });
    const before = rootOf(it.tree).state;
    for (const [intent, message] of [
      [{ kind: 'setSlot', flow: 'query', slot: 'limit', value: 1000 }, /1000 is above 100/],
      [{ kind: 'setSlot', flow: 'query', slot: 'colour', value: 1 }, /no slot colour/],
      [{ kind: 'startFlow', flow: 'summary' }, /internal/],
      [{ kind: 'cancelFlow', flow: 'count' }, /No flow count/],
      [{ kind: 'rollBack', turn: 7 }, /no turn 7/],
      [{ kind: 'rollBack', turn: -1 }, /no turn -1/],
    ] as const) {
      const outcome = told(await it.change(intent));
      assert.ok(!outcome.ok);
      assert.match(outcome.message, message);
    }
    assert.equal(rootOf(it.tree).state, before);
  });
});

describe('a rollback', () => {
  it('believes again what was believed then, keeps the abandoned turns, and says what it does not undo', async () => {
    const it = await believer('orders', { predictions, replies: ['Here.', finish(), 'Done.'] });
    await it.say('users');
    assert.deepEqual(it.state().stack, []);
    const done = await it.change({ kind: 'rollBack', turn: 1 });
    assert.ok(done.ok);
    assert.deepEqual(done.rolledBack, { from: 2, to: 1 });
    assert.match(done.note ?? '', /conversation .* stay/i);
    assert.equal(stackText(it.state()), 'query:Active[1]');
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['orders']);
    await it.say('count it');
    assert.equal(stackText(it.state()), 'count:Active[3] query:Pending[1]');
    assert.equal(it.state().stack[0]?.flowId, 'flow-2');
    assert.deepEqual(await turnsOf(it), [
      [0, null, 'person', true],
      [1, 0, 'person', true],
      [2, 1, 'person', false],
      [3, 1, 'person', true],
    ]);
    assert.deepEqual((await stateAfter(it, 2)).stack, []);
    checkTree(it.t, it.tree);
  });

  it('to before a question drops the question, and the dialog rests', async () => {
    const it = await believer('count it', { predictions });
    assert.ok((await it.change({ kind: 'rollBack', turn: 0 })).ok);
    assert.deepEqual(it.questions(), []);
    assert.deepEqual(it.state().stack, []);
    assert.equal(it.prompts().length, 0);
    assert.equal(it.t.driver.isDialogDue(rootOf(it.tree)), false);
  });
});

describe('the turns of a dialog', () => {
  it('are there over courses and restarts', async () => {
    const it = await believer('orders', { predictions });
    await clearMind(it.t.driver, rootOf(it.tree), undefined);
    await it.t.driver.quiet(it.tree);
    await it.say('users');
    const again = it.t.restart();
    const loaded = believerOn(again, await again.onlyTree());
    assert.equal(rootOf(loaded.tree).state.course, 2);
    for (const each of [it, loaded]) {
      assert.deepEqual((await stateAfter(each, 1)).stack[0]?.slots.source?.value, ['orders']);
      assert.deepEqual(each.state().stack[0]?.slots.source?.value, ['users']);
      const diff = await beliefDiff(each.t.driver, each.tree, { from: 1, to: each.state().turn });
      assert.ok(diff.ok);
      assert.deepEqual(diff.differences, [
        { kind: 'slot', flowId: 'flow-1', flow: 'query', slot: 'source', from: ['orders'], to: ['users'] },
      ]);
    }
  });

  it('go with a fork', async () => {
    const it = await believer('orders', { predictions });
    await it.say('users');
    const forked = await forkRoot(it.t.driver, it.tree, { course: 1, genseq: 2 });
    assert.ok(forked.ok);
    const tree = await it.t.driver.tree(forked.rootId);
    assert.ok(tree);
    const copy = believerOn(it.t, tree);
    assert.deepEqual(copy.state().stack[0]?.slots.source?.value, ['orders']);
    assert.deepEqual(await turnsOf(copy), [
      [0, null, 'person', true],
      [1, 0, 'person', true],
    ]);
    await copy.say('users');
    assert.deepEqual(copy.state().stack[0]?.slots.source?.value, ['users']);
    assert.deepEqual((await turnsOf(it)).length, 3);
    checkTree(it.t, tree);
  });

  it('end with the dialog when the responder marks it done', async () => {
    const done = { name: 'mark_done' };
    const it = await believer('orders', {
      predictions,
      replies: [{ tools: [done] }],
      tools: [
        {
          spec: { name: 'mark_done', description: '', parameters: {} },
          call: () => Promise.resolve({ ok: true, content: '', facts: [{ kind: 'doneRequested' }] }),
        },
      ],
    });
    assert.equal(rootOf(it.tree).state.status, 'completed');
    assert.equal(it.belief().isOpen, false);
    assert.equal(recordsIn(it.t, it.tree, 'turnEnded').length, 1);
  });
});

describe('a domain file that breaks under a dialog', () => {
  it('interrupts it with file and place, and it goes on once the file is mended', async () => {
    const domains: Record<string, string> = { shop: shopText };
    const it = await believer('orders', { predictions, domains });
    const { shop } = domains;
    domains.shop = 'name: shop\nintents: 1\n';
    await it.say('users');
    const { interruption } = rootOf(it.tree).state;
    assert.equal(interruption?.code, 'broken-domain');
    assert.match(interruption?.message ?? '', /^shop\.yaml:1:1: slot_types/);
    domains.shop = shop ?? '';
    await it.t.goOn(it.tree);
    assert.deepEqual(it.state().stack[0]?.slots.source?.value, ['users']);
  });
});
