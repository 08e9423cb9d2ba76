// Errors of one bundle in another one, which has a copy of the same class.
import assert from 'node:assert/strict';
import { DriveError } from '../../src/core/facts/trouble.ts';
import { failureFromError } from '../../src/llm/failures/failure.ts';
import { TooLarge } from '../../src/llm/reply/reply-limits.ts';

/** The same file once more, as another bundle has it. */
function copyOf(file: string) {
  return import(new URL(`../../src/${file}?copy`, import.meta.url).href);
}

describe('an error of another bundle', () => {
  it('is recognized when it ends a drive, with its code', async () => {
    const copy: { DriveError: typeof DriveError } = await copyOf('core/facts/trouble.ts');
    assert.notEqual(copy.DriveError, DriveError);
    const error: unknown = new copy.DriveError('lock-lost', 'another worker drives it now');
    assert.ok(error instanceof DriveError);
    assert.equal(error.code, 'lock-lost');
    assert.equal(new Error('x') instanceof DriveError, false);
  });

  it('is recognized when an answer is too large, and is not retried', async () => {
    const copy: { TooLarge: typeof TooLarge } = await copyOf('llm/reply/reply-limits.ts');
    assert.notEqual(copy.TooLarge, TooLarge);
    const error = new TypeError('fetch failed', { cause: new copy.TooLarge('more than 16 MB') });
    const { code, message, retryable } = failureFromError(error, { secrets: [], now: () => 0 });
    assert.deepEqual([code, message, retryable], ['too-large', 'more than 16 MB', false]);
  });
});
