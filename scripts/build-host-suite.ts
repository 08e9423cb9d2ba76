// Bundles the test-only extension with every test/host/**/*.host.ts, so that it needs no node_modules where it runs.
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { installedProgram, run } from './child.ts';
import { reproducible } from './package.ts';
import { root } from './project.ts';
import { makeTempFolder } from './temp-folder.ts';

const source = path.join(root, 'test', 'host');

const common = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode'] as string[],
  sourcemap: 'inline',
  logLevel: 'error',
} as const;

/** Where the bundled test-only extension is; `runSuite` is the entry for @vscode/test-electron. */
export interface HostSuite {
  readonly folder: string;
  readonly runSuite: string;
}

/** Bundles it afresh. */
export async function buildHostSuite(): Promise<HostSuite> {
  const folder = path.join(await makeTempFolder('dh'), 'test-host');
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), await readFile(path.join(source, 'extension', 'package.json')));
  await esbuild.build({
    ...common,
    entryPoints: [`${source}/extension.ts`, `${source}/run-suite.ts`],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
  });
  const suite = { contents: await importAllTests(), resolveDir: source };
  await esbuild.build({ ...common, stdin: suite, outfile: path.join(folder, 'suite.cjs') });
  return { folder, runSuite: path.join(folder, 'run-suite.cjs') };
}

/** Packs it as a .vsix, as code-server wants it, and returns its path. */
export async function packHostSuite(suite: HostSuite): Promise<string> {
  const vsix = `${suite.folder}.vsix`;
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  await run(process.execPath, [installedProgram('@vscode/vsce/vsce'), 'package', ...flags], {
    cwd: suite.folder,
    env: { ...process.env, ...reproducible },
  });
  return vsix;
}

async function importAllTests(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob('**/*.host.ts', { cwd: source })) files.push(file);
  return files
    .sort()
    .map(file => `import './${file.replaceAll(path.sep, '/')}';`)
    .join('\n');
}
