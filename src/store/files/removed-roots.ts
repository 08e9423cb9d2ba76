// A root that somebody removed while it is driven stays removed: what its dialogs still write makes no folder for it,
// or a folder without its courses would come back as a damaged dialog (SPEC 9.5).
import type { Files } from '../disk-files.ts';
import { createLayout } from './layout.ts';

/**
 * The same files; making a folder in that of a root throws when the root is gone. Its own folder is made with the root.
 */
export function removedStay(files: Files, rtws: string): Files {
  const layout = createLayout(rtws);
  return {
    ...files,
    makeFolder(folder) {
      const rootFolder = layout.rootFolderAbove(folder);
      if (rootFolder !== undefined) mustExist(files, rootFolder);
      files.makeFolder(folder);
    },
  };
}

/** Throws if a file or a folder was removed, or moved away. */
export function mustExist(files: Pick<Files, 'exists'>, place: string): void {
  if (!files.exists(place)) throw new Error(`${place} is gone`);
}
