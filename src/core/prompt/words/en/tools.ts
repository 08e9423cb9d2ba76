// What a model reads of each tool, and of calls that cannot be made as they were written, in English.
import type { ArgProblem, ToolTexts } from '../tool-words.ts';

/** The description of a tool, and of arguments by their names. */
export type SpecText = string | readonly [description: string, args: Readonly<Record<string, string>>];

const teamFilePath = { path: 'Relative to .minds/, like team/alice/persona.md' };
const memoryPath = { path: 'Like build/windows' };

export const specsEn = {
  clear_mind: 'Begin a new course: the talk leaves your context.',
  clear_mind_texting: [
    'Begin a new course: the talk leaves your context.',
    { prompt: 'First message of the new course' },
  ],
  change_mind: [
    'Replace a whole section of the taskdoc, or append to it.',
    {
      selector: 'goals, constraints, progress, or a section of category',
      category: 'bearinmind (contracts, acceptance, grants, runbook, decisions, risks) or your own',
    },
  ],
  change_mind_texting: [
    "Replace the taskdoc's text (its goals) and begin a new course.",
    { content: 'The whole new text', prompt: 'First message of the new course' },
  ],
  recall_taskdoc: 'Read a section of the taskdoc that is only listed, or was cut.',
  add_reminder: 'Note something for yourself in this dialog.',
  update_reminder: 'Replace a reminder.',
  delete_reminder: 'Delete a reminder; later ones move up.',
  read_course: [
    'Read an earlier course of this dialog, in numbered entries.',
    { course: 'the one before this, if left out', from: 'first entry', to: 'last entry' },
  ],
  mark_done: 'Complete this root dialog.',
  tell_subdialog: 'Say something to the one at work on an open call of yours.',
  dismiss_subdialog: 'End an open call. With reassign, the next tellask of this reply takes its place.',
  merge_work: [
    'Take changes that a teammate made in a place of its own.',
    {
      paths: 'Only these files, or hunks of them: src/a.ts:1,3',
      sendBack: 'Instead: words for the teammate, who goes on',
      drop: 'Instead: drop them',
      show: 'First: show them with the numbers of their hunks',
    },
  ],
  wait_for: 'Sleep until the first of these: the time (ISO 8601), file changes, root is done. Alone in a reply.',
  tellask: ['Call a teammate.', { to: 'Name of a teammate, or self', content: 'First line: what to do' }],
  ask_back: 'Ask the one who gave you this assignment.',
  ask_human: 'Ask the person.',
  read_skill: [
    'Read the instructions of a skill, or another text file of its folder.',
    { name: 'Name of the skill', file: 'Path within its folder; default: SKILL.md' },
  ],
  keep_going: 'Go on to the next step after this reply without waiting for the person (on), or wait (off).',
  finish_flow: 'End the active flow: completed, or invalid when it cannot be done. Findings are kept for later flows.',
  fall_back: 'Replace the active flow by another one that fits better; equal-named slots move over.',
  set_slot: 'Fill or correct a slot of a live flow; null clears it. `flow#2` is one run of several.',
  start_flow: 'Start a flow that the person wants, with the values you know.',
  cancel_flow: 'Cancel a live flow that nobody wants any more.',
  propose_plan:
    'Propose the steps of the active Plan flow, in order: {flow, slots?, why?} or {tellask: "@member what", why?}. The person approves them first.',
  add_memory: ['Add a note to your memory, part of later prompts.', memoryPath],
  replace_memory: 'Replace a note of your memory.',
  drop_memory: 'Drop a note of your memory.',
  add_team_memory: ["Add a note to the team's memory, part of later prompts.", memoryPath],
  replace_team_memory: "Replace a note of the team's memory.",
  drop_team_memory: "Drop a note of the team's memory.",
  read_team_file: ['Read a file of .minds/, or list a folder.', teamFilePath],
  write_team_file: [
    'Write a .md or .yaml file of .minds/. A team file is checked; mend what the result lists.',
    teamFilePath,
  ],
  read_file: (most: number) => `Read a text file, or lines of it, numbered; at most ${most} characters.`,
  list_dir: 'List a folder; . is the workspace.',
  search_text:
    'Search files, case-sensitively; ignored ones are left out. regex: JavaScript, one line, no lookaround or backreference.',
  write_file: 'Create a text file, or replace all of it.',
  edit_file: 'Replace an exact text, which must be unique unless all.',
  move_file: 'Move or rename a file or folder.',
  delete_file: 'Delete a file or an empty folder.',
  run_shell: (seconds: number): SpecText => [
    'Run a command to its end, without input; what it leaves running is ended.',
    { timeout_s: `Default ${seconds}` },
  ],
  start_process: 'Run in the background; its end is told.',
  read_process: 'Output from byte since on.',
  stop_process: 'End it.',
  agent_permission: 'Asks for permission for something that the agent does with its own tools.',
  agent_form: 'Asks the person by a form.',
} satisfies Readonly<Record<string, SpecText | ((number: number) => SpecText)>>;

/** The table of a language. */
export type SpecWords = typeof specsEn;

export const toolTextsEn: ToolTexts = {
  badArgs: (problem, { tool, form, args }) => {
    const all = args.map(({ name, isOptional }) => (isOptional ? `${name} (optional)` : name)).join(', ');
    return `${tool}: ${problemEn(problem)} Call it like this: ${form}. Its arguments: ${all || 'none'}.`;
  },
  noTool({ name, nearest, inText, offered }) {
    const what = inText?.kind === 'person' ? 'ask the person' : 'call a teammate';
    const instead = nearest
      ? ` Use ${nearest}.`
      : inText
        ? ` To ${what}, begin a line of your reply with \`${inText.line}\`.`
        : '';
    return `You have no tool ${name}.${instead} Your tools: ${offered.join(', ') || 'none'}.`;
  },
};

function problemEn(problem: ArgProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return 'the arguments are not valid JSON, so nothing was done. In strings, write \\" for a quote and \\n for a line break.';
    case 'cut':
      return 'the arguments end in the middle, so nothing was done. Call it again with all of them. If they are long, do it in several smaller calls.';
    case 'tooDeep':
      return 'the arguments are nested too deeply.';
    case 'noObject':
      return `the arguments must be one JSON object, not ${kindEn(problem.got)}.`;
    case 'unknown':
      return `there is no argument "${problem.name}".${problem.nearest === undefined ? '' : ` Did you mean "${problem.nearest}"?`}`;
    case 'twice':
      return `"${problem.names[0]}" and "${problem.names[1]}" mean the same, with different values. Give one of them.`;
    case 'missing':
      return `the argument "${problem.argument}" is missing.`;
    case 'wrongType':
      return `"${problem.argument}" must be ${kindEn(problem.expected)}, not ${kindEn(problem.got)}.`;
    case 'refused':
      return `"${problem.argument}": ${problem.why}.`;
  }
}

const kindsEn: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function kindEn(kind: string): string {
  return kindsEn[kind] ?? kind;
}
