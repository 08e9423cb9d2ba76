// Loaded by mocha for every e2e run: a picture of each failed test, in words too, and nothing left running after it:
// each editor that goes on takes its part of the machine from all tests that follow.
import type { Context } from 'mocha';
import { closeEditors, closeEverything, describeOpenEditors, screenshotOpenEditors } from './editor.ts';

/** Mocha's root hooks. */
export const mochaHooks = {
  async afterEach(this: Context): Promise<void> {
    const test = this.currentTest;
    if (test?.state === 'failed') {
      await screenshotOpenEditors(`failed-${slug(test.fullTitle())}`);
      // With the failure itself: the end of a log may be all that is left of it. Mocha prints the stack, also of
      // another process.
      if (test.err) test.err.stack = [...(await describeOpenEditors()), test.err.stack].join('\n');
    }
    await closeEditors();
  },
};

/**
 * Ends what the tests share, at the end of the run. Mocha runs it in its first process only; a process that runs files
 * beside it ends what it started when it exits.
 */
export const mochaGlobalTeardown = closeEverything;

function slug(title: string): string {
  return title.replace(/\W+/g, '-').slice(0, 80);
}
