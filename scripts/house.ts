// `npm run house [-- <commit> …]`: how the sources are cut, at those commits and now. `npm run house -- --change
// <commit>`: the files that a change needed, without tests and documents.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installedProgram, run } from './child.ts';
import { figuresOf, readSources } from './house-figures.ts';
import { root } from './project.ts';
import { makeTempFolder } from './temp-folder.ts';

type Figures = ReturnType<typeof figuresOf>;

/** The linter counts what it can tell of functions. */
const limits = { noExcessiveLinesPerFunction: { maxLines: 60 }, useMaxParams: { max: 3 } };

const { values, positionals } = parseArgs({ options: { change: { type: 'string' } }, allowPositionals: true });
console.log(values.change === undefined ? await table(positionals) : await filesOfChange(values.change));

async function table(commits: readonly string[]): Promise<string> {
  const columns = [...(await Promise.all(commits.map(figuresAt))), await figuresIn(root)];
  const rows = (columns[0] ?? []).map(([name], row) => [name, ...columns.map(column => column[row]?.[1] ?? '')]);
  const cells = [['', ...commits, 'now'], ['---', ...columns.map(() => '--:')], ...rows];
  return cells.map(row => `| ${row.join(' | ')} |`).join('\n');
}

async function figuresAt(commit: string): Promise<Figures> {
  const folder = await makeTempFolder('house');
  const archive = path.join(folder, 'sources.tar');
  await run('git', ['archive', '-o', archive, commit, 'src', 'webview'], { cwd: root });
  const sources = path.join(folder, 'sources');
  await mkdir(sources);
  await run('tar', ['-xf', archive, '-C', sources]);
  return figuresIn(sources);
}

async function figuresIn(repository: string): Promise<Figures> {
  const config = await makeTempFolder('house');
  const complexity = Object.entries(limits).map(([rule, options]) => [rule, { level: 'warn', options }]);
  const rules = { preset: 'none', complexity: Object.fromEntries(complexity) };
  await writeFile(path.join(config, 'biome.json'), JSON.stringify({ root: true, linter: { rules } }));
  const flags = [`--config-path=${config}`, '--max-diagnostics=none', '--reporter=json'];
  const args = [installedProgram('@biomejs/biome/bin/biome'), 'lint', ...flags, 'src', 'webview'];
  const report = await run(process.execPath, args, { cwd: repository, stdio: ['ignore', 'pipe', 'ignore'] });
  const { diagnostics } = JSON.parse(report) as { diagnostics: readonly { message: string; category: string }[] };
  const count = (rule: string) => String(diagnostics.filter(({ category }) => category.endsWith(`/${rule}`)).length);
  return [
    ...figuresOf(readSources(repository)),
    ['functions of more than 60 lines', count('noExcessiveLinesPerFunction')],
    ['functions with more than 3 parameters', count('useMaxParams')],
  ];
}

async function filesOfChange(commit: string): Promise<string> {
  const changed = await run('git', ['show', '--name-only', '--format=', commit], { cwd: root });
  const files = changed.split('\n').filter(file => file !== '' && !/^(?:test|docs)\/|\.md$/.test(file));
  return [...files, `files: ${files.length}`].join('\n');
}
