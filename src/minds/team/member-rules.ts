// Rules for members of a team file that a schema alone cannot say. Pure.
import { isAbsolute } from 'node:path';
import type { FactOf } from '../../core/base/fact.ts';
import type { FileFaults } from '../../core/facts/file-faults.ts';
import { namePattern, reservedNames } from '../../core/tellask/reserved-names.ts';
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
 * Folders that mean nothing to the guard of paths: outside of the workspace, where no member gets (SPEC 12.4), or
 * written as a pattern; and absolute ones, which are the workspace's on one machine at most. `restricts`: the entry was
 * to forbid something, and forbids nothing.
 */
export function folderProblems(entry: MemberEntry): readonly FolderProblem[] {
  return folderFields.flatMap(field =>
    (entry[field] ?? []).flatMap((folder, index): readonly FolderProblem[] => {
      const path = [field, index];
      if (isAbsolute(folder) || hasDrive(folder)) return [{ path, folder, is: 'folder-absolute', restricts: false }];
      if (climbs(folder)) return [{ path, folder, is: 'folder-outside', restricts: false }];
      if (!folder.replace(/\/\*{0,2}$/, '').includes('*')) return [];
      return [{ path, folder, is: 'folder-pattern', restricts: field.startsWith('no_') }];
    }),
  );
}

/**
 * Paths of policies outside of the workspace, where no tool gets, and those that are within it on one machine at most.
 */
export function pathProblems({ paths = [] }: NonNullable<MemberEntry['policy']>[number]): readonly PathProblem[] {
  return paths.flatMap((path): readonly PathProblem[] => {
    if (hasDrive(path)) return [{ path, is: 'path-absolute' }];
    return climbs(path) ? [{ path, is: 'path-outside' }] : [];
  });
}

interface PathProblem {
  readonly path: string;
  readonly is: 'path-absolute' | 'path-outside';
}

interface FolderProblem {
  readonly path: readonly PropertyKey[];
  readonly folder: string;
  readonly is: 'folder-absolute' | 'folder-outside' | 'folder-pattern';
  readonly restricts: boolean;
}

/** True if a member asks for the tools of the keeper of `.minds/` (SPEC 12.3). */
export function asksForTeamTools(entry: MemberEntry): boolean {
  return (entry.tools ?? []).some(tool => tool === 'read_team_file' || tool === 'write_team_file');
}

function hasDrive(path: string): boolean {
  return /^[a-z]:/i.test(path);
}

function climbs(path: string): boolean {
  return path.split(/[\\/]/).includes('..');
}
