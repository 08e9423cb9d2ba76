// Builds and packs the extension as a .vsix, and knows whether the one that is there still fits the sources.
// `npm run package -- --pre-release` makes one for the pre-release channel of the Marketplace and of Open VSX.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installedProgram, run, runInTerminal } from './child.ts';
import { readManifest, root, vsixPath } from './project.ts';

const inputs = [
  '{src,webview,media,schemas,l10n}/**/*',
  '{package,package-lock,package.nls,package.nls.*}.json',
  '{README,README.zh-cn,CHANGELOG,SECURITY,THIRD-PARTY-NOTICES}.md',
  '{esbuild.mjs,.vscodeignore,LICENSE}',
];
const stampFile = path.join(root, 'dist', '.packaged');

/**
 * For vsce: the oldest time a zip can hold, so the same sources give the same bytes and installations can be cached.
 */
export const reproducible = { SOURCE_DATE_EPOCH: '315532800' };

/** Runs a program of this project's Node; throws when it fails. */
type RunProgram = (program: string, args: readonly string[]) => Promise<unknown>;

/** Builds and packs, with these flags of vsce; returns the path of the .vsix. Throws when either fails. */
async function packageExtension(channel: readonly '--pre-release'[], runProgram: RunProgram): Promise<string> {
  const inputHash = await hashInputs();
  await runProgram(path.join(root, 'esbuild.mjs'), ['--production']);
  const file = vsixPath(await readManifest());
  const partial = `${file}.${process.pid}.vsix`;
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    ...channel,
    '--out',
    partial,
  ];
  await runProgram(installedProgram('@vscode/vsce/vsce'), ['package', ...flags]);
  await rename(partial, file);
  await writeFile(stampFile, channel.length === 0 ? inputHash : '');
  return file;
}

/** Path of a .vsix that fits the present sources; packs only if something changed since the last time. */
export async function ensureVsix(): Promise<string> {
  const file = vsixPath(await readManifest());
  const packaged = existsSync(file) && existsSync(stampFile) ? await readFile(stampFile, 'utf8') : undefined;
  if (packaged === (await hashInputs())) return file;
  console.log('Building and packing the extension …');
  return packageExtension([], runQuietly);
}

const surroundings = { cwd: root, env: { ...process.env, ...reproducible } };

/** What is printed is shown only when it fails. */
function runQuietly(program: string, args: readonly string[]): Promise<string> {
  return run(process.execPath, [program, ...args], surroundings);
}

async function runOpenly(program: string, args: readonly string[]): Promise<void> {
  const code = await runInTerminal(process.execPath, [program, ...args], surroundings);
  if (code !== 0) throw new Error(`${path.basename(program)} ended with ${code}`);
}

async function hashInputs(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(inputs, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const absolute = path.join(root, file);
    if (!(await stat(absolute)).isFile()) continue;
    hash.update(`${file}\0`);
    hash.update(await readFile(absolute));
  }
  return hash.digest('hex');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'pre-release': { type: 'boolean', default: false } } });
  const file = await packageExtension(values['pre-release'] ? ['--pre-release'] : [], runOpenly);
  console.log(path.relative(process.cwd(), file));
}
