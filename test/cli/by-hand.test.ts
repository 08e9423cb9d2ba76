import assert from 'node:assert/strict';
import { toldRefusal } from '../../src/core/facts/trouble.ts';
import { fakeRuntime, lead, researcher, rootId } from '../support/fake-runtime.ts';
import { checkDocument, checkFailure } from './run-support.ts';

describe('dominds reminders', () => {
  let stored: readonly string[] = [];
  const { runtime } = fakeRuntime({
    view: async () => ({ ok: true, view: { state: { reminders: stored } } }) as never,
    intents: {
      async setReminders({ reminders }) {
        stored = reminders;
        return { ok: true, reminders };
      },
    },
  });
  beforeEach(() => {
    stored = ['one', 'two'];
  });

  const edits: readonly (readonly [argv: readonly string[], reminders: readonly string[]])[] = [
    [[], ['one', 'two']],
    [
      ['add', 'three'],
      ['one', 'two', 'three'],
    ],
    [
      ['update', '2', 'zwei'],
      ['one', 'zwei'],
    ],
    [['delete', '1'], ['two']],
  ];
  for (const [argv, expected] of edits) {
    it(`${argv[0] ?? 'without more'} prints the reminders, counted from 1`, async () => {
      const document = expected.map((content, index) => ({ reminder_no: index + 1, content }));
      await checkDocument(['reminders', 'root-1', ...argv], { runtime }, document);
      assert.deepEqual(stored, expected);
    });
  }

  it('refuses a number that is not there and an empty text, and changes nothing', async () => {
    await checkFailure(['reminders', 'root-1', 'delete', '3'], { code: 1, stderr: /no reminder 3/ }, { runtime });
    await checkFailure(['reminders', 'root-1', 'update', '0', 'x'], { code: 1, stderr: /no reminder 0/ }, { runtime });
    await checkFailure(['reminders', 'root-1', 'add', ' '], { code: 1, stderr: /is empty/ }, { runtime });
    assert.deepEqual(stored, ['one', 'two']);
  });
});

describe('the life cycle by hand', () => {
  it('done, archive and reopen print the new status', async () => {
    const forced: unknown[] = [];
    const { runtime } = fakeRuntime({
      intents: {
        async markDone({ force }) {
          forced.push(force);
          return { ok: true, status: 'completed' };
        },
        archive: async () => ({ ok: true, status: 'archived' }),
        reopen: async () => ({ ok: true, status: 'running' }),
      },
    });
    await checkDocument(['done', 'root-1'], { runtime }, { rootId, status: 'completed' });
    await checkDocument(['done', 'root-1', '--force'], { runtime }, { rootId, status: 'completed' });
    await checkDocument(['archive', 'root-1'], { runtime }, { rootId, status: 'archived' });
    await checkDocument(['reopen', 'root-1'], { runtime }, { rootId, status: 'running' });
    assert.deepEqual(forced, [false, true]);
  });

  it('a refused action exits 1 with the reason, and with the command that ends what is pending', async () => {
    const pending = async () => toldRefusal('pending-work', 'A question is open.', 'finish it, or confirm to end it');
    const { runtime } = fakeRuntime({ intents: { markDone: pending, archive: pending } });
    const stderr = /^dominds: A question is open — finish it, or end it: dominds done root-1 --force$/m;
    await checkFailure(['done', 'root-1'], { code: 1, stderr }, { runtime });
    await checkFailure(['archive', 'root-1'], { code: 1, stderr }, { runtime });
  });

  it('dismiss and tell print the call, clear-mind the new course', async () => {
    const { runtime } = fakeRuntime(
      {
        intents: {
          dismiss: async ({ callId }) => ({ ok: true, callId }),
          tell: async ({ callId }) => ({ ok: true, callId }),
          clearMind: async ({ reminder }) => ({ ok: true, course: reminder === 'keep' ? 3 : 2 }),
        },
      },
      [lead, researcher],
    );
    await checkDocument(['dismiss', 'root-1', 'c-1'], { runtime }, { callId: 'c-1' });
    await checkDocument(['tell', 'root-1', 'c-1', 'Use oak.'], { runtime }, { callId: 'c-1' });
    await checkDocument(['clear-mind', 'root-1#sub-1'], { runtime }, { ...researcher, course: 2 });
    await checkDocument(['clear-mind', 'root-1', '--reminder', 'keep'], { runtime }, { ...lead, course: 3 });
  });
});
