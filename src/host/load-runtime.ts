// The one late import: the runtime is most of the bundle, and a window that only shows an empty tree never needs it.
import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { once } from '../core/once.ts';
import { loadCached } from './code-cache.ts';

type RuntimeModule = typeof import('./runtime-entry.ts');

/** After the start is over, so that it does not pay for the next one. */
const KEEP_AFTER_MS = 2_000;

let extension: Pick<ExtensionContext, 'extensionUri' | 'globalStorageUri'> | undefined;

/** The path of the built runtime, and of its code cache; set when the extension is activated. */
export function setUpRuntime(context: typeof extension): void {
  extension = context;
}

/** The runtime, loaded when it is first asked for. */
export const loadRuntime: () => Promise<RuntimeModule> = once(async () => {
  if (!extension) return import('./runtime-entry.ts');
  const file = path.join(extension.extensionUri.fsPath, 'dist', 'runtime.cjs');
  const loaded = loadCached(file, path.join(extension.globalStorageUri.fsPath, 'code'));
  setTimeout(loaded.keep, KEEP_AFTER_MS).unref();
  return loaded.exports as RuntimeModule;
});
