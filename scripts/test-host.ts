// `npm run test:host`: runs the suite of test/host/ inside the extension host of a real editor, without a display.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { HostResults } from '../test/host/results.ts';
import { resultsVariable } from '../test/host/results.ts';
import { makeTempWorkspace } from '../test/support/temp-workspace.ts';
import { cleanEnvironment, launchBrowser, openWorkbench } from './browser.ts';
import { buildHostSuite, packHostSuite } from './build-host-suite.ts';
import { type CodeServer, startCodeServer } from './code-server.ts';
import { quietSettings } from './editor-settings.ts';
import { ensureVsix } from './package.ts';
import { makeTempFolder } from './temp-folder.ts';

const deadlineMs = 180_000;

const results = await runInEditor();
process.exitCode = printResults(results) ? 0 : 1;

async function runInEditor(): Promise<HostResults> {
  const vsixes = [await ensureVsix(), await packHostSuite(await buildHostSuite())];
  const resultsFile = path.join(await makeTempFolder('dr'), 'results.json');
  const env = cleanEnvironment({ [resultsVariable]: resultsFile });
  const server = await startCodeServer({ vsixes, env, idleSeconds: 600 });
  try {
    return await openAndWait(server, resultsFile);
  } finally {
    await server.stop();
  }
}

/** The extension host starts with the window, so a browser has to stay on it until the results are there. */
async function openAndWait(server: CodeServer, resultsFile: string): Promise<HostResults> {
  const workspace = await makeTempWorkspace({ 'README.md': '# Test workspace\n' });
  await server.writeSettings(quietSettings('dark'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await openWorkbench(page, server.folderUrl(workspace.folder));
    const arrived = await waitForFile(resultsFile, () => confirm(page));
    if (!arrived) return { tests: [], crash: `no results after ${deadlineMs / 1000} s\n${server.log()}` };
    return JSON.parse(await readFile(resultsFile, 'utf8'));
  } finally {
    await browser.close();
    await workspace.remove();
  }
}

/** The person at the mouse of the suite: says yes to whatever a test makes the editor ask. */
async function confirm(page: Page): Promise<void> {
  // Clicked, not typed: a panel that has just loaded may have taken the focus meanwhile.
  const yes = page.locator('.monaco-dialog-box .dialog-buttons .monaco-button:not(.secondary)').first();
  if (!(await yes.isVisible())) return;
  await yes.click({ timeout: 2_000 }).catch(() => {});
}

async function waitForFile(file: string, meanwhile: () => Promise<void>): Promise<boolean> {
  const deadline = Date.now() + deadlineMs;
  while (!existsSync(file)) {
    if (Date.now() > deadline) return false;
    await meanwhile();
    await delay(100);
  }
  return true;
}

function printResults({ tests, crash }: HostResults): boolean {
  for (const test of tests) console.log(`  ${test.state}  ${test.title} (${test.milliseconds} ms)`);
  const failed = tests.filter(test => test.state === 'failed');
  for (const test of tests)
    if (test.error !== undefined) console.error(`\n${test.title} (${test.state})\n${test.error}`);
  if (crash !== undefined) console.error(`The suite did not run: ${crash}`);
  console.log(`host: ${tests.filter(({ state }) => state === 'passed').length} passed, ${failed.length} failed`);
  return tests.length > 0 && failed.length === 0 && crash === undefined;
}
