// The system message of a course: the one with which its first generation began, for all generations of the course, in every
// process and in forks (SPEC 10.9). A record names the file that holds it; without the file the present one takes its place.
import type { DialogRef, RootId } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import { joinParts, type PromptPart } from '../core/prompt/prompt-part.ts';
import type { Run } from './run.ts';
import type { Dialog, Tree } from './tree.ts';

/** System messages of a tree that are remembered. */
const MAX_SYSTEMS = 20;

/** A system message as a dialog keeps it in memory. */
export interface SystemMessage {
  readonly parts: readonly PromptPart[];
  readonly text: string;
  /** How a record names it; absent while none does. */
  readonly name?: string;
}

/** The system message of the present course, `undefined` when no generation of it has one that can be read. */
export function systemOf(dialog: Dialog): SystemMessage | undefined {
  const { course } = dialog.state;
  if (dialog.system?.course !== course) dialog.system = { course, taken: 0 };
  const { system } = dialog;
  const news = dialog.records.slice(system.taken);
  system.taken = dialog.records.length;
  const name = news.reduce<string | undefined>((newest, record) => nameIn(record) ?? newest, undefined);
  if (name !== undefined && name !== system.message?.name) {
    const parts = dialog.tree.run.store.readParts(dialog.ref.rootId, name);
    if (parts) system.message = systemMessage(parts, name);
    else delete system.message;
  }
  return system.message;
}

/** Keeps what becomes the system message of the course once a record names it; dialogs of a tree that begin alike share it. */
export function keepSystem(tree: Tree, parts: readonly PromptPart[]): SystemMessage {
  const { run } = tree;
  const opened = systemMessage(parts);
  const known = tree.systems.get(opened.text);
  if (known && isSame(known.parts, parts)) return known;
  const message = systemMessage(parts, keep(run, tree.rootId, parts));
  if (tree.systems.size >= MAX_SYSTEMS) tree.systems.clear();
  if (message.name !== undefined) tree.systems.set(opened.text, message);
  return message;
}

function isSame(a: readonly PromptPart[], b: readonly PromptPart[]): boolean {
  return a.length === b.length && a.every(({ id, text }, index) => b[index]?.id === id && b[index].text === text);
}

/** From here on this is the system message of the course. */
export function openSystem(dialog: Dialog, message: SystemMessage): void {
  dialog.system = { course: dialog.state.course, taken: dialog.records.length, message };
}

/** A system message that no record names yet. */
export function systemMessage(parts: readonly PromptPart[], name?: string): SystemMessage {
  return { parts, text: joinParts(parts), ...(name !== undefined && { name }) };
}

/** Copies the system messages that records name from one tree to another. */
export function copySystems(run: Run, from: DialogRef, to: DialogRef, records: readonly CourseRecord[]): void {
  for (const name of new Set(records.flatMap(record => nameIn(record) ?? []))) {
    const parts = run.store.readParts(from.rootId, name);
    if (parts) keep(run, to.rootId, parts);
  }
}

function nameIn(record: CourseRecord): string | undefined {
  return record.kind === 'generationStarted' ? record.system : undefined;
}

/** A disk that refuses it costs the cache of a later process, no more. */
function keep(run: Run, rootId: RootId, parts: readonly PromptPart[]): string | undefined {
  try {
    return run.store.keepParts(rootId, parts);
  } catch (error) {
    run.log.error(`the system message of ${rootId} could not be kept`, error);
    return undefined;
  }
}
