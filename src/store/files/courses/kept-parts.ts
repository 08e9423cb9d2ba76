// System messages as courses were opened with them, in the folder of their root, named by what they hold: dialogs of a
// tree that begin alike share one file (SPEC 10.9).
import * as path from 'node:path';
import { list, objectOf, text } from '../../../core/base/shape.ts';
import type { PromptPart } from '../../../core/prompt/prompt-part.ts';
import { hashBytes } from '../../content-hash.ts';
import type { Files } from '../../disk-files.ts';
import { isContentName } from './previous-contents.ts';

/** Bytes of the largest file that is read: what people write into `.minds/` is cut long before. */
const MAX_BYTES = 4_000_000;

/** Keeps parts in this folder and says how a record names them. Throws the system's errors. */
export function keepPartFiles(files: Files, folder: string, parts: readonly PromptPart[]): string {
  const content = JSON.stringify(parts);
  const name = hashBytes(Buffer.from(content));
  const file = fileOf(folder, name);
  if (!files.exists(file)) {
    files.makeFolder(folder);
    files.replace(file, content);
  }
  return name;
}

/** The parts of that name; `undefined` when their file is gone, or is not what its name says. Never throws. */
export function readParts(files: Files, folder: string, name: string): readonly PromptPart[] | undefined {
  // The name comes from a record, which anybody may have written.
  if (!isContentName(name)) return undefined;
  try {
    const file = fileOf(folder, name);
    if ((files.stat(file)?.bytes ?? 0) > MAX_BYTES) return undefined;
    const content = files.read(file);
    if (content === undefined || hashBytes(Buffer.from(content)) !== name) return undefined;
    const parts: unknown = JSON.parse(content);
    return areParts(parts) ? (parts as readonly PromptPart[]) : undefined;
  } catch {
    return undefined;
  }
}

const areParts = list(objectOf<PromptPart>({ id: text, title: text, text }));

function fileOf(folder: string, name: string): string {
  return path.join(folder, `${name}.json`);
}
