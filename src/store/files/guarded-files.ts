// The single gate for all writes into `.dialogs/`: a process that lost the lock cannot write, even in the middle of an
// operation (SPEC 9.4).
import { DriveError } from '../../core/facts/trouble.ts';
import type { AppendHandle, Files } from '../disk-files.ts';

/** The same files; what changes one throws while `mayWrite` says no. Reading is always allowed. */
export function guardFiles(files: Files, mayWrite: () => boolean): Files {
  const guard = () => {
    if (!mayWrite()) throw new DriveError('lock-lost', 'another process drives this folder now');
  };
  const guarded = <A extends unknown[], R>(change: (...args: A) => R) => {
    return (...args: A): R => {
      guard();
      return change(...args);
    };
  };
  return {
    read: files.read,
    readBytes: files.readBytes,
    stat: files.stat,
    list: files.list,
    names: files.names,
    exists: files.exists,
    openAppend: guarded(file => guardHandle(files.openAppend(file), guard)),
    replace: guarded(files.replace),
    createExclusive: guarded(files.createExclusive),
    truncate: guarded(files.truncate),
    makeFolder: guarded(files.makeFolder),
    rename: guarded(files.rename),
    remove: guarded(files.remove),
    sync: files.sync,
    synced: files.synced,
  };
}

function guardHandle(handle: AppendHandle, guard: () => void): AppendHandle {
  return {
    ...handle,
    append(text) {
      guard();
      handle.append(text);
    },
    truncate(bytes) {
      guard();
      handle.truncate(bytes);
    },
  };
}
