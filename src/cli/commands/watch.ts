// `watch`: what happens in an rtws, live and read-only, until Ctrl-C.
import { rootRef } from '../../core/dialog/ids.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { createLiveView } from '../live-view.ts';
import { withRuntime } from '../open.ts';
import { createScreen } from '../screen.ts';

export const watch: Command = {
  name: 'watch',
  usage: '',
  summary: 'Show a running workspace live, read-only, until Ctrl-C',
  args: [],
  options: {},
  run: call =>
    withRuntime(call, 'read', async runtime => {
      const { io, output, json } = call;
      const screen = createScreen(output, { showsStatus: io.isTTY && !io.env.CI });
      const view = json ? undefined : createLiveView({ screen, agents: new Map(), streams: false });
      const subscription = runtime.subscribe(event => (view ? view.show(event) : output.json(event)));
      // How the work stands that goes on already; what follows changes that.
      for (const summary of runtime.listRoots({ status: 'running' })) {
        const isOpen = summary.needsDrive || summary.questions > 0;
        if (isOpen && json) output.json({ type: 'root_changed', ...rootRef(summary.rootId), summary });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const interrupt = io.onInterrupt(resolve);
      await promise;
      interrupt.dispose();
      subscription.dispose();
      view?.end();
      return exitCodes.ok;
    }),
};
