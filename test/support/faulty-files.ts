// A disk that fails on command: full after some bytes, or read-only. What it wrote before it failed stays, as on a real
// one.
import type { AppendHandle, Files } from '../../src/store/disk-files.ts';

export interface FaultyFiles extends Files {
  /** Bytes that can still be written; `Infinity` is a healthy disk. */
  room: number;
  /** Refuses everything that changes a file. */
  readOnly: boolean;
  /** Refuses to cut a file. */
  refusesCut: boolean;
}

export function createFaultyFiles(files: Files): FaultyFiles {
  const faulty: FaultyFiles = {
    ...files,
    room: Number.POSITIVE_INFINITY,
    readOnly: false,
    refusesCut: false,
    openAppend(file) {
      refuseReadOnly(faulty);
      return faultyHandle(faulty, files.openAppend(file));
    },
    replace(file, text, durable) {
      refuseReadOnly(faulty);
      if (takeRoom(faulty, text) < Buffer.byteLength(text)) throw systemError('ENOSPC');
      files.replace(file, text, durable);
    },
    createExclusive(file, text) {
      refuseReadOnly(faulty);
      if (takeRoom(faulty, text) < Buffer.byteLength(text)) throw systemError('ENOSPC');
      return files.createExclusive(file, text);
    },
    truncate(file, bytes) {
      refuseReadOnly(faulty);
      files.truncate(file, bytes);
    },
    rename(from, to) {
      refuseReadOnly(faulty);
      files.rename(from, to);
    },
    remove(file) {
      refuseReadOnly(faulty);
      files.remove(file);
    },
  };
  return faulty;
}

function faultyHandle(faulty: FaultyFiles, handle: AppendHandle): AppendHandle {
  return {
    ...handle,
    append(text) {
      refuseReadOnly(faulty);
      const bytes = takeRoom(faulty, text);
      if (bytes === Buffer.byteLength(text)) return handle.append(text);
      handle.append(Buffer.from(text).subarray(0, bytes).toString('latin1'));
      throw systemError('ENOSPC');
    },
    truncate(bytes) {
      refuseReadOnly(faulty);
      if (faulty.refusesCut) throw systemError('EIO');
      handle.truncate(bytes);
    },
  };
}

/** How many bytes of a text find room. */
function takeRoom(faulty: FaultyFiles, text: string | Uint8Array): number {
  const bytes = Math.min(faulty.room, Buffer.byteLength(text));
  faulty.room -= bytes;
  return bytes;
}

function refuseReadOnly({ readOnly }: FaultyFiles): void {
  if (readOnly) throw systemError('EROFS');
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: the disk refuses`), { code });
}
