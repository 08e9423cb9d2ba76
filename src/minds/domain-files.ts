// `.minds/domains/<name>.yaml`: the domains of dialogue state in this rtws (SPEC 16.1), read again when a file changed.
// Without its own file, `software` is the built-in domain.
import path from 'node:path';
import type { DomainFile } from '../core/belief/domain/domain-file.ts';
import { domainNames, joinDomainFiles, readDomain, softwareDomain } from '../core/belief/domain/rules.ts';
import { softwareDomainName } from '../core/belief/domain/software-domain.ts';
import type { FileFault } from '../core/facts/file-faults.ts';
import type { FileProblem } from '../core/team/team.ts';
import { nearestName } from '../core/text/nearest-name.ts';
import type { TextFile, TextFiles } from './files/text-files.ts';

export const domainsFolder = '.minds/domains';

/** The file of a domain. */
function domainFilePath(name: string): string {
  return `${domainsFolder}/${name}.yaml`;
}

/** True if a path in the rtws is that of a domain file. */
export function isDomainFile(file: string): boolean {
  return path.posix.dirname(file) === domainsFolder && file.endsWith('.yaml');
}

export interface DomainFiles {
  /**
   * Reads a domain, or several (`a,b`), or says what is wrong; the problem of a name without a file lists the existing
   * names.
   */
  read(name: string): DomainFile;
  /** All names, sorted. */
  names(): readonly string[];
  /** Faults of all files. */
  problems(): readonly FileProblem[];
}

/** The domains of an rtws. */
export function createDomainFiles(texts: TextFiles): DomainFiles {
  const loaded = new Map<string, { readonly file: TextFile; readonly domain: DomainFile }>();
  const own = () =>
    texts
      .list(domainsFolder)
      .flatMap(({ name, kind }) => (kind !== 'folder' && name.endsWith('.yaml') ? [name.slice(0, -5)] : []));
  const names = () => [...new Set([...own(), softwareDomainName])].sort();
  const load = (name: string, file: TextFile): DomainFile => {
    if (file.kind === 'text') return readDomain(file.text, domainFilePath(name));
    if (file.kind === 'broken') return { problems: [file.problem] };
    return name === softwareDomainName ? { domain: softwareDomain(), problems: [] } : absent(name, names());
  };
  const read = (name: string): DomainFile => {
    // A name is no path: nothing outside the folder is read.
    if (!/^[^\\/:]+$/.test(name) || name.startsWith('.')) return absent(name, names());
    const file = texts.read(domainFilePath(name), domainsFolder);
    const known = loaded.get(name);
    if (known?.file === file && file.kind !== 'missing') return known.domain;
    const domain = load(name, file);
    loaded.set(name, { file, domain });
    return domain;
  };
  const readAll = (name: string): DomainFile => {
    const several = domainNames(name);
    return several.length === 1 ? read(name) : joinDomainFiles(several.map(read));
  };
  return { read: readAll, names, problems: () => own().flatMap(name => read(name).problems) };
}

function absent(name: string, names: readonly string[]): DomainFile {
  const fault: FileFault = { id: 'no-domain', name, near: nearestName(name, names) ?? null, domains: names };
  return { problems: [{ file: domainFilePath(name), fault, severity: 'error' }] };
}
