// Imports the rules that a person already has for other tools into `.minds/`. Needs no lock: these are files that
// people edit.
import path from 'node:path';
import { errorMessage } from '../../core/base/thrown.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { confine } from '../../minds/files/confine.ts';
import { createTextFiles, type TextFile } from '../../minds/files/text-files.ts';
import { type ImportOrigin, importOrigins } from '../../minds/imports/found.ts';
import { type ImportPlan, type PlannedFile, planImport } from '../../minds/imports/plan-import.ts';
import { diskFiles } from '../../store/disk-files.ts';

export interface ImportOptions {
  /** Absolute. */
  readonly rtws: string;
  /** Absent: all of them. */
  readonly origins?: readonly ImportOrigin[];
  /** The text of a file (absolute) that is open in an editor with unsaved edits. */
  readonly unsaved?: (file: string) => string | undefined;
}

/** Plans the import of this folder; writes nothing. */
export function planRuleImport({
  rtws,
  origins = importOrigins,
  unsaved,
}: ImportOptions): Outcome<{ plan: ImportPlan }> {
  const files = createTextFiles(rtws, Date.now);
  const read = (file: string, folder?: string): TextFile => {
    const text = unsaved?.(path.join(rtws, file));
    return text === undefined ? files.read(file, folder) : { kind: 'text', text };
  };
  return planImport({ ...files, read }, origins);
}

/** Writes planned files; what has come into their place since then is left alone and told. */
export function writePlanned(
  rtws: string,
  files: readonly PlannedFile[],
): Outcome<{ readonly written: readonly string[]; readonly changedSince: readonly string[] }> {
  const written: string[] = [];
  const changedSince: string[] = [];
  try {
    for (const file of files) (writeOne(rtws, file) ? written : changedSince).push(file.path);
  } catch (error) {
    return refuse('disk-refused', { reason: errorMessage(error) });
  }
  return { ok: true, written, changedSince };
}

function writeOne(rtws: string, { path: file, text, before }: PlannedFile): boolean {
  const absolute = path.join(rtws, file);
  if (confine(path.join(rtws, '.minds'), absolute) === undefined || confine(rtws, absolute) === undefined) return false;
  if (before === undefined) return diskFiles.createExclusive(absolute, text);
  if (diskFiles.read(absolute) !== before) return false;
  diskFiles.replace(absolute, text, true);
  return true;
}
