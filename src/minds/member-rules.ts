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
export function idProblem(id: string): Fault | undefined {
  if (!idPattern.test(id))
    return { message: `not a member id: ${id}`, remedy: 'Use a letter, then letters, digits, `_` or `-`.' };
  if (reservedNames.includes(id)) return { message: `the id ${id} is reserved`, remedy: 'Choose another id.' };
  return undefined;
}

/** Folders that lie outside of the workspace, where no member gets (SPEC 12.4). */
export function folderProblems(entry: MemberEntry): readonly (Fault & { readonly path: readonly PropertyKey[] })[] {
  return folderFields.flatMap(field =>
    (entry[field] ?? []).flatMap((folder, index) =>
      leavesWorkspace(folder)
        ? [
            {
              path: [field, index],
              message: `${field} names a folder outside of the workspace: ${folder}`,
              remedy: 'Name folders relative to the workspace, like `src`.',
            },
          ]
        : [],
    ),
  );
}

/** Whether a member asks for the tools that only the keeper of `.minds/` has (SPEC 12.3). */
export function asksForTeamTools(entry: MemberEntry): boolean {
  return (entry.tools ?? []).some(tool => tool === 'read_team_file' || tool === 'write_team_file');
}

function leavesWorkspace(folder: string): boolean {
  return isAbsolute(folder) || /^[a-z]:/i.test(folder) || folder.split(/[\\/]/).includes('..');
}
