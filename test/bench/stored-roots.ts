// Fills folders with roots as if they had been worked in, thousands of them in seconds: one real root is made by the
// product and copied under new ids, so that the files are always those of the present format.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createIds, type RootId } from '../../src/core/base/ids.ts';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { converse, newRoot, openBench, writeTeam } from './bench-rtws.ts';
import { models } from './models.ts';

/** A stored root dialog with two turns. */
export interface Template {
  readonly rootId: RootId;
  /** Texts of its files by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Its line in `roots.jsonl`. */
  readonly line: object;
}

const courseFile = 'course-001.jsonl';

/**
 * Lets the product make a root in an rtws of its own: with two turns, or one whose member `asker` waits for an answer.
 */
export async function makeTemplate(
  rtws: string,
  baseUrl: string,
  member: 'plain' | 'asker' = models.plain,
): Promise<Template> {
  makeRtws(rtws);
  const runtime = await openBench(rtws, baseUrl);
  const { rootId } = await newRoot(runtime, member);
  const turns = member === models.asker ? 1 : 2;
  for (let turn = 0; turn < turns; turn++)
    await converse(runtime, { rootId, selfId: rootId as never }, 'Say something.');
  await runtime.settled(rootId);
  await runtime.close();
  const folder = path.join(rtws, '.dialogs', 'run', rootId);
  const names = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile());
  const files = new Map(names.map(({ name }) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  const lines = readFileSync(path.join(rtws, '.dialogs', 'roots.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const fields = lines.map(line => JSON.parse(line) as object).filter(line => !('ended' in line));
  return { rootId, files, line: Object.assign({}, ...fields) };
}

/** An rtws with the team of the measurements and no dialogs. */
export function makeRtws(rtws: string): void {
  mkdirSync(rtws, { recursive: true });
  writeTeam(rtws);
}

/** Adds so many roots that rest, or that were generating when their process died. */
export function addRoots(
  rtws: string,
  template: Template,
  { count, crashed }: { count: number; crashed: boolean },
): void {
  const newId = createIds(Date.now, Math.random);
  const files = new Map(template.files);
  if (crashed) files.set(courseFile, cutInGeneration(template.files.get(courseFile) ?? ''));
  for (let index = 0; index < count; index++) {
    addRoot(rtws, template, {
      rootId: newId(),
      files,
      line: { ...template.line, ...(crashed && { needsDrive: true }) },
    });
  }
  if (!crashed && count > 0) endInOrder(rtws);
}

/** Leaves the list of roots as a process does that ends in an orderly way. */
function endInOrder(rtws: string): void {
  appendFileSync(path.join(rtws, '.dialogs', 'roots.jsonl'), '{"ended":true}\n');
}

/** Adds one root of so many turns, with `textOf` as what was said in the reply to each. Gives its id. */
export function addLongRoot(rtws: string, template: Template, turns: number, textOf: (turn: number) => string): RootId {
  const rootId = createIds(Date.now, Math.random)();
  const records = recordsOf(template.files.get(courseFile) ?? '');
  const second = records.findLastIndex(({ kind }) => kind === 'userSaid');
  const first = records.slice(
    0,
    records.findIndex(({ kind }) => kind === 'userSaid'),
  );
  const turn = records.slice(second);
  const all = [...first, ...Array.from({ length: turns }, (_, index) => turnRecords(turn, index + 1, textOf)).flat()];
  const files = new Map(template.files).set(courseFile, all.map(record => `${JSON.stringify(record)}\n`).join(''));
  addRoot(rtws, template, { rootId, files, line: template.line });
  endInOrder(rtws);
  return rootId as RootId;
}

/** Adds one root to which so many messages were sent that it has not read. Gives its id. */
export function addQueuedRoot(rtws: string, template: Template, messages: number): RootId {
  const rootId = createIds(Date.now, Math.random)();
  const course = template.files.get(courseFile) ?? '';
  const at = recordsOf(course).at(-1)?.at ?? '';
  const queued = (number: number) => ({ v: 1, at, kind: 'messageQueued', msgId: `queued-${number}`, content: 'x' });
  const lines = Array.from({ length: messages }, (_, number) => `${JSON.stringify(queued(number))}\n`);
  const files = new Map(template.files).set(courseFile, course + lines.join(''));
  addRoot(rtws, template, { rootId, files, line: template.line });
  endInOrder(rtws);
  return rootId as RootId;
}

interface NewRoot {
  readonly rootId: string;
  readonly files: ReadonlyMap<string, string>;
  readonly line: object;
}

function addRoot(rtws: string, template: Template, { rootId, files, line }: NewRoot): void {
  const named = (text: string) => text.replaceAll(template.rootId, rootId);
  const dialogs = path.join(rtws, '.dialogs');
  const folder = path.join(dialogs, 'run', rootId);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(path.join(folder, name), named(text));
  appendFileSync(path.join(dialogs, 'roots.jsonl'), `${named(JSON.stringify(line))}\n`);
}

function recordsOf(course: string): CourseRecord[] {
  return course
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as CourseRecord);
}

/** Everything up to and with the start of the last generation. */
function cutInGeneration(course: string): string {
  const lines = course.trim().split('\n');
  const last = lines.findLastIndex(line => line.includes('"generationStarted"'));
  return lines
    .slice(0, last + 1)
    .map(line => `${line}\n`)
    .join('');
}

function turnRecords(turn: readonly CourseRecord[], number: number, textOf: (turn: number) => string): CourseRecord[] {
  return turn.map(record => ({
    ...record,
    ...('genseq' in record && { genseq: number }),
    ...(record.kind === 'userSaid' && { msgId: `stored-${number}` }),
    ...(record.kind === 'assistantSaid' && { parts: [{ kind: 'prose' as const, text: textOf(number) }] }),
  })) as CourseRecord[];
}
