// Rules for members of a team file that a schema alone cannot say. Pure.
import { isAbsolute } from 'node:path';
import { namePattern, reservedNames } from '../core/tellask/reserved-names.ts';
import type { MemberEntry } from './team-schema.ts';

const folderFields = ['read_dirs', 'write_dirs', 'no_read_dirs', 'no_write_dirs'] as const;
const idPattern = new RegExp(`^${namePattern}$`);

interface Fault {
  readonly message: string;
  readonly remedy: string;
}

/** Why a text cannot be the id of a member (SPEC 12.1). */
export function idProblem(id: string): (Fault & { readonly isReserved: boolean }) | undefined {
  // A line that begins with a colon has `null` for its key.
  if (!idPattern.test(id) || id === 'null') {
    const remedy = 'Use a letter, then letters, digits, `_` or `-`.';
    return { message: `not a member id: ${id}`, remedy, isReserved: false };
  }
  if (reservedNames.includes(id))
    return { message: `the id ${id} is reserved`, remedy: 'Choose another id.', isReserved: true };
  return undefined;
}

/**
 * Folders that mean nothing to the guard of paths: outside of the workspace, where no member gets (SPEC 12.4), or written as
 * a pattern. `restricts`: the entry was to forbid something, and forbids nothing.
 */
export function folderProblems(
  entry: MemberEntry,
): readonly (Fault & { readonly path: readonly PropertyKey[]; readonly restricts: boolean })[] {
  return folderFields.flatMap(field =>
    (entry[field] ?? []).flatMap((folder, index) => {
      const fault = folderFault(field, folder);
      return fault ? [{ path: [field, index], ...fault }] : [];
    }),
  );
}

function folderFault(field: string, folder: string): (Fault & { readonly restricts: boolean }) | undefined {
  if (leavesWorkspace(folder))
    return {
      message: `${field} names a folder outside of the workspace: ${folder}`,
      remedy: 'Name folders relative to the workspace, like `src`.',
      restricts: false,
    };
  if (!folder.replace(/\/\*{0,2}$/, '').includes('*')) return undefined;
  return {
    message: `${field} takes folders, not patterns: ${folder}`,
    remedy: 'Name the folder, or write a `policy` with `paths`.',
    restricts: field.startsWith('no_'),
  };
}

/** Whether a member asks for the tools that only the keeper of `.minds/` has (SPEC 12.3). */
export function asksForTeamTools(entry: MemberEntry): boolean {
  return (entry.tools ?? []).some(tool => tool === 'read_team_file' || tool === 'write_team_file');
}

function leavesWorkspace(folder: string): boolean {
  return isAbsolute(folder) || /^[a-z]:/i.test(folder) || folder.split(/[\\/]/).includes('..');
}
