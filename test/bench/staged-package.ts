// The production build and the .vsix of the present sources, made in a temporary folder, so that neither `dist/` nor a
// package that is in use changes under anybody's feet.
import { cpSync, existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { installedProgram, run } from '../../scripts/child.ts';
import { reproducible } from '../../scripts/package.ts';
import { root } from '../../scripts/project.ts';
import { makeTempFolder } from '../../scripts/temp-folder.ts';

/** Absolute paths of what users get. */
export interface StagedPackage {
  readonly dist: string;
  readonly vsix: string;
}

const linked = ['src', 'webview', 'node_modules'];
const copied = [
  'esbuild.mjs',
  'package.json',
  'package-lock.json',
  '.vscodeignore',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'l10n',
  'media',
];
const perhapsCopied = ['schemas', 'examples', 'package.nls.json', 'package.nls.zh-cn.json', 'tsconfig.json'];

/** Builds and packs. Throws with the output of what failed. */
export async function stagePackage(): Promise<StagedPackage> {
  const folder = await makeTempFolder('dp');
  for (const name of linked) symlinkSync(path.join(root, name), path.join(folder, name));
  for (const name of [...copied, ...perhapsCopied.filter(isThere)]) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await run(process.execPath, [path.join(folder, 'esbuild.mjs'), '--production'], { cwd: folder });
  const vsix = path.join(folder, 'dominds.vsix');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', vsix];
  await run(process.execPath, [installedProgram('@vscode/vsce/vsce'), 'package', ...flags], {
    cwd: folder,
    env: { ...process.env, ...reproducible },
  });
  return { dist: path.join(folder, 'dist'), vsix };
}

function isThere(name: string): boolean {
  return existsSync(path.join(root, name));
}
