// Reading the domain file that a command names.
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { type DomainFile, readDomain } from '../../../core/belief/domain/domain-file.ts';
import { domainNames, joinDomainFiles } from '../../../core/belief/domain/join-domains.ts';
import { softwareDomainName, softwareDomainText } from '../../../core/belief/domain/software-domain.ts';
import { readDomainFile } from '../../../runtime.ts';
import type { CommandCall } from '../../command.ts';
import { type Output, type Problem, told } from '../../print/output.ts';

/** The file, or several as `a.yaml,b.yaml`, read and checked; undefined when one is not there. */
export function namedDomainFile(call: CommandCall, file: string): DomainFile | undefined {
  const files = domainNames(file).map(each => oneDomainFile(call, each));
  const [only, ...others] = files;
  if (others.length === 0) return only;
  return files.every(each => each !== undefined) ? joinDomainFiles(files) : undefined;
}

/** `software` without a path is the built-in domain. */
function oneDomainFile({ rtws }: CommandCall, file: string): DomainFile | undefined {
  const absolute = path.resolve(rtws, file);
  // A folder of source code is often called so.
  const isBuiltIn = file === softwareDomainName && !statSync(absolute, { throwIfNoEntry: false })?.isFile();
  return isBuiltIn ? readDomain(softwareDomainText, file) : readDomainFile(absolute, file);
}

/** The message for a missing file. */
export function absent({ words }: Output, file: string): Problem {
  return { code: 'broken-file', ...told(words.noFile(file)) };
}
