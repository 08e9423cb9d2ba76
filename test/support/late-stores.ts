// A second way to run the tests of the driver: each test driver gets a store whose `stored` resolves late
// (`npm run test:late`). Nothing may leave the process before it is stored: each violation fails the test in which it
// happened. LATE_SEED gives other delays.
import assert from 'node:assert/strict';
import { isLate } from './test-driver.ts';

const violations: string[] = [];

isLate.seed = Number(process.env.LATE_SEED ?? 1);
isLate.onViolation = what => violations.push(what);

export const mochaHooks = {
  afterEach() {
    assert.deepEqual(violations.splice(0), []);
  },
};
