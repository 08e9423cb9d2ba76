// A search looks into the files that Git keeps or would add: Git is the judge.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceFiles } from '../../support/temp-workspace.ts';
import { makeBench } from './workspace-support.ts';

/**
 * Files of a case; `tracked` are added by force, `git` are written into `.git`, `global` is the person's own ignore
 * file.
 */
interface Case {
  readonly files: WorkspaceFiles;
  readonly tracked?: readonly string[];
  readonly exclude?: string;
  readonly global?: string;
  readonly ignoreCase?: boolean;
  readonly at?: string;
}

async function compared({ files, tracked = [], exclude, global = '', ignoreCase, at }: Case) {
  const home = await makeBench({ 'ignored-by-me': global });
  const personal = path.join(home.folder, 'gitconfig');
  const ignoredByMe = path.join(home.folder, 'ignored-by-me').replaceAll('\\', '/');
  writeFileSync(personal, `[core]\n\texcludesFile = ${ignoredByMe}\n`);
  const env = { ...process.env, GIT_CONFIG_GLOBAL: personal, GIT_CONFIG_NOSYSTEM: '1' };
  const bench = await makeBench(files, { shell: { env } });
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: path.join(bench.folder, at ?? '.'), env, encoding: 'utf8', stdio: 'pipe' });
  execFileSync('git', ['init', '-q'], { cwd: bench.folder, env });
  if (ignoreCase !== undefined) git('config', 'core.ignoreCase', `${ignoreCase}`);
  if (exclude !== undefined) writeFileSync(path.join(bench.folder, '.git/info/exclude'), exclude);
  if (tracked.length > 0) git('add', '-f', '--', ...tracked);
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  const expected = listed.filter(name => name !== '' && !/(^|\/)\.gitignore$/.test(name));
  const rtws = at === undefined ? {} : { rtws: path.join(bench.folder, at) };
  const { content } = await bench.call('search_text', { query: 'needle' }, rtws);
  const found = content.split('\n').flatMap(line => /^(.*):1: needle/.exec(line)?.[1] ?? []);
  await bench.remove();
  await home.remove();
  return { found: found.sort(), expected: expected.sort() };
}

const needles = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'needle\n']));

describe('search_text finds what Git keeps:', () => {
  const cases: Readonly<Record<string, Case>> = {
    'letter case of a pattern': {
      files: { '.gitignore': 'Build/\n*.LOG\n', ...needles('build/a', 'a.log') },
      ignoreCase: false,
    },
    'letter case that the clone ignores': {
      files: { '.gitignore': '*.LOG\n', ...needles('a.log', 'b.txt') },
      ignoreCase: true,
    },
    'a file that is tracked though ignored': {
      files: { '.gitignore': '*.log\nout/\n', ...needles('a.log', 'b.log', 'out/deep/a', 'out/deep/b', 'out/c') },
      tracked: ['a.log', 'out/deep/a'],
    },
    'a byte order mark': { files: { '.gitignore': '\ufeffa.txt\n', ...needles('a.txt', 'b.txt') } },
    'rules of the clone': { files: needles('a.txt', 'b.txt', 'sub/a.txt'), exclude: '/a.txt\n' },
    'rules of the person': { files: needles('a.txt', 'b.swp', 'sub/c.swp'), global: '*.swp\n' },
    'classes of characters': {
      files: { '.gitignore': 'a[[:digit:]]\n[[:upper:]][![:space:]]\n', ...needles('a1', 'ab', 'Xy', 'xy') },
    },
    'rules that take back': {
      files: { '.gitignore': '*.txt\n!keep.txt\nout/*\n!out/a\n', ...needles('a.txt', 'keep.txt', 'out/a', 'out/b') },
    },
    'rules of a folder': {
      files: {
        '.gitignore': '*.log\n',
        'sub/.gitignore': '!a.log\n/b\n',
        ...needles('a.log', 'sub/a.log', 'sub/b', 'sub/x/b'),
      },
    },
    'rules above the workspace': {
      files: { '.gitignore': '*.log\n/pkg/out\n', ...needles('pkg/a.log', 'pkg/b', 'pkg/out/c') },
      at: 'pkg',
    },
    'spaces at the end of a rule': { files: { '.gitignore': 'a  \nb\\ \n', ...needles('a', 'b', 'b ') } },
    'two stars': {
      files: { '.gitignore': '**/gen\na/**/z\nq/**\n', ...needles('x/gen/1', 'a/z', 'a/b/c/z', 'a/b/y', 'q/1', 'qq') },
    },
    'names with spaces, quotes and other letters': {
      files: { '.gitignore': 'ü\n', ...needles('a b', 'é', 'ü', '中/文', "it's") },
    },
  };
  for (const [name, given] of Object.entries(cases))
    it(name, async () => {
      const { found, expected } = await compared(given);
      assert.deepEqual(found, expected);
    });

  it('and what is in an ignored folder that is named, and in another repository', async () => {
    const bench = await makeBench({
      '.gitignore': 'out/\n*.log\n',
      'out/.gitignore': '*.tmp\n',
      'sub/.gitignore': 'c\n',
      ...needles('out/a', 'out/b.tmp', 'sub/a', 'sub/deep/b', 'sub/c'),
    });
    for (const folder of ['.', 'sub'])
      execFileSync('git', ['init', '-q'], { cwd: path.join(bench.folder, folder), stdio: 'pipe' });
    const found = async (at: string) => (await bench.call('search_text', { query: 'needle', path: at })).content;
    assert.equal(await found('out'), '1 matching lines in 1 files\nout/a:1: needle');
    assert.equal(await found('.'), '2 matching lines in 2 files\nsub/a:1: needle\nsub/deep/b:1: needle');
    await bench.remove();
  });

  it('but for rules of `.ignore`, which come before those of Git', async () => {
    const bench = await makeBench({
      '.gitignore': 'gen/\n',
      '.ignore': '!gen/\nlarge.txt\n',
      ...needles('gen/a', 'large.txt', 'b'),
    });
    execFileSync('git', ['init', '-q'], { cwd: bench.folder });
    const { content } = await bench.call('search_text', { query: 'needle' });
    assert.equal(content, '2 matching lines in 2 files\nb:1: needle\ngen/a:1: needle');
    await bench.remove();
  });
});

describe('search_text without Git', () => {
  it('reads a byte order mark, classes of characters, and letter case as Git does', async () => {
    const bench = await makeBench({
      '.gitignore': '\ufeffa.txt\nb[[:digit:]]\nc[[:nonsense:]]\n',
      ...needles('a.txt', 'b1', 'bx', 'c1'),
    });
    const { content } = await bench.call('search_text', { query: 'needle' });
    assert.equal(content, '2 matching lines in 2 files\nbx:1: needle\nc1:1: needle');
    await bench.remove();
  });
});
