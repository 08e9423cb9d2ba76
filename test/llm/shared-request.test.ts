import assert from 'node:assert/strict';
import { shareRequest } from '../../src/llm/http/shared-request.ts';
import { never } from './collect.ts';

/** Requests that the test answers. */
function requests() {
  const asked: {
    readonly signal: AbortSignal;
    readonly answer: (text: string | undefined) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const ask = shareRequest<string>(signal => {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    asked.push({ signal, answer: resolve, fail: reject });
    return promise;
  });
  return { asked, ask };
}

describe('a request that many share', () => {
  it('is made once, and its answer is kept', async () => {
    const { asked, ask } = requests();
    const both = Promise.all([ask(never()), ask(never())]);
    asked[0]?.answer('a');
    assert.deepEqual(await both, ['a', 'a']);
    assert.equal(await ask(never()), 'a');
    assert.equal(asked.length, 1);
  });

  it('is made again after an answer that brought nothing', async () => {
    const { asked, ask } = requests();
    const first = ask(never());
    asked[0]?.answer(undefined);
    assert.equal(await first, undefined);
    void ask(never());
    assert.equal(asked.length, 2);
  });

  it('is made again after a failure', async () => {
    const { asked, ask } = requests();
    const first = ask(never());
    asked[0]?.fail(new Error('broken'));
    await assert.rejects(first, /broken/);
    const second = ask(never());
    asked[1]?.answer('b');
    assert.equal(await second, 'b');
  });

  it('goes on while anyone waits for it, and is given up after that', async () => {
    const { asked, ask } = requests();
    const [one, two] = [new AbortController(), new AbortController()];
    const waiting = [ask(one.signal), ask(two.signal)];
    one.abort();
    assert.equal(await waiting[0], undefined);
    assert.equal(asked[0]?.signal.aborted, false);
    two.abort();
    assert.equal(await waiting[1], undefined);
    assert.equal(asked[0]?.signal.aborted, true);
    const later = ask(never());
    asked[0]?.fail(new Error('given up'));
    asked[1]?.answer('later');
    assert.equal(await later, 'later');
  });

  it('is not made for one who has left', async () => {
    const { asked, ask } = requests();
    assert.equal(await ask(AbortSignal.abort()), undefined);
    assert.equal(asked.length, 0);
  });
});
