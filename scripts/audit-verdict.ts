// What `npm audit --json` said, in words for a person and an exit code.

/** The outcome of an audit: `0` clean, `1` something was found, `3` the registry gave no answer. */
export interface AuditVerdict {
  readonly exitCode: 0 | 1 | 3;
  readonly text: string;
}

interface Finding {
  readonly name: string;
  readonly severity: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
  readonly range: string;
  readonly fixAvailable: boolean | { readonly name: string; readonly version: string };
}

interface Report {
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, Finding>> | null;
  readonly metadata?: { readonly dependencies?: { readonly total?: number } };
}

/** Reads the output of `npm audit --json`. `isBundled` says of a package whether parts of it are in the extension. */
export function auditVerdict(output: string, isBundled: (name: string) => boolean): AuditVerdict {
  const report = parsed(output);
  if (!report?.vulnerabilities) return noAnswer(report?.message);
  const findings = Object.values(report.vulnerabilities);
  const total = report.metadata?.dependencies?.total;
  if (findings.length === 0) {
    return { exitCode: 0, text: `Clean: no known vulnerability in ${total ?? 'the'} packages of package-lock.json.` };
  }
  const heading = `${findings.length} ${findings.length === 1 ? 'package has' : 'packages have'} known vulnerabilities:`;
  const lines = findings.map(finding => describe(finding, isBundled(finding.name)));
  return { exitCode: 1, text: [heading, ...lines].join('\n') };
}

function parsed(output: string): Report | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function noAnswer(message: string | undefined): AuditVerdict {
  const why = message === undefined ? '' : ` (${message})`;
  const text =
    `Not known: the registry does not answer audits${why}. — Ask one that does, as that of npm itself: ` +
    'npm run audit -- --registry <address>';
  return { exitCode: 3, text };
}

function describe(finding: Finding, isBundled: boolean): string {
  const place = isBundled ? 'in the extension' : 'in development only';
  const reasons = finding.via.map(each => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`));
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return `  ${finding.name} ${finding.range}, ${finding.severity}, ${place}${why} — ${remedy(finding)}`;
}

function remedy({ name, fixAvailable }: Finding): string {
  if (fixAvailable === true) return `npm update ${name}, then npm test`;
  if (fixAvailable === false)
    return 'no mended version yet: see whether the fault can be reached, or replace the package';
  return `npm install ${fixAvailable.name}@${fixAvailable.version}, then npm test`;
}
