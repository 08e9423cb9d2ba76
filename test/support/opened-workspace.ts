// A workspace of a test and the runtimes that it opens there, as several processes would.
import assert from 'node:assert/strict';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace, type WorkspaceFiles } from './temp-workspace.ts';

export interface OpenedWorkspace extends TempWorkspace {
  /** Opens a runtime more, in a process without environment. Throws when it is refused. */
  open(mode: OpenOptions['mode'], options?: Partial<OpenOptions>): Promise<Runtime>;
  /** Closes all, the last one first, and removes the folder. */
  close(): Promise<void>;
}

/** Makes a workspace that holds these files. */
export async function makeOpenedWorkspace(files: WorkspaceFiles): Promise<OpenedWorkspace> {
  const workspace = await makeTempWorkspace(files);
  const opened: Runtime[] = [];
  return {
    ...workspace,
    async open(mode, options = {}) {
      const outcome = await openRuntime({ rtws: workspace.folder, env: {}, mode, ...options });
      assert.ok(outcome.ok, JSON.stringify(outcome));
      opened.push(outcome.runtime);
      return outcome.runtime;
    },
    async close() {
      for (const runtime of opened.toReversed()) await runtime.close();
      await workspace.remove();
    },
  };
}
