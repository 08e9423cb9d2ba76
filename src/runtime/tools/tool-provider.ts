// All tools of the product, and which of them a dialog has.

import type { RootId } from '../../core/base/ids.ts';
import type { EntityLookup } from '../../core/belief/values/fit-entities.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { Today } from '../../core/prompt/words/words.ts';
import type { Member } from '../../core/team/team.ts';
import type { Minds } from '../../minds/minds.ts';
import { agentFormTool } from '../../tools/agent-form.ts';
import { agentPermissionTool } from '../../tools/agent-permission.ts';
import { type EditorTools, editorToolset } from '../../tools/editor-tools.ts';
import type { McpServers } from '../../tools/mcp/mcp-servers.ts';
import { mcpToolsets, serversFor } from '../../tools/mcp/mcp-tools.ts';
import { beliefTools } from '../../tools/minds/belief-tools.ts';
import { callTools } from '../../tools/minds/call-tools.ts';
import { controlTools } from '../../tools/minds/control-tools.ts';
import { createRuledTools } from '../../tools/minds/folder-rules.ts';
import { memoryTools, teamFileTools, teamMemoryTools } from '../../tools/minds/memory-tools.ts';
import { mindTools, textingMindTools } from '../../tools/minds/mind-tools.ts';
import { skillTools } from '../../tools/minds/skill-tools.ts';
import { hideIn, type SecretsPort } from '../../tools/shell/without-secrets.ts';
import type { Tool, ToolProvider } from '../../tools/tool.ts';
import { selectTools, type ToolCatalog } from '../../tools/toolsets.ts';
import { type WaitPorts, waitForTool } from '../../tools/wait-for.ts';
import { observed } from '../../tools/work-tree/observe.ts';
import type { WorkTree } from '../../tools/work-tree/work-tree.ts';
import { type WorkspacePorts, workspaceToolsets } from '../../tools/workspace-tools.ts';

export interface ToolProviderOptions {
  readonly minds: Minds;
  readonly workspace: WorkspacePorts;
  /** Those of `.minds/mcp.yaml`; absent where nothing of the folder may be started. */
  readonly mcpServers?: McpServers;
  /** Tools of other extensions and MCP servers; absent without an editor. */
  readonly editorTools?: EditorTools;
  /** Checks whether an entity that a slot names exists (SPEC 16.2). */
  readonly lookUp: EntityLookup;
  /** Texts that no tool may give away. */
  readonly secrets: SecretsPort;
  /** What `wait_for` asks for. */
  readonly waits: WaitPorts;
  /** The open questions of a whole tree. */
  /** Of a tree that is in memory. */
  readonly statesOf: (rootId: RootId) => readonly DialogState[];
  readonly today?: () => Today;
}

/** The tool provider of an rtws. */
export function createToolProvider(options: ToolProviderOptions): ToolProvider {
  const { minds, workspace, mcpServers, editorTools, lookUp, statesOf, secrets, waits, today } = options;
  const ruled = createRuledTools(minds.rulesAt);
  const { read, write, shell } = workspaceToolsets(workspace);
  const catalog: ToolCatalog = {
    mind: mindTools(minds.taskdocs),
    textingMind: textingMindTools(minds.taskdocs),
    control: [...controlTools({ states: statesOf }), waitForTool(waits)],
    belief: beliefTools({
      context(name) {
        const { domain } = minds.domains.read(name);
        return domain && { domain, lookUp, ...(today && { today: today() }) };
      },
    }),
    sets: {
      read: read.map(ruled),
      write: write.map(ruled),
      shell,
      memory: memoryTools(minds.memories),
      team: teamMemoryTools(minds.memories),
    },
    teamFiles: teamFileTools(minds.teamFiles),
  };
  const skills = skillTools(minds.skills);
  const taken = new Set([...toolNames(catalog), ...skills.map(({ spec }) => spec.name)]);
  const asking = [agentPermissionTool(), agentFormTool()];
  // An agent of another vendor works with its own tools; these are asked for by what stands between it and the dialog.
  const forAgent = (tools: readonly Tool[]) => [...asking, ...tools.filter(({ spec }) => spec.name === 'write_file')];
  const safe = new WeakMap<Tool, Tool>();
  const safeOf = (tool: Tool) => {
    const known = safe.get(tool);
    if (known) return known;
    const made = hideIn(tool, secrets);
    safe.set(tool, made);
    return made;
  };
  const { workTree } = workspace.shell;
  const watchedOf = (tool: Tool) => (workTree && !tool.onlyReads ? watched(tool, workTree) : tool);
  const runShell = shell.find(({ spec }) => spec.name === 'run_shell');
  return {
    ...(runShell && { shell: safeOf(runShell) }),
    toolsFor(member, state) {
      if (member.acp !== undefined) return forAgent(selectTools(catalog, member, state)).map(safeOf);
      const servers = mcpServers && mayUseServers(member) ? serversFor(member, mcpServers.known()) : [];
      const mcp = mcpServers && servers.length > 0 ? mcpToolsets(mcpServers, servers, taken, member.tools) : {};
      const editor = mayUseEditor(member) ? editorToolset(editorTools, new Set([...taken, ...namesIn(mcp)])) : [];
      // Without skills there is nothing to read.
      const control = minds.skills.list().length > 0 ? [...catalog.control, ...skills] : catalog.control;
      const sets = Object.entries({ ...mcp, editor }).map(([set, tools]) => [set, tools.map(watchedOf)]);
      return selectTools(
        { ...catalog, control, sets: { ...catalog.sets, ...Object.fromEntries(sets) } },
        member,
        state,
      ).map(safeOf);
    },
    ready(member, { identity }, signal) {
      if (!mcpServers || !mayUseServers(member) || (identity.kind === 'root' && identity.mode === 'draft'))
        return undefined;
      const servers = serversFor(member, mcpServers.known());
      return servers.length > 0 ? mcpServers.ready(servers, signal) : undefined;
    },
  };
}

/** A tool of others with the changes that it made: its provider does not tell them. */
function watched(tool: Tool, workTree: () => WorkTree): Tool {
  return {
    ...tool,
    call: (args, context, signal) =>
      observed(workTree(), { rtws: context.rtws, signal, run: () => tool.call(args, context, signal) }),
  };
}

function toolNames({ mind, textingMind, control, belief, sets, teamFiles }: ToolCatalog): string[] {
  return [
    ...[callTools, mind, textingMind, control, belief, teamFiles].flat().map(({ spec }) => spec.name),
    ...namesIn(sets),
  ];
}

function namesIn(sets: ToolCatalog['sets']): string[] {
  return Object.values(sets).flatMap((set = []) => set.map(({ spec }) => spec.name));
}

/** True if a member lists servers, or tools by name, which may belong to a server. */
function mayUseServers({ tools = [], toolsets = [], withheld }: Member): boolean {
  if (withheld) return false;
  return tools.length > 0 || toolsets.some(name => name === 'mcp' || name.startsWith('mcp:'));
}

/** True if a member lists the set, or tools by name, which may belong to the editor. */
function mayUseEditor({ tools = [], toolsets = [], withheld }: Member): boolean {
  if (withheld) return false;
  return tools.length > 0 || toolsets.includes('editor');
}
