// A team with a scripted model behind the agent, for tests of ACP clients: made anew for each test.
import assert from 'node:assert/strict';
import path from 'node:path';
import { type ClientGiven, serveAcp } from '../../../src/doors/acp/agent.ts';
import { openRuntime, type Runtime, type WorkspaceFiles } from '../../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { connectEditor, type Editor, type Person, streamPair } from './support.ts';

const playbook = `replies:
  - {when: {agent: lead, contains: paint}, say: "One moment.\\n!?@human Which colour?\\n!?- red\\n!?- blue\\n"}
  - {when: {agent: lead, contains: blue}, say: Painted blue.}
  - {when: {agent: lead, contains: delegate}, say: "I ask Coder.\\n!?@coder Build it\\n!?Now.\\n"}
  - {when: {agent: coder, contains: Build it}, think: Hm., say: "Starting.", tools: [{name: run_shell, args: {command: N=1 echo built}}]}
  - {when: {agent: coder, contains: refused}, say: Not built.}
  - {when: {agent: coder, contains: built}, say: Built.}
  - {when: {agent: lead, contains: Not built}, say: It was not built.}
  - {when: {agent: lead, contains: Built}, say: All is built.}
  - {when: {agent: lead, contains: write}, tools: [{name: read_file, args: {path: a.txt}}, {name: write_file, args: {path: a.txt, content: "new\\n"}}]}
  - {when: {agent: lead, contains: a.txt}, say: Written.}
  - {when: {agent: lead, contains: seats}, tools: [{name: weather_book, args: {}}]}
  - {when: {agent: lead, contains: forecast}, tools: [{name: My-Weather_forecast, args: {city: Bonn}}]}
  - {when: {agent: lead, contains: sunny}, say: It is sunny.}
  - {when: {agent: lead, contains: run it}, tools: [{name: run_shell, args: {command: N=1 echo done}}]}
  - {when: {agent: lead, contains: in a terminal}, say: It ran.}
  - {when: {agent: lead, contains: booked}, say: All booked.}
  - {when: {agent: lead, contains: slow}, say: Late., delayMs: 600000}
  - {when: {agent: lead, contains: hello}, think: Let me see., say: Hello., repeat: true}
`;

export const server = path.resolve(import.meta.dirname, '../../support/mcp-stdio-server.ts');

export const files = {
  '.minds/mcp.yaml': `servers:\n  weather: {command: ${process.execPath}, args: [${server}]}\n`,
  '.minds/team.yaml': 'members:\n  lead: {diligence-push-max: 0, toolsets: [read, write, shell, mcp]}\n  coder: {}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': playbook,
};

/** Sets a team up before each test of a suite. */
export function acpTeam() {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let editorFiles: WorkspaceFiles | undefined;
  let handed: ClientGiven['servers'];
  let startCommand: ClientGiven['startCommand'];
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    workspace = await makeTempWorkspace(files);
    editorFiles = undefined;
    handed = () => [];
    startCommand = undefined;
    const workspaceFiles: WorkspaceFiles = {
      read: async file => editorFiles?.read(file),
      write: async (file, text) => editorFiles?.write(file, text) ?? 'not-open',
    };
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: { OPENAI_API_KEY: 'sk-1' },
      mode: 'drive',
      workspaceFiles,
      handedServers: () => handed(),
      startCommand: (...command) => startCommand?.(...command),
    });
    runtime = opened.ok ? opened.runtime : assert.fail(opened.code);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
    await runtime.close();
    await workspace.remove();
  });

  async function connect(
    person?: Person,
    language: 'en' | 'zh' = 'en',
    agentId?: string,
    served: Runtime = runtime,
  ): Promise<Editor & { warnings: string[] }> {
    const [ours, theirs] = streamPair();
    const warnings: string[] = [];
    const door = serveAcp({
      version: '1',
      language,
      stream: ours,
      folder: workspace.folder,
      ...(agentId !== undefined && { agentId }),
      open: async (_, given) => {
        editorFiles = given.files;
        handed = given.servers;
        startCommand = given.startCommand;
        return { ok: true, runtime: served };
      },
      warn: message => warnings.push(message),
    });
    ends.push(async () => door.close());
    return { ...(await connectEditor(theirs, person)), warnings };
  }

  return {
    get workspace() {
      return workspace;
    },
    get runtime() {
      return runtime;
    },
    /** The MCP servers that clients hand over now. */
    handed: () => handed(),
    /** What ends the connections of a test. */
    ends,
    connect,
  };
}
