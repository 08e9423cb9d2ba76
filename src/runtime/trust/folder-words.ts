// A person's words about folders, kept outside of them in a file of their own folder, by the real path of each folder
// (SPEC 18.6).
import * as z from 'zod';
import { keepPersonal, personalFolder, readPersonal } from '../folder/personal-folder.ts';
import { realPath } from './real-path.ts';

export interface FolderWords<T> {
  /** What is kept about this folder; undefined for nothing, or for a file that cannot be read. */
  read(): T | undefined;
  /** False when it cannot be kept. */
  keep(words: T): boolean;
}

/** The words about one folder in one of the person's files. */
export function folderWords<T>({
  rtws,
  env,
  file,
  schema,
}: {
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
  /** Its name in the person's folder. */
  readonly file: string;
  readonly schema: () => z.ZodType<T>;
}): FolderWords<T> {
  const folder = personalFolder(env);
  const readAll = (): Readonly<Record<string, T>> => {
    try {
      return z.record(z.string(), schema()).parse(JSON.parse(readPersonal(folder, file) ?? '{}'));
    } catch {
      return {};
    }
  };
  const key = realPath(rtws);
  return {
    read: () => readAll()[key],
    keep: words => keepPersonal(folder, file, `${JSON.stringify({ ...readAll(), [key]: words }, null, 2)}\n`),
  };
}
