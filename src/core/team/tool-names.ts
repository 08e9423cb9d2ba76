// The names of single tools and what rules may name, as team files know them (SPEC 12.4).
import { agentPermissionName, agentToolset } from './agent-permission.ts';
import { toolsetNames } from './toolset-names.ts';

/** The tools of the product; a member has some of them without a word of its file. */
export const toolNames: readonly string[] = [
  ...['read_file', 'list_dir', 'search_text', 'write_file', 'edit_file', 'move_file', 'delete_file'],
  ...['run_shell', 'start_process', 'read_process', 'stop_process'],
  ...['add_memory', 'replace_memory', 'drop_memory', 'add_team_memory', 'replace_team_memory', 'drop_team_memory'],
  ...['read_team_file', 'write_team_file', 'read_skill', 'wait_for'],
  ...[
    'clear_mind',
    'change_mind',
    'add_reminder',
    'update_reminder',
    'delete_reminder',
    'recall_taskdoc',
    'read_course',
  ],
  ...['tellask', 'ask_back', 'ask_human', 'mark_done', 'tell_subdialog', 'dismiss_subdialog', 'merge_work'],
  ...['keep_going', 'finish_flow', 'start_flow', 'cancel_flow', 'fall_back', 'set_slot', 'propose_plan'],
];

/** What rules of a policy may name: also toolsets, and what agents of others ask for. */
export const ruledNames: readonly string[] = [...toolNames, ...toolsetNames, agentToolset, agentPermissionName];
