// Rules for members of a team file that a schema alone cannot say. Pure.
import { isAbsolute } from 'node:path';
import type { FactOf } from '../core/fact.ts';
import type { FileFaults } from '../core/file-faults.ts';
import { namePattern, reservedNames } from '../core/tellask/reserved-names.ts';
import type { MemberEntry } from './team-schema.ts';

const folderFields = ['read_dirs', 'write_dirs', 'no_read_dirs', 'no_write_dirs'] as const;
const idPattern = new RegExp(`^${namePattern}$`);

/** The reason why a text cannot be a member id, if any (SPEC 12.1). */
export function idProblem(id: string): FactOf<Pick<FileFaults, 'bad-member-id' | 'reserved-member-id'>> | undefined {
  // A line that begins with a colon has `null` for its key.
  if (!idPattern.test(id) || id === 'null') return { id: 'bad-member-id', member: id };
  return reservedNames.includes(id) ? { id: 'reserved-member-id', member: id } : undefined;
}

/**
 * Folders that mean nothing to the guard of paths: outside of the workspace, where no member gets (SPEC 12.4), or written as
 * a pattern. `restricts`: the entry was to forbid something, and forbids nothing.
 */
export function folderProblems(entry: MemberEntry): readonly FolderProblem[] {
  return folderFields.flatMap(field =>
    (entry[field] ?? []).flatMap((folder, index): readonly FolderProblem[] => {
      const path = [field, index];
      if (leavesWorkspace(folder)) return [{ path, folder, is: 'folder-outside', restricts: false }];
      if (!folder.replace(/\/\*{0,2}$/, '').includes('*')) return [];
      return [{ path, folder, is: 'folder-pattern', restricts: field.startsWith('no_') }];
    }),
  );
}

/** Paths of policies outside of the workspace, where no tool gets, so that nothing is allowed or forbidden by them. */
export function pathsOutside({ paths = [] }: NonNullable<MemberEntry['policy']>[number]): readonly string[] {
  return paths.filter(leavesByName);
}

interface FolderProblem {
  readonly path: readonly PropertyKey[];
  readonly folder: string;
  readonly is: 'folder-outside' | 'folder-pattern';
  readonly restricts: boolean;
}

/** True if a member asks for the tools of the keeper of `.minds/` (SPEC 12.3). */
export function asksForTeamTools(entry: MemberEntry): boolean {
  return (entry.tools ?? []).some(tool => tool === 'read_team_file' || tool === 'write_team_file');
}

function leavesWorkspace(folder: string): boolean {
  return isAbsolute(folder) || leavesByName(folder);
}

function leavesByName(path: string): boolean {
  return /^[a-z]:/i.test(path) || path.split(/[\\/]/).includes('..');
}
