import type { CourseRecord } from '../../core/dialog/record.ts';
import { joinParts, type PromptPart } from '../../core/prompt/prompt-part.ts';
import type { Surroundings } from '../../core/prompt/words/words.ts';
import type { Dialog, SystemMessage, Tree } from '../driver-context.ts';

/** System messages of a tree that are remembered. */
const MAX_SYSTEMS = 20;

/**
 * The system message of the present course, `undefined` when no generation of it has one that could be read
 * (`readSystem`).
 */
export function systemOf({ system, state }: Dialog): SystemMessage | undefined {
  return system?.course === state.course ? system.message : undefined;
}

/** What surrounds a course that has no system message yet. */
export function surroundingsOf(dialog: Dialog): Surroundings | undefined {
  const { system, state } = dialog;
  return system?.course === state.course && !system.message ? system.around : undefined;
}

/**
 * Reads the system message of the present course, or looks around to open it; nothing to wait for when memory has it.
 */
export function readSystem(dialog: Dialog): Promise<void> | undefined {
  const { course } = dialog.state;
  if (dialog.system?.course !== course) dialog.system = { course, taken: 0 };
  const { system } = dialog;
  const news = dialog.records.slice(system.taken);
  system.taken = dialog.records.length;
  const name = news.reduce<string | undefined>((newest, record) => nameIn(record) ?? newest, undefined);
  if (name !== undefined && name === system.message?.name) return undefined;
  if (name === undefined) return lookAround(dialog, system);
  return dialog.tree.ctx.store.readParts(dialog.ref.rootId, name).then(parts => {
    if (parts) system.message = systemMessage(parts, name);
    else delete system.message;
  });
}

/** A draft's steps have no system message that lasts. */
function lookAround({ tree, state }: Dialog, system: NonNullable<Dialog['system']>): Promise<void> | undefined {
  if (system.message || system.around || state.draft) return undefined;
  return tree.ctx.lookAround?.().then(around => {
    system.around = around;
  });
}

/** The system message of a course that begins with these parts; dialogs of a tree that begin alike share one. */
export function openingSystem({ systems }: Tree, parts: readonly PromptPart[]): SystemMessage {
  const system = systemMessage(parts);
  const known = systems.get(system.text);
  return known && isSame(known.parts, parts) ? known : system;
}

/** Keeps what becomes the system message of the course once a record names it. */
export function keepSystem(tree: Tree, system: SystemMessage): SystemMessage {
  if (system.name !== undefined) return system;
  const name = keepParts(tree, system.parts);
  if (name === undefined) return system;
  const named = { ...system, name };
  if (tree.systems.size >= MAX_SYSTEMS) tree.systems.clear();
  tree.systems.set(named.text, named);
  return named;
}

function isSame(a: readonly PromptPart[], b: readonly PromptPart[]): boolean {
  return a.length === b.length && a.every(({ id, text }, index) => b[index]?.id === id && b[index].text === text);
}

/** From here on this is the system message of the course. */
export function openSystem(dialog: Dialog, message: SystemMessage): void {
  dialog.system = { course: dialog.state.course, taken: dialog.records.length, message };
}

function systemMessage(parts: readonly PromptPart[], name?: string): SystemMessage {
  const text = joinParts(parts);
  return { parts, text, message: { role: 'system', content: text }, ...(name !== undefined && { name }) };
}

/** The system messages that records of a tree name, as far as they can be read. */
export async function systemsIn(
  { ctx, rootId }: Tree,
  records: readonly CourseRecord[],
): Promise<readonly (readonly PromptPart[])[]> {
  const names = new Set(records.flatMap(record => nameIn(record) ?? []));
  const read = await Promise.all([...names].map(name => ctx.store.readParts(rootId, name)));
  return read.flatMap(parts => (parts ? [parts] : []));
}

function nameIn(record: CourseRecord): string | undefined {
  return record.kind === 'generationStarted' ? record.system : undefined;
}

/** Keeps the parts of a system message. A store that refuses costs the cache of a later process, no more. */
export function keepParts({ ctx, rootId }: Tree, parts: readonly PromptPart[]): string | undefined {
  try {
    return ctx.store.keepParts(rootId, parts);
  } catch (error) {
    ctx.log.error(`the system message of ${rootId} could not be kept`, error);
    return undefined;
  }
}
