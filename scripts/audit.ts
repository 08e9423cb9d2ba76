// `npm run audit`: known vulnerabilities of every package in package-lock.json, as a sentence and an exit code:
// 0 none, 1 some (which, how bad, what to do), 3 the registry does not answer, so that nothing is known.
// Arguments go to `npm audit`, for example `-- --registry <address>`.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { auditVerdict } from './audit-verdict.ts';
import { root } from './project.ts';

const notices = await readFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
const bundled = new Set([...notices.matchAll(/^## (\S+) \S+$/gm)].map(match => match[1]));
const verdict = auditVerdict(await npmAudit(process.argv.slice(2)), name => bundled.has(name));
console.log(verdict.text);
process.exitCode = verdict.exitCode;

/** What `npm audit --json` prints; it exits 1 both for findings and for a failure, so its exit code says nothing. */
function npmAudit(args: readonly string[]): Promise<string> {
  const npm = process.env.npm_execpath;
  const [program, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const options = { cwd: root, maxBuffer: 64_000_000 };
  return new Promise(resolve => {
    execFile(program, [...before, 'audit', '--json', ...args], options, (_failed, stdout) => resolve(stdout));
  });
}
