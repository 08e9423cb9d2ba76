// Operator commands for a PostgreSQL store. The engine is loaded on demand.
import path from 'node:path';
import type { RootId } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { diskFiles } from '../../store/disk-files.ts';
import type { StoreAdmin, StoreStatus } from '../../store/postgres/engine.ts';
import { findFolder } from '../folder/find-folder.ts';
import { readMinds } from '../folder/read-minds.ts';
import { realPath } from '../trust/real-path.ts';

/** The workspace whose dialogs are meant. */
export interface OfWorkspace {
  /** Absolute path of its folder. */
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes the tables of a store, or brings them up to date. */
export function migrateStore(url: string): ReturnType<StoreAdmin['migrate']> {
  return at(url, admin => admin.migrate());
}

/** The workers of a store, and the number of waiting trees. */
export function storeStatus(url: string): Promise<Outcome<{ status: StoreStatus }>> {
  return at(url, admin => admin.status());
}

/**
 * Copies the dialogs of a workspace out of a store, or into it; `folder` is a `.dialogs/` folder, or for an import the
 * workspace that has one; one that is not there has nothing to import.
 */
export function copyDialogs(
  url: string,
  way: 'export' | 'import',
  { rtws, env, folder }: OfWorkspace & { readonly folder: string },
): ReturnType<StoreAdmin['export']> {
  const found = findFolder(folder);
  // An export makes its folder.
  if (!found.ok && (way === 'import' || found.why.id !== 'no-folder')) return Promise.resolve(found);
  // A link that the person names is meant; those in the folder are not followed.
  const named = realPath(folder);
  const below = path.join(named, '.dialogs');
  const dialogs = way === 'import' && diskFiles.exists(below) ? below : named;
  return at(url, admin => admin[way](workspaceName(rtws, env), diskFiles, dialogs));
}

/** Deletes archived roots of a workspace that nothing was recorded in for so many days. */
export function pruneStore(
  url: string,
  { rtws, env, days }: OfWorkspace & { readonly days: number },
): Promise<Outcome<{ removed: readonly RootId[] }>> {
  return at(url, admin => admin.prune(workspaceName(rtws, env), Date.now() - days * DAY_MS));
}

/** The name of a workspace in a store: as its team file says, else that of its folder (SPEC 20.3). */
export function workspaceName(rtws: string, env: NodeJS.ProcessEnv): string {
  return readMinds({ rtws, env }).team().team.workspace ?? path.basename(path.resolve(rtws));
}

async function at<T>(url: string, use: (admin: StoreAdmin) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  const { openStoreAdmin } = await import('../../store/postgres/engine.ts');
  const opened = openStoreAdmin(url);
  if (!opened.ok) return opened;
  try {
    return await use(opened.admin);
  } finally {
    await opened.admin.close();
  }
}
