// The secret storage of the editor as a window read it last: a storage whose answers the test gives.
import assert from 'node:assert/strict';
import { KeptSecrets } from '../../src/host/settings/kept-secrets.ts';
import { nextTurn } from '../support/next-turn.ts';

interface Question {
  readonly of: string;
  answer(value: unknown): Promise<void>;
  fail(): Promise<void>;
}

describe('secrets that a window keeps', () => {
  let questions: Question[];
  let changed: (change: { key: string }) => void;
  let secrets: KeptSecrets;

  const ask = (of: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    questions.push({
      of,
      answer(value) {
        resolve(value as never);
        return nextTurn();
      },
      fail() {
        reject(new Error('the workbench is gone'));
        return nextTurn();
      },
    });
    return promise;
  };
  const question = (at: number) => questions[at] ?? assert.fail(`only ${questions.length} questions`);

  beforeEach(() => {
    questions = [];
    secrets = new KeptSecrets({
      get: name => ask(name),
      keys: () => ask('keys'),
      onDidChange: listener => {
        changed = listener;
        return { dispose() {} };
      },
    });
  });

  it('waits for the storage once, and for all who ask meanwhile', async () => {
    const both = Promise.all([secrets.get('a'), secrets.get('a')]);
    await question(0).answer('tea');
    assert.deepEqual(await both, ['tea', 'tea']);
    assert.equal(questions.length, 1);
  });

  it('answers as before while the storage is asked again, and with the new answer next time', async () => {
    const first = secrets.get('a');
    await question(0).answer('tea');
    await first;
    assert.equal(await secrets.get('a'), 'tea');
    await question(1).answer('coffee');
    assert.equal(await secrets.get('a'), 'coffee');
  });

  it('waits again for what was missing', async () => {
    const first = secrets.get('a');
    await question(0).answer(undefined);
    assert.equal(await first, undefined);
    const second = secrets.get('a');
    await question(1).answer('tea');
    assert.equal(await second, 'tea');
  });

  it('waits again for what was changed, and forgets an answer from before', async () => {
    const early = secrets.get('a');
    changed({ key: 'a' });
    const late = secrets.get('a');
    await question(1).answer('coffee');
    await question(0).answer('tea');
    assert.deepEqual([await early, await late, await secrets.get('a')], ['tea', 'coffee', 'coffee']);
  });

  it('lists names as before until one is stored or removed', async () => {
    const first = secrets.keys();
    await question(0).answer(['a']);
    assert.deepEqual(await first, ['a']);
    assert.deepEqual(await secrets.keys(), ['a']);
    changed({ key: 'b' });
    const second = secrets.keys();
    await question(2).answer(['a', 'b']);
    assert.deepEqual(await second, ['a', 'b']);
  });

  it('fails as the storage does, and asks again', async () => {
    const first = secrets.get('a');
    const failed = assert.rejects(first, /workbench is gone/);
    await question(0).fail();
    await failed;
    const second = secrets.get('a');
    await question(1).answer('tea');
    assert.equal(await second, 'tea');
    // One that nobody waits for is nobody's failure.
    assert.equal(await secrets.get('a'), 'tea');
    await question(2).fail();
    assert.equal(await secrets.get('a'), 'tea');
  });
});
