// Where the project's own files are, and what its manifest says. Paths are absolute.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder that holds package.json. */
export const root = path.dirname(import.meta.dirname);

/** Downloads and caches that only tests and `npm start` need; git-ignored. */
export const cacheFolder = path.join(root, '.vscode-test');

/** Screenshots and test reports; git-ignored. */
export const resultsFolder = path.join(root, 'test-results');

/** What the scripts use of package.json. */
export interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly engines: { readonly vscode: string };
}

/** Reads package.json of the project. */
export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
}

/** Where `npm run package` puts the extension, for example `dominds-0.1.0.vsix`. */
export function vsixPath(manifest: Manifest): string {
  return path.join(root, `${manifest.name}-${manifest.version}.vsix`);
}
