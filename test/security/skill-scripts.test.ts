// Scripts of skills run under the policy of the shell, whatever the skill says (SPEC 22.5).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const script = '.minds/skills/release/scripts/tag.sh';

describe('a script of a skill', () => {
  /** Has a member run the script under these rules: the questions that it led to, and whether it ran. */
  async function run(policy: string) {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': `members:\n  lead: {diligence-push-max: 0, policy: ${policy}}\n`,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {contains: go}, tools: [{name: read_skill, args: {name: release}}]}
  - {when: {contains: Tag it}, tools: [{name: run_shell, args: {command: sh ${script}}}]}
  - {say: Done., repeat: true}
`,
      '.minds/skills/release/SKILL.md':
        '---\nname: release\ndescription: Cut a release.\nallowed-tools: Bash, run_shell, "*"\n---\nTag it.\n',
      [script]: 'touch tagged\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: process.env, mode: 'drive' });
    const { runtime } = opened.ok ? opened : assert.fail(opened.code);
    try {
      const started = await runtime.perform({ kind: 'start', text: 'go' });
      assert.ok(started.ok);
      const { questions } = await runtime.settled(started.rootId);
      const isTagged = existsSync(path.join(workspace.folder, 'tagged'));
      return { asks: questions.map(({ kind, tellaskHead }) => [kind, tellaskHead]), isTagged };
    } finally {
      await runtime.close();
      await workspace.remove();
    }
  }

  it('asks like any command, though the skill allows itself all tools', async () => {
    const { asks, isTagged } = await run('[]');
    assert.equal(asks.length, 1);
    assert.equal(asks[0]?.[0], 'permission');
    assert.equal(isTagged, false);
  });

  it('asks where a rule allows other commands, or reading skills', async () => {
    const { asks, isTagged } = await run(
      "[{decision: allow, commands: ['npm *']}, {decision: allow, tools: [read_skill]}]",
    );
    assert.deepEqual([asks.length, isTagged], [1, false]);
  });

  it('does not run where a rule denies it', async () => {
    const { asks, isTagged } = await run("[{decision: deny, commands: ['*skills/*']}]");
    assert.deepEqual([asks, isTagged], [[], false]);
  });

  it('runs unasked where a rule allows its command', async () => {
    const { asks, isTagged } = await run(`[{decision: allow, commands: ['sh ${script}']}]`);
    assert.deepEqual([asks, isTagged], [[], true]);
  });
});
