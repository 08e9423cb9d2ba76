// Files in memory, with the same behaviour as the disk as far as the store can see it.
import type { AppendHandle, Files } from '../../src/store/disk-files.ts';

export interface MemoryFiles extends Files {
  /** Path → text of every file. */
  readonly texts: Map<string, string>;
}

/** Marks the text that stands for a file of bytes. */
const BYTES = '\0bytes:';

function bytesOf(text: string): Buffer {
  return text.startsWith(BYTES) ? Buffer.from(text.slice(BYTES.length), 'latin1') : Buffer.from(text);
}

let lastIdentity = 0;

export function createMemoryFiles(texts = new Map<string, string>()): MemoryFiles {
  /** Which file lies at a path, as an inode number would say; given when somebody asks. */
  const identities = new Map<string, string>();
  const identityOf = (file: string) => {
    const identity = identities.get(file) ?? `file ${++lastIdentity}`;
    identities.set(file, identity);
    return identity;
  };
  const inside = (folder: string) => [...texts.keys()].filter(file => file.startsWith(`${folder}/`));
  const list = (folder: string) => [
    ...new Set(inside(folder).map(file => file.slice(folder.length + 1).split('/', 1)[0] ?? '')),
  ];
  return {
    texts,
    read: file => texts.get(file),
    readBytes(file, from = 0, length = Number.POSITIVE_INFINITY) {
      const text = texts.get(file);
      return text === undefined ? undefined : bytesOf(text).subarray(from, from + length);
    },
    stat(file) {
      const text = texts.get(file);
      return text === undefined ? undefined : { identity: identityOf(file), bytes: bytesOf(text).length };
    },
    list,
    names: list,
    exists: file => texts.has(file) || inside(file).length > 0,
    openAppend: file => appendHandle(texts, file, identityOf(file)),
    replace(file, content) {
      texts.set(file, typeof content === 'string' ? content : BYTES + Buffer.from(content).toString('latin1'));
      identities.delete(file);
    },
    createExclusive(file, text) {
      if (texts.has(file)) return false;
      texts.set(file, text);
      return true;
    },
    truncate: (file, bytes) => cut(texts, file, bytes),
    makeFolder: () => {},
    rename(from, to) {
      for (const file of [from, ...inside(from)]) {
        const text = texts.get(file);
        if (text === undefined) continue;
        texts.delete(file);
        texts.set(to + file.slice(from.length), text);
        identities.set(to + file.slice(from.length), identityOf(file));
        identities.delete(file);
      }
    },
    remove(file) {
      for (const each of [file, ...inside(file)]) {
        texts.delete(each);
        identities.delete(each);
      }
    },
    sync: () => {},
    synced: async () => {},
  };
}

/**
 * The same files, with a call after each line that is appended to one of them: the moments at which a crash may come.
 * `synced` is called when the disk surely holds all of a file.
 */
export function watchLines(
  files: MemoryFiles,
  appended: (file: string) => void,
  synced: (file: string) => void = () => {},
): Files {
  return {
    ...files,
    openAppend(file) {
      const handle = files.openAppend(file);
      return {
        ...handle,
        append(text) {
          for (const line of text.split(/(?<=\n)/)) {
            handle.append(line);
            appended(file);
          }
        },
        sync: () => synced(file),
      };
    },
    sync: synced,
    synced: async place => synced(place),
  };
}

function appendHandle(texts: Map<string, string>, file: string, identity: string): AppendHandle {
  return {
    identity,
    size: () => Buffer.byteLength(texts.get(file) ?? ''),
    isInPlace: () => texts.has(file),
    truncate: bytes => cut(texts, file, bytes),
    append: text => void texts.set(file, (texts.get(file) ?? '') + text),
    sync: () => {},
    close: () => {},
  };
}

function cut(texts: Map<string, string>, file: string, bytes: number): void {
  texts.set(
    file,
    Buffer.from(texts.get(file) ?? '')
      .subarray(0, bytes)
      .toString(),
  );
}
