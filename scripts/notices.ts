// The licences of everything that is bundled, for THIRD-PARTY-NOTICES.md.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.ts';

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The whole text of THIRD-PARTY-NOTICES.md as it has to be for the present bundles. */
export async function noticesText(): Promise<string> {
  const folders = await bundledFolders();
  const packages = (await Promise.all(folders.map(readPackage))).sort((a, b) => (a.name < b.name ? -1 : 1));
  const sections = packages.map(
    ({ name, version, license, text }) => `## ${name} ${version}\n\n${license}\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
  return [heading, ...sections].join('\n');
}

const heading = `# Third-party notices

Dominds is distributed with parts of the packages below, each under its own licence. \`npm run docs\` writes this file.
`;

/** The folders of packages that a bundle takes something from. */
async function bundledFolders(): Promise<readonly string[]> {
  const options = { cwd: root, maxBuffer: 16_000_000 };
  const listed = await promisify(execFile)(process.execPath, ['esbuild.mjs', '--production', '--list'], options);
  const files: string[] = JSON.parse(listed.stdout);
  const folders = files.flatMap(file => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].map(folder => path.resolve(root, folder));
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license, author } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find(each => /^licen[cs]e(\.(md|txt))?$/i.test(each));
  const holder = typeof author === 'string' ? author : (author?.name ?? `the authors of ${name}`);
  const text = file === undefined ? `Copyright ${holder}` : await readFile(path.join(folder, file), 'utf8');
  return { name, version, license: String(license), text: text.replaceAll('\r\n', '\n').trim() };
}
