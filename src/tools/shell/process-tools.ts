// `start_process`, `read_process`, `stop_process`: commands in the background of a dialog (SPEC 21.5). They are judged
// as `run_shell` is.
import path from 'node:path';
import * as z from 'zod';
import { worded } from '../../core/prompt/said.ts';
import { realRelative } from '../files/guarded-files.ts';
import { reviewFails } from '../files/policy.ts';
import { oneLine, visibleFence } from '../files/show-change.ts';
import { onlyReads, reviewCommand } from '../shell-line/line-actions.ts';
import { defineTool, failed, type Tool } from '../tool.ts';
import { watchFiles } from '../work-tree/observe.ts';
import type { WorkTree } from '../work-tree/work-tree.ts';
import type { Background } from './background.ts';
import { locateFolder, MAX_COMMAND } from './run-shell.ts';

/** `workTree` finds what commands changed; absent: that is not told. */
export const processTools = (background: Background, workTree?: () => WorkTree): readonly Tool[] => [
  defineTool({
    name: 'start_process',
    description: words => words.start_process,
    args: () => z.object({ command: z.string().trim().min(1).max(MAX_COMMAND), cwd: z.string().optional() }),
    review({ command, cwd }, context) {
      const located = locateFolder(cwd, context);
      if (located.kind === 'refused') return reviewFails(located);
      const { permission } = context.texts;
      const folder = realRelative(located.place);
      return reviewCommand(command, located.place, context, {
        headline: permission.run(oneLine(command)),
        body: `${visibleFence('sh', command)}\n\n${permission.inBackground(folder)}`,
        isWholeCommand: false,
      });
    },
    async run({ command, cwd }, context, signal) {
      const located = locateFolder(cwd, context);
      if (located.kind === 'refused') return failed(located.message);
      const { realRoot, steps } = located.place;
      const { callId, rtws, state } = context;
      const { notKept } = context.texts.results;
      const folder = path.join(realRoot, ...steps);
      const reads = onlyReads(command, located.place, context);
      const watch = workTree && !reads ? await watchFiles(workTree(), { rtws, signal, byCommand: true }) : undefined;
      if (signal.aborted) {
        watch?.end();
        return failed(w => w.stoppedBefore);
      }
      const how = { command, folder, notKept, ...(watch && { watch }) };
      const why = await background.start(state.identity, callId, how);
      if (signal.aborted) await background.stop(state.identity, callId);
      if (signal.aborted) return failed(w => w.stoppedStarting);
      if (why !== undefined) return failed(w => w.notStarted(worded(why, w)));
      return {
        ok: true,
        content: w => w.started(callId),
        facts: [{ kind: 'processStarted', processId: callId, command, ...((watch || reads) && { isWatched: true }) }],
      };
    },
  }),
  defineTool({
    name: 'read_process',
    description: words => words.read_process,
    args: () => z.object({ process: z.string(), since: z.int().nonnegative().optional() }),
    isRepeatable: true,
    onlyReads: true,
    worksOn: 'process',
    run({ process, since = 0 }, { state }) {
      if (!/^[\w-]+$/.test(process)) return failed(w => w.noProcess(process));
      const isRunning = background.isRunning(state.identity, process);
      const { text, next } = background.read(state.identity, process, since);
      return { ok: true, content: w => `${w.processOutput(isRunning, since, next)}\n${text || w.noOutput}` };
    },
  }),
  defineTool({
    name: 'stop_process',
    description: words => words.stop_process,
    args: () => z.object({ process: z.string() }),
    isRepeatable: true,
    worksOn: 'process',
    async run({ process }, { state }) {
      const isStopped = await background.stop(state.identity, process);
      return isStopped ? { ok: true, content: w => w.ended } : failed(w => w.notRunning(process));
    },
  }),
];
