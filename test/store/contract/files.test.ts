// The engine over files keeps the contract, in memory and on the disk.
import type { Files } from '../../../src/store/disk-files.ts';
import { diskFiles } from '../../../src/store/disk-files.ts';
import type { LockEnvironment } from '../../../src/store/files/lock/lock.ts';
import { openFileStorage } from '../../../src/store/files/storage.ts';
import type { WatchFolder } from '../../../src/store/watch-folders.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { makeTempWorkspace } from '../../support/temp-workspace.ts';
import { type Bench, storageContract } from './storage-contract.ts';

/** Events are not waited for: the contract looks by itself. */
const unwatched: WatchFolder = () => ({ close() {} });

function benchOver(rtws: string, files: Files, end: () => Promise<void> = async () => {}): Bench {
  let processes = 0;
  return {
    async attach() {
      processes += 1;
      const environment: LockEnvironment = {
        files,
        pid: processes,
        host: 'here',
        pidSpace: 'one',
        now: () => Date.UTC(2026, 0, 1),
        elapsed: () => 0,
        turn: () => 0,
        isAlive: () => true,
      };
      return openFileStorage({
        rtws,
        environment,
        now: environment.now,
        watch: () => unwatched,
        log: { warn: () => {} },
      });
    },
    end,
  };
}

storageContract('files in memory', async () => benchOver('/rtws', createMemoryFiles()));
storageContract('files on the disk', async () => {
  const workspace = await makeTempWorkspace();
  return benchOver(workspace.folder, diskFiles, () => workspace.remove());
});
