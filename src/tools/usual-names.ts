// The names by which models know arguments and tools from other agents (SPEC 23.9), as data. Names are compared without
// regard to case, `_` and `-`. docs/tools.md lists them.

/** How the value under another name becomes the value of an argument. */
export type Conversion = 'line' | 'count' | 'milliseconds' | 'secondsOrMilliseconds' | 'expression' | 'append';

interface UsualArgument {
  readonly names: string;
  readonly as?: Conversion;
}

type Usual = Readonly<Record<string, string | readonly UsualArgument[]>>;

/** Of every tool that has an argument of this name, and none of the other's. */
const anyTool: Usual = {
  path: 'file_path filepath filename file file_name target_file absolute_path relative_path',
  content: 'contents text file_text file_content new_content body message',
  old: 'old_string old_str old_text search find',
  new: 'new_string new_str new_text replace replacement',
  all: 'replace_all global',
  command: 'cmd script command_line shell_command',
  cwd: 'workdir working_dir working_directory directory dir path',
  reminder_no: 'number no index reminder_number',
  reminder_content: 'reminder content note',
  process: 'process_id pid id call_id',
  callId: 'id call',
  selector: 'section',
  question: 'text message prompt content',
  to: 'member agent teammate recipient name subagent_type agent_id',
};

const ofTool: Readonly<Record<string, Usual>> = {
  read_file: {
    from: [{ names: 'start_line line_start start offset begin first_line start_line_one_indexed', as: 'line' }],
    to: [
      { names: 'end_line line_end end last_line end_line_one_indexed end_line_one_indexed_inclusive' },
      { names: 'limit line_count count lines num_lines', as: 'count' },
    ],
  },
  list_dir: { path: 'directory dir folder directory_path dir_path folder_path file_path' },
  search_text: {
    query: [
      { names: 'text search search_text search_string keyword q term' },
      { names: 'pattern regexp', as: 'expression' },
    ],
    regex: 'is_regex is_regexp use_regex',
    path: 'directory dir folder file file_path search_path include_path',
  },
  move_file: {
    from: 'source src old_path source_path old_name old from_path path',
    to: 'destination dest target new_path destination_path target_path new_name new to_path',
  },
  run_shell: {
    timeout_s: [
      { names: 'timeout_seconds timeout_sec timeout_secs seconds' },
      { names: 'timeout_ms timeout_millis timeout_milliseconds', as: 'milliseconds' },
      { names: 'timeout', as: 'secondsOrMilliseconds' },
    ],
  },
  tellask: { content: 'task prompt instructions instruction request question text message body' },
  ask_human: { options: 'choices follow_up suggestions', details: 'context body' },
  merge_work: {
    paths: 'files',
    sendBack: 'feedback words reason comment message',
    drop: 'discard reject',
    show: 'diff review',
  },
  change_mind: { append: [{ names: 'mode', as: 'append' }] },
};

/** An argument by one of its usual names. */
export interface Meant {
  readonly argument: string;
  readonly as?: Conversion;
}

/** A name as it is compared. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** The argument of a tool that a name stands for; its own name, spelt otherwise, too. */
export function meantArgument(tool: string, name: string, own: readonly string[]): Meant | undefined {
  const plain = plainName(name);
  const same = own.find(argument => plainName(argument) === plain);
  if (same !== undefined) return { argument: same };
  for (const argument of own) {
    const usual = [ofTool[tool]?.[argument] ?? anyTool[argument] ?? []].flat();
    for (const each of usual) {
      const { names, as } = typeof each === 'string' ? { names: each, as: undefined } : each;
      if (names.split(' ').some(usualName => plainName(usualName) === plain)) return { argument, ...(as && { as }) };
    }
  }
  return undefined;
}

/** Words about a call, which change nothing in it, and leave for it, which the person gives. They are passed over. */
const remarks = new Set(
  'description explanation reason reasoning rationale thought thoughts purpose justification requires_approval security_risk task_progress'
    .split(' ')
    .map(plainName),
);

/** True for a word about a call that no tool needs. */
export function isRemark(name: string): boolean {
  return remarks.has(plainName(name));
}

/** Tools of other agents, and ours in the order of preference. */
const usualTools: readonly (readonly [ours: string, theirs: string])[] = [
  [
    'run_shell',
    'bash shell sh zsh terminal cmd powershell exec command execute run execute_command run_command run_bash execute_bash execute_shell shell_command run_terminal_cmd run_terminal_command run_in_terminal local_shell container.exec exec_command',
  ],
  ['start_process', 'run_in_background start_background background_process'],
  [
    'read_file',
    'read cat view open open_file view_file get_file get_file_contents read_files file_read read_many_files head tail',
  ],
  ['list_dir', 'ls list list_files list_directory dir tree glob find_files file_search list_folder'],
  [
    'search_text',
    'grep rg ripgrep search search_files grep_search search_file_content codebase_search find_in_files file_grep find',
  ],
  ['write_file', 'write create_file write_to_file save_file create new_file file_write'],
  [
    'edit_file',
    'edit str_replace str_replace_editor str_replace_based_edit_tool replace_in_file apply_patch apply_diff multi_edit multiedit search_replace search_and_replace replace patch insert_edit_into_file update_file file_edit modify_file',
  ],
  ['move_file', 'mv move rename rename_file'],
  ['delete_file', 'rm remove delete unlink remove_file'],
  ['change_mind', 'update_taskdoc write_taskdoc update_plan'],
  ['recall_taskdoc', 'read_taskdoc'],
  ['add_reminder', 'todo todo_write write_todos update_todo_list manage_todo_list note'],
  ['add_memory', 'remember memory save_memory create_memory'],
  ['mark_done', 'attempt_completion finish done complete submit task_complete complete_task task_done end finish_task'],
  ['ask_human', 'ask_followup_question ask_user ask_question ask_user_question human ask request_user_input'],
  [
    'tellask',
    'task agent dispatch_agent new_task delegate delegate_task spawn_agent subagent run_subagent handoff call_agent send_message ask_agent tell_ask',
  ],
  ['wait_for', 'sleep wait'],
  ['read_skill', 'skill use_skill'],
];

/** Our tool for a usual name, whether a dialog has it or not. */
export function usualTool(name: string): string | undefined {
  const plain = plainName(name);
  return usualTools.find(([, theirs]) => theirs.split(' ').some(each => plainName(each) === plain))?.[0];
}
