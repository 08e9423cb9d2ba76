// `npm run test:electron`: the suite of test/host/ in desktop VS Code, which is downloaded once (needs a display).
// VSCODE_PATH names an installed one instead.
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { makeTempWorkspace } from '../test/support/temp-workspace.ts';
import { buildHostSuite } from './build-host-suite.ts';
import { cacheFolder, readManifest, root } from './project.ts';
import { makeTempFolder } from './temp-folder.ts';

const suite = await buildHostSuite();
const workspace = await makeTempWorkspace({ 'README.md': '# Test workspace\n' });
const { engines } = await readManifest();
const installed = process.env.VSCODE_PATH;

process.exitCode = await runTests({
  ...(installed === undefined ? { version: engines.vscode.replace('^', '') } : { vscodeExecutablePath: installed }),
  cachePath: path.join(cacheFolder, 'electron'),
  extensionDevelopmentPath: [root, suite.folder],
  extensionTestsPath: suite.runSuite,
  launchArgs: [workspace.folder, '--user-data-dir', await makeTempFolder('de'), '--disable-workspace-trust'],
}).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : error;
  console.error(`test:electron: ${reason} — VSCODE_PATH can name an installed VS Code; test:host needs neither`);
  return 1;
});
