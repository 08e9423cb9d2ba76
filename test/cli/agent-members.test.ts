// The command line with a member that is an agent of another vendor, in a process of its own for each command (SPEC
// 22.4).
import assert from 'node:assert/strict';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

const agent = `${process.execPath} ${path.resolve(import.meta.dirname, '../support/fake-agent.ts')}`;

describe('a member that is an agent of another vendor, at the command line', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': `members:\n  coder: {acp: ${JSON.stringify(agent)}, diligence-push-max: 0}\n`,
    });
  });
  afterEach(() => workspace.remove());

  const dominds = (...argv: string[]) =>
    runDominds([...argv, '--trust', '--json'], { openRuntime, cwd: workspace.folder, env: {} });

  for (const [task, answer, about] of [
    ['permission', 'allow once', 'Run npm test'],
    ['form', 'blue', 'Which colour?'],
  ] as const) {
    it(`is answered once by a later command: ${task}`, async () => {
      const [question, ...others] = settledOf(await dominds('start', '--agent', 'coder', `task:${task}`)).questions;
      assert.deepEqual([question?.tellaskHead, others], [about, []]);
      const done = await dominds('answer', question?.id ?? '', answer);
      assert.equal(done.code, 0);
      assert.deepEqual(settledOf(done).questions, []);
    });
  }
});
