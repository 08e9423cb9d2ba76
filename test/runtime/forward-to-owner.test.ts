// What is said at a store to a tree whose owner may let it go at any moment (SPEC 20.4).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { refuse } from '../../src/core/facts/trouble.ts';
import { forwardToOwner, type OwnerPorts, settledAtOwner } from '../../src/runtime/roles/forward-to-owner.ts';
import { withdrawUnclaimed } from '../../src/runtime/roles/hand-over.ts';
import { performing, rootId } from '../support/fake-runtime.ts';

const said = { kind: 'say', dialog: rootRef(rootId), content: 'More', msgId: 'm' } as const;

/** What each process answers in its turn, and who was asked. */
function between(own: readonly ReturnType<typeof refuse>[], other: readonly (ReturnType<typeof refuse> | 'taken')[]) {
  const asked: string[] = [];
  const [ownAnswers, otherAnswers] = [[...own], [...other]];
  const perform = forwardToOwner(
    performing({
      async say() {
        asked.push('own');
        return ownAnswers.shift() ?? { ok: true, queued: false };
      },
    }),
    performing({
      async say() {
        asked.push('other');
        const answer = otherAnswers.shift() ?? 'taken';
        return answer === 'taken' ? { ok: true, queued: true, handedOver: true } : answer;
      },
    }),
    { follower: { start: () => {}, look: () => true } } as unknown as Parameters<typeof forwardToOwner>[2],
  );
  return { perform, asked };
}

describe('what is said to a tree at a store', () => {
  it('is recorded here when no other process drives it, or refused here for any other reason', async () => {
    assert.deepEqual(await between([], []).perform(said), { ok: true, queued: false });
    const { perform, asked } = between([refuse('no-drafts')], []);
    assert.equal((await perform(said)).ok, false);
    assert.deepEqual(asked, ['own']);
  });

  it('is recorded here when its owner let the tree go before it took it', async () => {
    const { perform, asked } = between([refuse('driven-by-other')], [refuse('no-driver')]);
    assert.deepEqual(await perform(said), { ok: true, queued: false });
    assert.deepEqual(asked, ['own', 'other', 'own']);
  });

  it('is refused when owners come and go again and again', async () => {
    const { perform, asked } = between(
      Array.from({ length: 9 }, () => refuse('driven-by-other')),
      Array.from({ length: 9 }, () => refuse('no-driver')),
    );
    const outcome = await perform(said);
    assert.deepEqual([outcome.ok, asked.length], [false, 7]);
  });

  it('is forwarded for its drafts and beliefs as well, but not what is recorded beside workers', async () => {
    const refusing = async () => refuse('driven-by-other');
    const perform = forwardToOwner(
      performing({ draft: refusing, markDone: refusing }),
      performing({ draft: async () => ({ ok: true, draft: {} as never }) }),
      { follower: { start: () => {}, look: () => true } } as unknown as Parameters<typeof forwardToOwner>[2],
    );
    const dialog = rootRef(rootId);
    assert.equal((await perform({ kind: 'draft', dialog, draft: { kind: 'prune', pairs: 1 } })).ok, true);
    assert.equal((await perform({ kind: 'markDone', dialog })).ok, false);
  });

  it('is taken back when nobody took it', async () => {
    const back: string[] = [];
    const handOver = withdrawUnclaimed({
      give: async () => ({ ok: true }),
      isPending: () => true,
      outcome: async () => ({ ok: true, by: 'nobody' }),
      takeBack: msgId => void back.push(msgId),
    });
    const done = await handOver.outcome('m');
    assert.deepEqual([!done.ok && done.why.id, back], ['no-driver', ['m']]);
  });
});

describe('a tree of another process at a store', () => {
  const settledAt = async (ports: Partial<OwnerPorts>) => {
    let looks = 0;
    const follower = {
      isClosed: false,
      start: () => {},
      look: async () => true,
      nextEvent: async () => {
        looks++;
      },
    };
    const shared = { held: () => [], isDrivenByOther: async () => looks < 2 };
    const handOver = { isPending: () => false };
    await settledAtOwner(rootId, { shared, follower, handOver, isAtWork: () => true, ...ports });
    return looks;
  };

  it('is settled once its owner has let it go', async () => {
    assert.equal(await settledAt({}), 2);
  });

  it('is settled at once when nothing is left to do in it, or when it is this process that drives it', async () => {
    assert.equal(await settledAt({ isAtWork: () => false }), 0);
    assert.equal(await settledAt({ shared: { held: () => [rootId], isDrivenByOther: async () => true } }), 0);
  });

  it('is waited for while the store is away', async () => {
    let tries = 0;
    const isDrivenByOther = async () => {
      if (tries++ < 3) throw new Error('away');
      return false;
    };
    assert.equal(await settledAt({ shared: { held: () => [], isDrivenByOther } }), 3);
  });
});
