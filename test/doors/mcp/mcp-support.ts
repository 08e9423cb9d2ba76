// A team in a folder of its own, with a runtime that drives it, for tests of our MCP server.
import assert from 'node:assert/strict';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const playbook = `replies:
  - {when: {agent: lead, contains: paint}, say: "!?@human Which colour?\\n!?Red or blue.\\n"}
  - {when: {agent: lead, contains: blue}, say: Painted blue.}
  - {when: {agent: lead, contains: slow}, say: Late., delayMs: 600000}
  - {when: {agent: lead, contains: hello}, say: Hello., repeat: true}
`;

/** A folder with a team that asks back when it is to paint, takes ten minutes over what is slow, and greets. */
export function teamFolder(): Promise<TempWorkspace> {
  return makeTempWorkspace({
    '.minds/team.yaml': 'members:\n  lead: {diligence-push-max: 0}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': playbook,
  });
}

/** Such a folder, and a runtime that drives it. */
export async function openTeam(): Promise<{ readonly workspace: TempWorkspace; readonly runtime: Runtime }> {
  const workspace = await teamFolder();
  const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
  return { workspace, runtime: opened.ok ? opened.runtime : assert.fail(opened.code) };
}
