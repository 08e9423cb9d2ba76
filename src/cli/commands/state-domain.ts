// Reading the domain file that a command names.
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { type DomainFile, readDomain } from '../../core/belief/domain-file.ts';
import { softwareDomainName, softwareDomainText } from '../../core/belief/software-domain.ts';
import { readDomainFile } from '../../runtime.ts';
import type { CommandCall } from '../command.ts';

/** The file, read and checked; undefined when there is none. `software` without a path is the built-in domain. */
export function namedDomainFile({ rtws }: CommandCall, file: string): DomainFile | undefined {
  const absolute = path.resolve(rtws, file);
  // A folder of source code is often called so.
  const isBuiltIn = file === softwareDomainName && !statSync(absolute, { throwIfNoEntry: false })?.isFile();
  return isBuiltIn ? readDomain(softwareDomainText, file) : readDomainFile(absolute, file);
}

/** What to say of a file that is not there. */
export function absent(file: string) {
  return {
    code: 'broken-file',
    message: `there is no file ${file}`,
    remedy: 'check the path; it starts at the workspace',
  };
}
