// Reading the domain file that a command names.
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { type DomainFile, readDomain } from '../../core/belief/domain-file.ts';
import { softwareDomainName, softwareDomainText } from '../../core/belief/software-domain.ts';
import type { CommandCall } from '../command.ts';

/** The file, read and checked; undefined when it cannot be read. `software` without a path is the built-in domain. */
export async function readDomainFile({ rtws }: CommandCall, file: string): Promise<DomainFile | undefined> {
  try {
    return readDomain(await readFile(path.resolve(rtws, file), 'utf8'), file);
  } catch {
    return file === softwareDomainName ? readDomain(softwareDomainText, file) : undefined;
  }
}

/** What to say of a file that cannot be read. */
export function unreadable(file: string) {
  return {
    code: 'broken-file',
    message: `${file} cannot be read`,
    remedy: 'check the path; it starts at the workspace',
  };
}
