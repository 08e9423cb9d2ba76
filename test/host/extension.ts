// The test-only extension: offers the test model and, when it is told where the results go, runs the suite once.
import { renameSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { type HostResults, resultsVariable } from './results.ts';
import { runSuite } from './run-suite.ts';
import { echoTool, testModelVendor, testProvider } from './test-model.ts';

/** Called by the editor. */
export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider(testModelVendor, testProvider),
    vscode.lm.registerTool('dominds_test_echo', echoTool),
  );
  const file = process.env[resultsVariable];
  if (file !== undefined) void writeResults(file);
}

async function writeResults(file: string): Promise<void> {
  const results = await runSuite().catch((error: unknown): HostResults => ({ tests: [], crash: String(error) }));
  // Renamed into place, so that a reader never sees half a file.
  writeFileSync(`${file}.part`, JSON.stringify(results));
  renameSync(`${file}.part`, file);
}
