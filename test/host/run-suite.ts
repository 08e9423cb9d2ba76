// Runs the bundled suite with mocha inside an extension host. `run` is also the entry for @vscode/test-electron.
import { createRequire } from 'node:module';
import Mocha from 'mocha';
import type { HostResults, HostTest } from './results.ts';

/** Loads and runs every `*.host.ts` once; failures are in the results, not thrown. */
export function runSuite(): Promise<HostResults> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: SilentReporter });
  mocha.suite.emit('pre-require', globalThis, 'suite.cjs', mocha);
  createRequire(__filename)('./suite.cjs');
  const tests: HostTest[] = [];
  return new Promise(resolve => {
    const runner = mocha.run(() => resolve({ tests }));
    runner.on('pass', test => tests.push(report(test, 'passed')));
    runner.on('fail', (test, error: Error) => tests.push({ ...report(test, 'failed'), error: describeError(error) }));
    runner.on('pending', test => tests.push(report(test, 'pending')));
  });
}

/** The same for @vscode/test-electron: prints the results and throws when a test failed. */
export async function run(): Promise<void> {
  const { tests } = await runSuite();
  for (const test of tests)
    console.log(`${test.state}: ${test.title}${test.error === undefined ? '' : `\n${test.error}`}`);
  const failed = tests.filter(test => test.state === 'failed').length;
  if (failed > 0) throw new Error(`${failed} tests failed`);
}

class SilentReporter extends Mocha.reporters.Base {}

function report(test: Mocha.Runnable, state: HostTest['state']): HostTest {
  return { title: test.fullTitle(), state, milliseconds: test.duration ?? 0 };
}

function describeError(error: Error): string {
  return error.stack ?? error.message;
}
