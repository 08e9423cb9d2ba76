// What the person allowed in a workspace for good (SPEC 24.4): kept in their own folder, never in the workspace.
import * as z from 'zod';
import { grant as grantCheck } from '../../core/team/grant-shape.ts';
import { grantText } from '../../core/team/permissions.ts';
import type { Grant } from '../../core/team/policy.ts';
import { folderWords } from './folder-words.ts';

export interface WorkspacePermissions {
  list(): readonly Grant[];
  /** False when it cannot be kept. */
  add(grant: Grant): boolean;
  /** Takes one back, by its place in the list. */
  remove(at: number): boolean;
}

/** The permissions of the person in one workspace. */
export function createWorkspacePermissions(rtws: string, env: NodeJS.ProcessEnv): WorkspacePermissions {
  const words = folderWords({ rtws, env, file: 'permissions.json', schema: schemaOfGrants });
  const list = () => words.read() ?? [];
  return {
    list,
    add(grant) {
      const known = list();
      const text = grantText(grant);
      return known.some(each => grantText(each) === text) || words.keep([...known, grant]);
    },
    remove: at => words.keep(list().toSpliced(at, 1)),
  };
}

const schemaOfGrants = (): z.ZodType<readonly Grant[]> => z.array(z.custom<Grant>(grantCheck));
