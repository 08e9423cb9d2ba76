// Files on which the result of a command depends: its tests, what they are configured by, and the files it names
// (SPEC 26.5). A member that changes them changes what the check proves. Pure.
import { isExecuted } from '../team/sensitive.ts';
import type { AcceptanceLine } from './acceptance.ts';

const folders: ReadonlySet<string> = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testdata']);
const names = /(?:^|[._-])(?:test|tests|spec|specs|e2e)[._-]|^(?:test|spec)s?\.|[a-z](?:Test|Tests|Spec)\.[a-z]+$/;
const configured =
  /^(?:\.mocharc|\.nycrc|\.c8rc|\.taprc|jest\.|vitest\.|ava\.|karma\.|playwright\.|cypress\.|phpunit\.|\.rspec)/;

/** Stands for further files: more changed than are told apart, or nobody can tell which. */
export const FURTHER_FILES = '…';

/** True for a file of tests, or one that says how they run. */
function isCheckFile(path: string): boolean {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  const isInTests = steps.slice(0, -1).some(step => folders.has(step.toLowerCase()));
  return isInTests || names.test(name) || configured.test(name) || isExecuted(path);
}

/** True if a command depends on a file. Others may too; these are what it plainly runs, not what it looks at. */
export function dependsOn({ kind, subject }: AcceptanceLine, path: string): boolean {
  return kind === 'cmd' && (path === FURTHER_FILES || isCheckFile(path) || (!isProduct(path) && isRun(subject, path)));
}

const interpreter =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|py|ruby|perl|php|lua|sh|bash|zsh|dash|ksh|fish|pwsh|powershell|source|\.)$/;

/** True if a command line names the file as a program, or as the script of an interpreter. */
function isRun(line: string, path: string): boolean {
  return line.split(/[;|&()\n]+/).some(part => {
    const words = part.split(/[\s"'`]+/).filter(word => word !== '' && !/^\w+=/.test(word));
    const [first = '', ...others] = words;
    const script = interpreter.test(nameOf(first)) ? others.find(word => !/^(?:-|run$)/.test(word)) : first;
    return script !== undefined && isNamed(script, path);
  });
}

function isNamed(word: string, path: string): boolean {
  const named = word.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '');
  const plain = path.toLowerCase();
  return named !== '' && (plain === named || plain.endsWith(`/${named}`) || plain.replace(/\.[a-z]+$/, '') === named);
}

const products: ReadonlySet<string> = new Set(['src', 'lib', 'app', 'apps', 'bin', 'cmd', 'pkg', 'packages', 'dist']);
const programs = /^(?:main|index|app|server|cli|program)\.[a-z]+$/i;

/** True for a file that is rather the work than a check of it. */
function isProduct(path: string): boolean {
  return (
    path
      .split('/')
      .slice(0, -1)
      .some(step => products.has(step.toLowerCase())) || programs.test(nameOf(path))
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
