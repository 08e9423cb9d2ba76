// Files on which the result of a command depends: its tests, what they are configured by, and the files it names
// (SPEC 26.5). A member that changes them changes what the check proves. Pure.
import { isExecuted } from '../team/sensitive.ts';
import type { AcceptanceLine } from './acceptance.ts';

const folders: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testdata']);
const names = /(?:^|[._-])(?:test|tests|spec|specs|e2e)[._-]|^(?:test|spec)s?\.|[a-z](?:Test|Tests|Spec)\.[a-z]+$/;
const configured =
  /^(?:\.mocharc|\.nycrc|\.c8rc|\.taprc|jest\.|vitest\.|ava\.|karma\.|playwright\.|cypress\.|phpunit\.|\.rspec)/;

/** True for a file of tests, or one that says how they run. */
export function isCheckFile(path: string): boolean {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  const isInTests = steps.slice(0, -1).some(step => folders.has(step.toLowerCase()));
  return isInTests || names.test(name) || configured.test(name) || isExecuted(path);
}

/** True if a command depends on a file. Others may too; these are what it plainly runs. */
export function dependsOn({ kind, subject }: AcceptanceLine, path: string): boolean {
  return kind === 'cmd' && (isCheckFile(path) || isNamed(subject, path));
}

/** True if a command names the file, or a script without its ending. */
function isNamed(command: string, path: string): boolean {
  const words = command.split(/[\s"'`;|&()<>=]+/).filter(word => word !== '');
  const plain = path.toLowerCase();
  return words.some(word => {
    const named = word.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '');
    if (named === '' || !/[\p{L}\p{N}]/u.test(named)) return false;
    const isTail = plain === named || plain.endsWith(`/${named}`) || named.endsWith(`/${plain}`);
    return isTail || plain.replace(/\.[a-z]+$/, '') === named || plain.startsWith(`${named.replace(/\/$/, '')}/`);
  });
}
