// What a process that reads says of a tree that it followed (SPEC 9.4, 20.4).
import assert from 'node:assert/strict';
import type { DialogQueries } from '../../src/runtime/api.ts';
import { type HandIntentsPorts, handIntents } from '../../src/runtime/roles/hand-intents.ts';
import { createReadQueries, type ReadQueriesPorts } from '../../src/runtime/roles/read-queries.ts';
import { lead, node, performing, question, researcher, rootId, settled } from '../support/fake-runtime.ts';

const restart = { code: 'restart', message: 'the process ended while this dialog was at work' };

describe('a tree that is followed until nobody drives it any more', () => {
  const working = node(researcher, 'researcher', { state: 'generating', states: ['generating'] });

  const follow = (queries: Partial<DialogQueries>) =>
    createReadQueries({
      queries: queries as DialogQueries,
      follower: {
        isClosed: false,
        start() {},
        look: () => false,
        nextEvent: () => Promise.reject(new Error('it waits')),
      },
      handOver: { isPending: () => false },
      drivenBy: () => 'nobody',
      isAtWork: () => true,
    } as unknown as ReadQueriesPorts);

  it('is interrupted where a dialog was at work', async () => {
    const tree = node(lead, 'lead', { state: 'generating', states: ['generating'], children: [working] });
    const { settled: now } = follow({
      settled: async () => settled({ state: 'generating' }),
      tree: async () => ({ ok: true, tree }),
    });
    const { state, interrupted } = await now(rootId);
    assert.equal(state, 'interrupted');
    assert.deepEqual(interrupted, [
      { dialog: lead, ...restart },
      { dialog: researcher, ...restart },
    ]);
  });

  it('is told as interrupted in the list, whichever of its dialogs was at work', () => {
    const waiting = { rootId, status: 'running', state: 'awaiting-subdialogs', needsDrive: true, atWork: true };
    const generating = { ...waiting, state: 'generating' };
    const resting = { ...waiting, state: 'idle', needsDrive: false, atWork: null };
    const { listRoots } = follow({ listRoots: () => [waiting, generating, resting] as never });
    assert.deepEqual(
      listRoots().map(({ state, interrupted, atWork }) => [state, interrupted, atWork]),
      [
        ['awaiting-subdialogs', true, null],
        ['interrupted', true, null],
        ['idle', undefined, null],
      ],
    );
  });

  it('still waits for the person whom it asks', async () => {
    const tree = node(lead, 'lead', { state: 'awaiting-q4h', states: ['awaiting-q4h'], children: [working] });
    const asking = settled({ state: 'awaiting-q4h', questions: [question()] });
    const { settled: now } = follow({ settled: async () => asking, tree: async () => ({ ok: true, tree }) });
    assert.equal((await now(rootId)).state, 'awaiting-q4h');
  });
});

describe('a stop that its driver did not take before it was gone', () => {
  const stopAfterwards = async (goesOnByItself: boolean) => {
    const takenBack: string[] = [];
    const perform = handIntents(
      {
        feed: { subscribe: () => ({ dispose() {} }) },
        follower: { isClosed: false, start() {}, look: () => false, nextEvent: () => Promise.resolve() },
        handOver: {
          give: async () => ({ ok: true }),
          outcome: async () => ({ ok: true, by: 'nobody' }),
          takeBack: (msgId: string) => takenBack.push(msgId),
        },
        newId: () => 'm-1',
        goesOnByItself,
      } as unknown as HandIntentsPorts,
      performing({}),
    );
    const stopped = await perform({ kind: 'stop', dialog: lead, tree: true });
    assert.deepEqual(takenBack, ['m-1']);
    return stopped.ok ? stopped.stopped : stopped.why.id;
  };

  it('has stopped nothing where the next worker goes on with the dialog: it is refused, so that it can be done here', async () => {
    assert.equal(await stopAfterwards(true), 'no-driver');
  });

  it('is done where nothing goes on without a word of the person', async () => {
    assert.deepEqual(await stopAfterwards(false), []);
  });
});
