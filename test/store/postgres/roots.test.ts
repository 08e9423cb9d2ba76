// The lines of a worker's trees on their way into the store, with a session that keeps its answers back.
import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { DriveError } from '../../../src/core/facts/trouble.ts';
import { PgRoots } from '../../../src/store/postgres/roots.ts';
import type { Session } from '../../../src/store/postgres/session.ts';
import { nextTurn } from '../../support/next-turn.ts';

const line = (rootId: string) => ({ rootId, status: 'running', needsDrive: false }) as RootSummary;

function setUp(lost: readonly string[] = []) {
  const statements: { readonly roots: readonly RootId[]; answer(): void }[] = [];
  const session = {
    held: new Map(['a', 'b'].map(root => [root as RootId, { epoch: 1 }])),
    queue: {
      seqOf: () => 1,
      stored: async (root: RootId) => {
        if (lost.includes(root)) throw new DriveError('lock-lost', 'lost');
      },
    },
    query: (_: string, [roots]: readonly [readonly RootId[]]) =>
      new Promise<readonly never[]>(resolve => statements.push({ roots, answer: () => resolve([]) })),
    bell: { ring() {} },
    options: { after: () => () => {} },
  };
  return { roots: new PgRoots(session as unknown as Session, 'shop'), statements };
}

describe('the list of roots of a PostgreSQL store', () => {
  it('says that all lines are stored only when those of an earlier call are, too', async () => {
    const { roots, statements } = setUp();
    roots.put(line('a'));
    const first = roots.flush();
    let isOver = false;
    const second = roots.flush().then(() => {
      isOver = true;
    });
    while (statements.length === 0) await nextTurn();
    await nextTurn();
    assert.equal(isOver, false);
    statements[0]?.answer();
    await Promise.all([first, second]);
  });

  it('stores the lines of the other trees when one was lost', async () => {
    const { roots, statements } = setUp(['a']);
    roots.put(line('a'), line('b'));
    const flush = roots.flush();
    while (statements.length === 0) await nextTurn();
    statements[0]?.answer();
    await flush;
    assert.deepEqual(statements[0]?.roots, ['b']);
  });
});
