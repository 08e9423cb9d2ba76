import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { DriveError } from '../../src/core/facts/trouble.ts';
import { createHandOver, type HandOverOptions } from '../../src/runtime/roles/hand-over.ts';
import { sayRefusal } from '../../src/words/say.ts';
import { rootId } from '../support/fake-runtime.ts';

describe('an intent that cannot be handed over', () => {
  const refusalOf = async (error: Error) => {
    const { give } = createHandOver({
      inbox: { put: () => Promise.reject(error), isPending: () => false },
      to: () => '',
      now: () => 0,
    } as unknown as HandOverOptions);
    const given = await give({ kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'm' }, undefined, rootId);
    assert.ok(!given.ok);
    return sayRefusal(given, 'en');
  };

  it('is refused with what the disk says, and with what to do about a disk', async () => {
    assert.deepEqual(await refusalOf(new Error('ENOSPC')), {
      message: 'It could not be handed over: ENOSPC',
      remedy: 'free space or make the folder writable, then try again',
    });
  });

  it('is refused with what the database says, and with what to do about a database', async () => {
    assert.deepEqual(await refusalOf(new DriveError('store', 'connect ECONNREFUSED 127.0.0.1:5432')), {
      message: 'The store did not take it: connect ECONNREFUSED 127.0.0.1:5432',
      remedy: 'check that the database is running and what its log says, then try again',
    });
  });
});

describe('an intent that was handed over', () => {
  it('is done when its driver applied it and went away before anybody looked', async () => {
    let isPending = false;
    const { give, outcome } = createHandOver({
      inbox: {
        put: async () => {
          isPending = true;
        },
        isPending: () => isPending,
        takeRefusal: async () => undefined,
      },
      to: () => '',
      hasDriver: () => false,
      now: () => 0,
      follower: {
        isClosed: false,
        start: () => {},
        look: async () => {
          isPending = false;
          return true;
        },
        nextEvent: () => assert.fail('nothing will happen any more'),
      },
    } as unknown as HandOverOptions);
    await give({ kind: 'stop', dialog: rootRef(rootId), tree: true, msgId: 'm' }, undefined, rootId);
    assert.deepEqual(await outcome('m'), { ok: true, by: 'driver' });
  });
});
