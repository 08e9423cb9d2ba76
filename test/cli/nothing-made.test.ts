// Commands about a dialog in a folder that has none: they leave it as it is (SPEC 14).
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

describe('a folder without dialogs', () => {
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({});
  });
  afterEach(() => workspace.remove());

  for (const command of [
    'send x hello',
    'answer x yes',
    'stop x',
    'continue x',
    'show x',
    'reminders x add note',
    'clear-mind x',
    'change-mind x goals g',
    'dismiss x c',
    'tell x c hello',
    'done x',
    'archive x',
    'mind accept x',
    'state rollback x 1',
  ]) {
    it(`is left as it is by dominds ${command}, which finds nothing`, async () => {
      const before = readdirSync(workspace.folder);
      const { code, stderr } = await runDominds(command.split(' '), { openRuntime, cwd: workspace.folder });
      assert.equal(code, 1);
      assert.match(stderr, /^dominds: (?:There is no dialog x|No open question x) — /);
      assert.deepEqual(readdirSync(workspace.folder), before);
    });
  }

  for (const [command, said] of [
    ['stop', /nothing was running/],
    ['stop --all', /nothing was running/],
    ['continue', /nothing is left to do/],
    ['continue --all', /nothing is left to do/],
  ] as const) {
    it(`is left as it is by dominds ${command}, which has nothing to do`, async () => {
      const before = readdirSync(workspace.folder);
      const { code, stderr } = await runDominds(command.split(' '), { openRuntime, cwd: workspace.folder });
      assert.match(stderr, said);
      assert.equal(code, 0);
      assert.deepEqual(readdirSync(workspace.folder), before);
    });
  }

  for (const [command, said] of [
    ['start hello --agent zed', /^dominds: There is no member zed/],
    ['start hello --agent zed --no-wait', /^dominds: There is no member zed/],
    ['start hello --domain none', /there is no domain none/],
    ['start hello --taskdoc notes.md', /A taskdoc is a package/],
    ['start \u00a0', /^dominds: The task is empty/],
  ] as const) {
    it(`is left as it is by dominds ${command}, which is refused`, async () => {
      const before = readdirSync(workspace.folder);
      const { code, stderr } = await runDominds(command.split(' '), { openRuntime, cwd: workspace.folder });
      assert.match(stderr, said);
      assert.equal(code, 1);
      assert.deepEqual(readdirSync(workspace.folder), before);
    });
  }

  for (const command of ['doctor --repair', 'mcp']) {
    it(`is left as it is by dominds ${command}`, async () => {
      const before = readdirSync(workspace.folder);
      const { code } = await runDominds(command.split(' '), { openRuntime, cwd: workspace.folder });
      assert.equal(code, 0);
      assert.deepEqual(readdirSync(workspace.folder), before);
    });
  }
});
