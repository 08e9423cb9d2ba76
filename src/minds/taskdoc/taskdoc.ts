// Taskdoc packages on disk (SPEC 6.4): created, read, and changed one section at a time. A change is refused when its
// writer has not seen the section's present text, so no text is lost.
import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Said } from '../../core/prompt/said.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import { sayFault } from '../../words/say.ts';
import { confine } from '../files/confine.ts';
import { stampOf } from '../files/stamp.ts';
import type { TextFile, TextFiles } from '../files/text-files.ts';
import { broken, fileText } from '../files/text-files.ts';
import type { Done, MindFiles } from '../mind-files.ts';
import { refuseChange, tryOnDisk } from '../mind-files.ts';
import type { TaskdocText } from './effective-taskdoc.ts';
import type { SectionName, TaskdocPlace } from './taskdoc-path.ts';
import {
  bearInMindCategory,
  bearInMindSections,
  isConfined,
  noPackage,
  placeTaskdoc,
  requiredSections,
  sectionFile,
} from './taskdoc-path.ts';

/** The disk of one rtws as taskdocs need it. */
export interface TaskdocDisk {
  readonly rtws: string;
  readonly texts: TextFiles;
  readonly files: MindFiles;
  /** The text of a file (absolute) that is open with unsaved edits. */
  readonly unsaved: (file: string) => string | undefined;
}

/** A section to replace. `expected` is its text as the writer last saw it ('' for none); absent: any. */
export interface SectionChange {
  readonly taskDocPath: string;
  readonly section: SectionName;
  readonly content: string;
  /** The content joins the present text instead of taking its place. */
  readonly append?: boolean | undefined;
  readonly expected?: string;
}

/** The result of a change; `present` is the text that blocks it, `because` what a person can put right. */
export interface SectionOutcome extends Done {
  readonly present?: string;
  /** The whole text of the section after the change. */
  readonly written?: string;
  readonly because?: SectionRefusal;
}

/** A change without a text, of a section that a single file has not, or of a file that is open with unsaved edits. */
export type SectionRefusal = 'empty' | 'single-file' | 'unsaved';

const missing: TextFile = { kind: 'missing' };

/**
 * Creates the missing required files of a package, empty (SPEC 6.4). Called when a dialog starts on a named taskdoc;
 * the files of a default path are created by the first write. A single file is for the texting dialect, and is not
 * created.
 */
export function ensureTaskdoc({ rtws, files }: TaskdocDisk, taskDocPath: string, dialect: Dialect): Done {
  const place = placeTaskdoc(taskDocPath);
  if (place.kind === 'refused') return refuseChange(place.why);
  if (place.kind === 'file' && dialect !== 'texting') return refuseChange(noPackage(taskDocPath));
  if (!isConfined(rtws, place)) return refuseChange(w => w.taskdocLeadsOut(taskDocPath));
  if (place.kind === 'file') return { ok: true, message: () => place.at };
  if (statSync(path.join(rtws, place.at), { throwIfNoEntry: false })?.isFile())
    return refuseChange(w => w.taskdocIsFile(place.at));
  return tryOnDisk(
    () => makeRequired(rtws, files, place.at),
    () => place.at,
  );
}

function makeRequired(rtws: string, files: MindFiles, at: string): void {
  for (const name of requiredSections) files.createExclusive(path.join(rtws, at, `${name}.md`), '');
}

/** Reads a taskdoc; files that are not there count as missing, and one that leads elsewhere is a single broken file. */
export function readTaskdoc({ rtws, texts }: TaskdocDisk, taskDocPath: string): TaskdocText {
  const place = placeTaskdoc(taskDocPath);
  if (place.kind === 'refused') return emptyTaskdoc;
  if (place.kind === 'package' && isAbsent(path.join(rtws, place.at))) return emptyTaskdoc;
  if (!isConfined(rtws, place)) return { kind: 'file', text: leadingElsewhere(texts, place) };
  if (place.kind === 'file') return { kind: 'file', text: texts.read(place.at) };
  const read = (file: string) => texts.read(`${place.at}/${file}`, place.at);
  const folders = texts.list(place.at).flatMap(({ name, kind }) => (kind === 'folder' ? [name] : []));
  return {
    kind: 'package',
    goals: read('goals.md'),
    constraints: read('constraints.md'),
    progress: read('progress.md'),
    bearInMind: folders.includes(bearInMindCategory)
      ? bearInMindSections
          .map(name => ({ name, file: read(`${bearInMindCategory}/${name}.md`) }))
          .filter(({ file }) => file.kind !== 'missing')
      : [],
    others: folders
      .filter(category => category !== bearInMindCategory)
      .flatMap(category => sectionsOf(texts, `${place.at}/${category}`).map(selector => `${category}/${selector}`)),
  };
}

/** The present text of a section. For a single-file taskdoc every section is the whole file. */
export function readSection(disk: TaskdocDisk, taskDocPath: string, section: SectionName): TextFile | { why: Said } {
  const found = findSection(disk, taskDocPath, section);
  return 'why' in found ? found : disk.texts.read(found.file, found.folder);
}

/**
 * Replaces one section; the first one of a package makes its required files too (SPEC 1.2). Refused, with the present
 * text, when it is stale or open with unsaved edits (SPEC 6.2).
 */
export function writeSection(disk: TaskdocDisk, change: SectionChange): SectionOutcome {
  const { taskDocPath, section, content, append, expected } = change;
  if (content.trim() === '') return { ...refuseChange(w => w.emptySection), because: 'empty' };
  const found = findSection(disk, taskDocPath, section);
  if ('why' in found) return { ...refuseChange(found.why), ...(found.because && { because: found.because }) };
  const absolute = path.join(disk.rtws, found.file);
  if (!confine(path.join(disk.rtws, found.folder), absolute))
    return refuseChange(unopened(disk.rtws, found.file) ?? (w => w.sectionLeadsOut));
  const unsaved = disk.unsaved(absolute);
  if (unsaved !== undefined) return { ...stale(w => w.isBeingEdited, unsaved), because: 'unsaved' };
  const present = disk.texts.read(found.file, found.folder);
  if (present.kind === 'broken') {
    const { fault } = present.problem;
    return refuseChange(w => w.sectionBroken(sayFault(fault, w.language).message, found.file));
  }
  if (expected !== undefined && fileText(present) !== expected) return stale(w => w.sectionChanged, fileText(present));
  const isFirst = placeTaskdoc(taskDocPath).kind === 'package' && disk.texts.list(found.folder).length === 0;
  const written = append ? joined(fileText(present), content) : content;
  const done = tryOnDisk(
    () => {
      disk.files.makeFolder(path.dirname(absolute));
      disk.files.replace(absolute, written, true);
      if (isFirst) makeRequired(disk.rtws, disk.files, found.folder);
    },
    w => (append ? w.sectionAdded(found.file) : w.sectionReplaced(found.file)),
  );
  return done.ok ? { ...done, written } : done;
}

/** A text with another one below it, on lines of its own. */
function joined(text: string, more: string): string {
  if (text.trim() === '') return more;
  return `${text}${text.endsWith('\n') ? '' : '\n'}${more}`;
}

function leadingElsewhere(texts: TextFiles, { at }: TaskdocPlace): TextFile {
  const problem = texts.refusal(at);
  return problem ? { kind: 'broken', problem } : broken(at, { id: 'leads-out' });
}

/** Most dialogs have a taskdoc that nobody has written into: one look says so, before any that follows links. */
function isAbsent(folder: string): boolean {
  try {
    return lstatSync(folder, { throwIfNoEntry: false }) === undefined;
  } catch {
    // What keeps it from being looked at is told of its sections.
    return false;
  }
}

const emptyTaskdoc: TaskdocText = {
  kind: 'package',
  goals: missing,
  constraints: missing,
  progress: missing,
  bearInMind: [],
  others: [],
};

function sectionsOf(texts: TextFiles, folder: string): readonly string[] {
  return texts
    .list(folder)
    .flatMap(({ name, kind }) => (kind === 'file' && name.endsWith('.md') ? [name.slice(0, -3)] : []));
}

/** The file of a section, and the folder that it must really lie in; both relative to the rtws. */
interface SectionFile {
  readonly file: string;
  readonly folder: string;
}

interface NoSection {
  readonly why: Said;
  readonly because?: SectionRefusal;
}

function findSection({ rtws }: TaskdocDisk, taskDocPath: string, section: SectionName): SectionFile | NoSection {
  const place = placeTaskdoc(taskDocPath);
  if (place.kind === 'refused') return place;
  if (!isConfined(rtws, place)) return { why: unopened(rtws, place.at) ?? (w => w.taskdocLeadsOut(taskDocPath)) };
  if (place.kind === 'file') return wholeFile(place, section);
  const file = sectionFile(section);
  return typeof file === 'string' ? { file: `${place.at}/${file}`, folder: place.at } : file;
}

/** Why a place cannot be looked at; undefined if it can. Where it leads is not known then. */
function unopened(rtws: string, place: string): Said | undefined {
  if (stampOf(path.join(rtws, place)) !== 'unreadable') return undefined;
  return w => w.unopened(place);
}

function wholeFile(place: TaskdocPlace, { category = '', selector }: SectionName): SectionFile | NoSection {
  if (category === '' && selector === 'goals') return { file: place.at, folder: path.posix.dirname(place.at) };
  return {
    why: w => w.singleFile,
    because: 'single-file',
  };
}

function stale(why: Said, present: string): SectionOutcome {
  return { ok: false, message: why, present };
}
