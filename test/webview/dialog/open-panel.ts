// A dialog panel without a page.
import type { Fact } from '../../../src/core/dialog/record.ts';
import type { ToHost, ToWebview } from '../../../src/protocol/messages.ts';
import { createPanel, type Panel } from '../../../webview/dialog/state.ts';
import { records, snapshotOf } from './records.ts';

/** A panel over a host of the test: what it posts, and what it is sent. */
export function openPanel(...facts: readonly Fact[]) {
  const posted: ToHost[] = [];
  let receive: (message: ToWebview) => void = () => {};
  let ids = 0;
  const panel: Panel = createPanel({
    host: {
      post: message => posted.push(message),
      load: () => undefined,
      listen: listener => {
        receive = listener;
      },
    },
    schedule: flush => flush(),
    later: () => () => {},
    newId: () => `id${++ids}`,
  });
  const show = (...now: readonly Fact[]) => receive(snapshotOf(records(...now)));
  show(...facts);
  posted.length = 0;
  return { panel, posted, show, receive: (message: ToWebview) => receive(message) };
}
