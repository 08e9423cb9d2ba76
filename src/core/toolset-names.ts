// The names of toolsets and tools, as team files and the tools themselves know them (SPEC 12.4).
import { agentPermissionName, agentToolset } from './agent-permission.ts';

/** Toolsets that a member may be given. */
export const toolsetNames = ['read', 'write', 'shell', 'memory', 'team', 'editor', 'mcp'] as const;

/** The name of a toolset; `editor` are tools of other extensions and its MCP servers, `mcp` those of `.minds/mcp.yaml`. */
export type ToolsetName = (typeof toolsetNames)[number];

/** The tools of the product; a member has some of them without a word of its file. */
export const toolNames: readonly string[] = [
  ...['read_file', 'list_dir', 'search_text', 'write_file', 'edit_file', 'move_file', 'delete_file'],
  ...['run_shell', 'start_process', 'read_process', 'stop_process'],
  ...['add_memory', 'replace_memory', 'drop_memory', 'add_team_memory', 'replace_team_memory', 'drop_team_memory'],
  ...['read_team_file', 'write_team_file', 'read_skill', 'wait_for'],
  ...['clear_mind', 'change_mind', 'add_reminder', 'update_reminder', 'delete_reminder', 'recall_taskdoc'],
  ...['mark_done', 'tell_subdialog', 'dismiss_subdialog'],
  ...['keep_going', 'finish_flow', 'fall_back', 'set_slot', 'propose_plan'],
];

/** What rules of a policy may name: also toolsets, and what agents of others ask for. */
export const ruledNames: readonly string[] = [...toolNames, ...toolsetNames, agentToolset, agentPermissionName];

/** The tools of one server of `.minds/mcp.yaml`: `mcp:<name>`. */
export const serverToolsetPattern = /^mcp:[a-zA-Z][a-zA-Z0-9_-]*$/;

/** The tools of a member that names neither tools nor toolsets. */
export const defaultToolsets: readonly ToolsetName[] = ['read', 'write', 'shell', 'memory'];

/** The built-in member that alone may keep the files of `.minds/` (SPEC 12.3). */
export const mindsKeeperId = 'fuxi';

/** The built-in member for the workspace and the shell (SPEC 12.3). */
export const workspaceKeeperId = 'pangu';
