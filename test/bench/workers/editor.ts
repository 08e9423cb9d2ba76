// The built extension in a plain process, its editor a fake one: what activating it takes, and what it does while
// nothing happens.

// An extension host has these before the first extension runs: its own program imports them.
import 'node:child_process';
import 'node:crypto';
import 'node:fs/promises';
import 'node:http';
import { createRequire } from 'node:module';
import 'node:net';
import 'node:zlib';
import path from 'node:path';
import { type FakeEditor, installFakeVscode, type TreeProvider } from '../fake-vscode.ts';
import { type IdleFigures, measureIdle } from '../idle-figures.ts';
import { answer } from '../worker.ts';

/**
 * Milliseconds and bytes. `own` is the time that the main thread was at work until `activate` returned or, with roots
 * to show, until the Dialogs tree had its rows; `ms` is how long that took, others that want the processor included.
 */
export interface EditorFigures {
  readonly own: number;
  readonly ms: number;
  readonly idle?: IdleFigures;
}

interface Extension {
  activate(context: object): { runtime(): { listRoots(): readonly unknown[] } | undefined };
  deactivate(): Promise<void>;
}

interface Input {
  readonly dist: string;
  readonly rtws: string;
  readonly roots: number;
  readonly idleMs: number;
  /** The workbench answers nothing. */
  readonly busy?: boolean;
}

await answer<Input>(async ({ dist, rtws, roots, idleMs, busy }): Promise<EditorFigures> => {
  const editor = installFakeVscode(rtws, path.dirname(dist), { busy });
  const require = createRequire(import.meta.url);
  const before = performance.now();
  const ownBefore = threadMs();
  const extension = require(path.join(dist, 'extension.cjs')) as Extension;
  const api = extension.activate(editor.context);
  if (roots > 0) await rowsShown(editor);
  const [own, ms] = [threadMs() - ownBefore, performance.now() - before];
  if (roots > 0 && api.runtime()?.listRoots().length !== roots) throw new Error('the roots were not found');
  const idle = idleMs > 0 ? await measureIdle(idleMs) : undefined;
  await extension.deactivate();
  return { own, ms, ...(idle && { idle }) };
});

/** Draws the Dialogs tree whenever it says that it changed, until a root is among its rows. */
async function rowsShown({ trees }: FakeEditor): Promise<void> {
  const tree = trees.get('dominds.dialogs');
  if (!tree) throw new Error('the extension made no Dialogs tree');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const draw = () => void drawn(tree).then(rows => (rows > 0 ? resolve() : undefined), reject);
  tree.onDidChangeTreeData(draw);
  draw();
  await promise;
}

async function drawn(tree: TreeProvider): Promise<number> {
  let rows = 0;
  for (const group of ((await tree.getChildren()) as unknown[]) ?? []) {
    for (const root of ((await tree.getChildren(group)) as unknown[]) ?? []) if (tree.getTreeItem(root)) rows++;
  }
  return rows;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
