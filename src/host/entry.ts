// What the editor loads of us: it loads the rest with the machine code of an earlier start, which the editor's own
// loader does not keep.
import path from 'node:path';
import type { ExtensionContext } from 'vscode';
import { buildId } from '../core/base/build-id.ts';
import type * as extensionModule from './extension.ts';
import { afterStart } from './kept-files.ts';
import { openCodeCache } from './open/code-cache.ts';

type Extension = typeof extensionModule;

let extension: Extension | undefined;

/** As `activate` of the extension itself. */
export function activate(context: ExtensionContext): ReturnType<Extension['activate']> {
  extension = openExtension(context);
  return extension.activate(context);
}

/** As `deactivate` of the extension itself. */
export async function deactivate(): Promise<void> {
  await extension?.deactivate();
}

function openExtension({ extensionUri, globalStorageUri }: ExtensionContext): Extension {
  let isWaiting = false;
  const onCompiled = () => {
    if (isWaiting) return;
    isWaiting = true;
    afterStart(() => {
      isWaiting = false;
      void code.keep();
    });
  };
  const code = openCodeCache({ folder: path.join(globalStorageUri.fsPath, 'code'), build: buildId, onCompiled });
  return code.load(path.join(extensionUri.fsPath, 'dist', 'host.cjs')) as Extension;
}
