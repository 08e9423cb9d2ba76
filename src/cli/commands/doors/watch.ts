// `watch`: what happens in an rtws, live and read-only, until Ctrl-C.

import type { AgentId, DialogId, RootId } from '../../../core/base/ids.ts';
import { rootRef } from '../../../core/base/ids.ts';
import type { FeedEvent } from '../../../core/dialog/view/feed-event.ts';
import type { DialogNode } from '../../../core/dialog/view/projection.ts';
import type { Runtime } from '../../../runtime.ts';
import type { Command, CommandCall } from '../../command.ts';
import { agentsOf, treesOf } from '../../drive.ts';
import { exitCodes } from '../../exit-code.ts';
import { withRuntime } from '../../open.ts';
import { createLiveView, type EventView } from '../../print/live-view.ts';
import { shorten } from '../../print/output.ts';
import { createProgress, drawsProgress } from '../../print/progress.ts';
import { createScreen } from '../../print/screen.ts';

/** More trees at a time are no overview. */
const MOST_ROOTS = 8;

export const watch: Command = {
  name: 'watch',
  usage: '',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const view = call.json ? { show: call.output.json, end: () => {} } : liveView(call, runtime);
      const subscription = runtime.subscribe(event => view.show(event));
      // How the work stands that goes on already; what follows changes that.
      for (const summary of call.json ? runtime.listRoots({ status: 'running' }) : []) {
        const isOpen = summary.needsDrive || summary.questions > 0;
        if (isOpen) call.output.json({ type: 'root_changed', ...rootRef(summary.rootId), summary });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const interrupt = call.io.onInterrupt(resolve);
      await promise;
      interrupt.dispose();
      subscription.dispose();
      view.end();
      return exitCodes.ok;
    }),
};

function liveView({ io, output }: CommandCall, runtime: Runtime): EventView {
  const showsStatus = drawsProgress(io);
  const screen = createScreen(output, { showsStatus });
  const agents = new Map<DialogId, AgentId>();
  const trees = () => atWork(runtime);
  const nothing = () => (runtime.drivenBy() === 'nobody' ? output.words.nobodyDrives : output.words.nothingRuns);
  const progress = showsStatus ? createProgress({ screen, io, output, trees, nothing }) : undefined;
  progress?.changed();
  const driver = progress && runtime.onDriverChange(() => progress.changed());
  const view = createLiveView({
    screen,
    agents,
    words: output.words.live,
    ...(progress && { progress }),
    streams: false,
  });
  const named = withNames(runtime, agents, (event, isFirst) => {
    const name = agents.get(event.selfId) ?? event.selfId;
    if (isFirst) {
      const rootAgent = agents.get(rootRef(event.rootId).selfId) ?? '';
      screen.note(output.paint('dim', output.words.dialogOf(event.rootId, rootAgent)));
    }
    view.show(event);
    // A command that drives says it at its end, with what to do.
    if (event.type === 'recorded' && event.record.kind === 'interrupted')
      screen.note(output.words.live.isInterrupted(name, shorten(event.record.message, 120)));
  });
  return {
    show: named,
    end() {
      driver?.dispose();
      view.end();
    },
  };
}

/** Trees in which something goes on or waits, the newest first. */
async function atWork(runtime: Runtime): Promise<readonly DialogNode[]> {
  const roots = runtime
    .listRoots({ status: 'running' })
    .filter(({ state, questions }) => state !== 'idle' || questions > 0);
  return treesOf(
    runtime,
    roots.slice(0, MOST_ROOTS).map(({ rootId }) => rootId),
  );
}

/** Shows events in order; the first one of a root waits until its members are loaded. */
function withNames(
  runtime: Runtime,
  agents: Map<DialogId, AgentId>,
  show: (event: FeedEvent, isFirst: boolean) => void,
): (event: FeedEvent) => void {
  const known = new Set<RootId>();
  let before = Promise.resolve();
  return event => {
    before = before.then(async () => {
      const isFirst = !known.has(event.rootId);
      if (isFirst) {
        known.add(event.rootId);
        // A tree that cannot be read now is shown by the ids of its dialogs.
        const found = await agentsOf(runtime, [event.rootId]).catch(() => []);
        for (const [selfId, agentId] of found) agents.set(selfId, agentId);
      }
      show(event, isFirst);
    });
  };
}
