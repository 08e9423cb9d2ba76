// The facts about work that the runtime knows, whatever a model says of it (SPEC 23.7): which tools ran, which files
// changed and by how many lines, how the last command ended. A running sum in the state; each record costs the same.
// Pure.

import { callIdOf, type Lists } from '../../base/fold-lists.ts';
import type { ChangedLines, FileChange, UntoldChanges } from '../file-changes.ts';
import { processIdOf } from '../processes.ts';
import type { RecordOf } from '../record.ts';
import { type DialogState, openCalls } from '../state.ts';
import type { OpenToolCall } from '../tool-call.ts';
import type { KeptFiles, ToolCounts, Work, WorkFacts, WorkFile } from '../work-shape.ts';
import { firstWords } from './fold-parts.ts';
import { awaitedPlace } from './frames.ts';

/** Files that are told apart; changes of further ones are not counted. */
export const MOST_FILES = 100;
/** Files that an answer names. */
const MOST_NAMED = 8;
const HASH_LENGTH = 16;

/** Counts of files and lines. */
export interface OpenChanges {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** More files changed than are counted. */
  readonly untold?: UntoldChanges;
}

type ToolKind = Exclude<keyof ToolCounts, 'failed'>;

/** What tools do. `none`: they serve the dialog itself, and say nothing about its work. */
const kinds: Readonly<Record<string, ToolKind | 'none'>> = {
  ...kindOf('read', 'read_file list_dir search_text read_skill read_process recall_taskdoc read_team_file read_course'),
  ...kindOf('edit', 'write_file edit_file move_file delete_file write_team_file'),
  ...kindOf('command', 'run_shell start_process'),
  ...kindOf('none', 'clear_mind change_mind add_reminder update_reminder delete_reminder mark_done wait_for'),
  ...kindOf('none', 'tellask ask_back ask_human tell_subdialog dismiss_subdialog merge_work'),
  ...kindOf('none', 'keep_going finish_flow start_flow cancel_flow fall_back set_slot propose_plan'),
};

function kindOf(kind: ToolKind | 'none', names: string): Record<string, ToolKind | 'none'> {
  return Object.fromEntries(names.split(' ').map(name => [name, kind]));
}

/** Tools that write what is kept for the team, and no file of the work. */
const ofMinds: ReadonlySet<string> = new Set([
  'change_mind',
  'write_team_file',
  ...['add', 'replace', 'drop'].flatMap(verb => [`${verb}_memory`, `${verb}_team_memory`]),
]);

/** True for a tool of others, which may change files and does not record it. */
export function mayChangeFiles(name: string): boolean {
  return !Object.hasOwn(kinds, name) && !ofMinds.has(name);
}

/** True for a tool that may write any file at all. */
export function mayWrite(name: string): boolean {
  return kinds[name] === 'edit' || kinds[name] === 'command' || mayChangeFiles(name) || ofMinds.has(name);
}

/** What a tool does. */
export function toolKindOf(name: string): ToolKind | 'none' {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? 'other') : 'other';
}

/** Counts with one more call that ended; the same ones where it says nothing about the work. */
export function withTool(
  counts: ToolCounts | undefined,
  name: string,
  { ok, exitCode }: { readonly ok: boolean; readonly exitCode?: number },
): ToolCounts | undefined {
  const kind = toolKindOf(name);
  return kind === 'none' ? counts : counted(counts, ok || exitCode !== undefined ? kind : 'failed');
}

/** The sum of a dialog that has done nothing yet. */
export const noWork: Work = { from: 0 };

/** A new assignment begins: what was done before counts for the tree alone. */
export function newWork({ work, genseq }: DialogState): Pick<DialogState, 'work'> {
  // Nearly always one of the two is empty: looking for each file among all takes time.
  const earlier = work?.files ? [...(work.earlier ?? []), ...work.files].reduce(withFile, []) : (work?.earlier ?? []);
  const earlierUntold = moreUntold(work?.untold, work?.earlierUntold);
  return {
    work: { from: genseq, ...(earlier.length > 0 && { earlier }), ...(earlierUntold && { earlierUntold }) },
  };
}

/** A call of a tool has ended. */
export function withReturned(state: DialogState, record: RecordOf<'toolReturned'>, lists: Lists): Partial<DialogState> {
  const call = state.toolCalls[lists.find(state.toolCalls, callIdOf, record.callId)];
  const { work } = state;
  if (!work || !call?.started) return {};
  if (call.name === 'mark_done') return { work: record.ok ? work : toldOfCommand(work) };
  const tools = withTool(work.tools, call.name, record);
  if (tools === work.tools) return {};
  const command = call.name === 'run_shell' ? commandOf(call) : undefined;
  return {
    work: {
      ...work,
      ...(tools && { tools }),
      ...(command !== undefined && { command: endOf(command, record.exitCode) }),
    },
  };
}

/** A command in the background has ended. */
export function withProcessEnded(
  state: DialogState,
  record: RecordOf<'processEnded'>,
  lists: Lists,
): Partial<DialogState> {
  const { work, processes = [] } = state;
  const command = processes[lists.find(processes, processIdOf, record.processId)]?.command;
  if (!work || command === undefined || record.outcome !== 'exited') return {};
  return { work: { ...work, command: endOf(command, record.code) } };
}

/** Files of the dialog changed, by a tool or because a person took changes back. */
export function withChanges(
  { work }: DialogState,
  changes: readonly FileChange[],
  { isOwn, untold: unlisted }: { readonly isOwn?: true; readonly untold?: UntoldChanges } = {},
): Partial<DialogState> {
  if (!work) return {};
  const { files: before = [], untold: known, ...rest } = work;
  const made = changes.filter(isOfFile).map(workFileOf);
  const files = made.map(file => (isOwn ? { ...file, isOwn } : file)).reduce(withFile, before);
  // Certain already: nothing is looked for.
  const isMore = !isOwn && known !== 'some' && isBeyond(before, made);
  const untold = isOwn ? known : moreUntold(known, isMore ? 'some' : unlisted);
  return { work: { ...rest, ...(files.length > 0 && { files }), ...(untold && { untold }) } };
}

/** True if some of the files are not told apart any more. */
function isBeyond(before: readonly WorkFile[], made: readonly MadeChange[]): boolean {
  if (before.length + made.length <= MOST_FILES) return false;
  return new Set([...before, ...made].map(({ path }) => path)).size > MOST_FILES;
}

/** What is not known of both: that more changed is certain if one knows it. */
function moreUntold(one: UntoldChanges | undefined, other: UntoldChanges | undefined): UntoldChanges | undefined {
  return one === 'some' ? one : (other ?? one);
}

/** What is not known of the changes of a tree. */
function untoldOf(states: readonly DialogState[]): UntoldChanges | undefined {
  return states.reduce<UntoldChanges | undefined>(
    (found, { work }) => moreUntold(found, moreUntold(work?.untold, work?.earlierUntold)),
    undefined,
  );
}

/** A teammate answered; the last command may be theirs. */
export function withAnswer(
  state: DialogState,
  record: RecordOf<'responseSupplied'>,
  lists: Lists,
): Partial<DialogState> {
  const { work } = state;
  const { agentId, ok, facts } = record;
  if (!work || !awaitedPlace(state, record, lists)) return {};
  const command = facts?.command && { by: agentId, ...facts.command };
  return { work: { ...work, ...(ok && { answers: (work.answers ?? 0) + 1 }), ...(command && { command }) } };
}

/** The facts of a dialog's present work; undefined where they are not known, after work of an earlier version. */
export function factsOf(state: DialogState): WorkFacts | undefined {
  return state.work && factsWith(state, state.work, { files: state.work.files ?? [], untold: state.work.untold });
}

/**
 * The facts of a whole tree at its end: tools and last command of the root, files of all. `states` begin with the root.
 */
export function treeFacts(
  states: readonly DialogState[],
  { goals = [], evidence }: Pick<WorkFacts, 'goals' | 'evidence'> = {},
): WorkFacts | undefined {
  const [root] = states;
  if (!root?.work) return undefined;
  return {
    ...factsWith(root, root.work, { files: filesOf(states), untold: untoldOf(states) }),
    ...(goals.length > 0 && { goals }),
    ...(evidence && { evidence }),
  };
}

/** The last command, when it failed and the member was not told yet. */
export function failedCommand({ work }: DialogState): WorkFacts['command'] {
  const { isTold, ...command } = work?.command ?? { exitCode: 0, command: '' };
  return isTold || command.exitCode === 0 ? undefined : command;
}

/** What stands of the changes of a tree that no person has kept: `states` begin with the root (SPEC 25.2). */
export function openChanges(states: readonly DialogState[]): OpenChanges | undefined {
  const files = openFiles(states);
  const { added = 0, removed = 0 } = files.reduce(addLines, {});
  return files.length === 0 ? undefined : { files: files.length, added, removed, ...pick('untold', untoldOf(states)) };
}

/** Files that changed, without those that a person kept as they are. */
export function openFiles(states: readonly DialogState[]): readonly WorkFile[] {
  const { kept = {} } = states[0] ?? {};
  return filesOf(states).filter(({ path, last = '' }) => !Object.hasOwn(kept, path) || kept[path] !== last);
}

/** A person kept these changes; the oldest of many are forgotten. */
export function withKept(kept: KeptFiles = {}, changes: readonly FileChange[]): KeptFiles {
  const all = { ...kept };
  for (const { path, before } of changes) {
    delete all[path];
    all[path] = before?.hash.slice(0, HASH_LENGTH) ?? '';
    const paths = Object.keys(all);
    const oldest = paths[0];
    if (paths.length > MOST_FILES && oldest !== undefined) delete all[oldest];
  }
  return all;
}

/** Files that the dialogs of a tree changed together; what came to nothing is left out. */
function filesOf(states: readonly DialogState[]): readonly WorkFile[] {
  // What was done in places of their own counts once it is taken, as a change by whoever takes it.
  const all = states.flatMap(({ work }) =>
    [...(work?.earlier ?? []), ...(work?.files ?? [])].filter(({ isOwn }) => !isOwn),
  );
  const byPath = Map.groupBy(all, ({ path }) => path);
  return [...byPath].flatMap(([path, parts]) => {
    // Each content that one dialog left and another found is neither the first nor the last.
    const firsts = parts.map(({ first = '' }) => first);
    for (const { last = '' } of parts) if (firsts.includes(last)) firsts.splice(firsts.indexOf(last), 1);
    if (firsts.length === 0) return [];
    const lasts = parts.map(({ last = '' }) => last);
    for (const { first = '' } of parts) if (lasts.includes(first)) lasts.splice(lasts.indexOf(first), 1);
    const ends = { ...pick('first', firsts[0] || undefined), ...pick('last', lasts.at(-1) || undefined) };
    return [{ path, ...ends, ...parts.reduce(addLines, {}) }];
  });
}

function factsWith(
  state: DialogState,
  { tools, answers, command }: Work,
  { files, untold }: { readonly files: readonly WorkFile[]; readonly untold: UntoldChanges | undefined },
): WorkFacts {
  const open = openCalls(state).map(({ agentId }) => agentId);
  const { added = 0, removed = 0 } = files.reduce(addLines, {});
  const named = files.slice(-MOST_NAMED).map(({ first: _, last: __, ...file }) => file);
  const { isTold: _, ...ran } = command ?? { command: '' };
  return {
    ...(tools && { tools }),
    ...(answers !== undefined && { answers }),
    ...((files.length > 0 || untold) && {
      changed: { count: files.length, added, removed, ...pick('untold', untold), files: named },
    }),
    ...(command && { command: ran }),
    ...(open.length > 0 && { open }),
  };
}

type Lines = Pick<WorkFile, 'added' | 'removed'>;

function addLines(sum: Lines, { added, removed }: Lines): Lines {
  if (added === undefined && removed === undefined) return sum;
  return { added: (sum.added ?? 0) + (added ?? 0), removed: (sum.removed ?? 0) + (removed ?? 0) };
}

function isOfFile({ before, after }: FileChange): boolean {
  return before?.kind !== 'folder' && after?.kind !== 'folder';
}

type MadeChange = WorkFile & Pick<ChangedLines, 'isNet'>;

function workFileOf({ path, before, after, lines }: FileChange): MadeChange {
  return {
    path,
    ...(before && { first: before.hash.slice(0, HASH_LENGTH) }),
    ...(after && { last: after.hash.slice(0, HASH_LENGTH) }),
    ...pick('added', lines?.added),
    ...pick('removed', lines?.removed),
    ...(lines?.isNet && { isNet: true }),
  };
}

/** The files with one more change; a file that is as it was is none of them. */
function withFile(files: readonly WorkFile[], { isNet, ...change }: MadeChange): readonly WorkFile[] {
  const earlier = files.find(({ path }) => path === change.path);
  if (!earlier && files.length >= MOST_FILES) return files;
  const { first: _, last: __, ...base } = earlier ?? change;
  const file: WorkFile = {
    ...base,
    ...(earlier ? pick('first', earlier.first) : pick('first', change.first)),
    ...pick('last', change.last),
    ...(earlier && (isNet ? { added: change.added ?? 0, removed: change.removed ?? 0 } : addLines(earlier, change))),
  };
  const others = earlier ? files.filter(each => each !== earlier) : files;
  return file.first === file.last ? others : [...others, file];
}

function pick<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: T };
}

function counted(tools: ToolCounts = {}, kind: keyof ToolCounts): ToolCounts {
  return { ...tools, [kind]: (tools[kind] ?? 0) + 1 };
}

function toldOfCommand({ command, ...rest }: Work): Work {
  return command ? { ...rest, command: { ...command, isTold: true } } : rest;
}

function endOf(command: string, exitCode: number | undefined): NonNullable<Work['command']> {
  return { command: firstWords(command), ...(exitCode !== undefined && { exitCode }) };
}

/** The command of a call, by whichever name the model gave the argument. */
function commandOf({ args }: OpenToolCall): string | undefined {
  try {
    const given = JSON.parse(args) as Record<string, unknown>;
    return [given.command, ...Object.values(given)].find(value => typeof value === 'string');
  } catch {
    return undefined;
  }
}
