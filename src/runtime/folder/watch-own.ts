// Notices that another process changed what the person's own folder says of notices (SPEC 21.2): their file, or a
// browser that was added.
import * as path from 'node:path';
import { diskFiles } from '../../store/disk-files.ts';
import { diskWatch, watchFolders } from '../../store/watch-folders.ts';
import { after } from '../clock/after.ts';

/** Events within this time are one change, in milliseconds. */
const GATHER_MS = 60;

/** Calls `onEvent` when something may have happened in one of these folders, which need not be there yet. */
export function watchOwn(folders: readonly string[], onEvent: () => void): { dispose(): void } {
  let takeBack: (() => void) | undefined;
  const watch = watchFolders({
    files: diskFiles,
    onEvent: () => {
      takeBack ??= after(GATHER_MS, () => {
        takeBack = undefined;
        arm();
        onEvent();
      });
    },
    watchFolder: diskWatch(false),
  });
  const arm = () => {
    // A folder that came meanwhile is watched as well.
    while (watch.arm(folders.map(nearest)));
  };
  arm();
  return {
    dispose() {
      takeBack?.();
      watch.close();
    },
  };
}

/** The folder, or the nearest one above it that is there. */
function nearest(folder: string): string {
  let at = folder;
  while (path.dirname(at) !== at && !diskFiles.stat(at)) at = path.dirname(at);
  return at;
}
