// Follows the roots that change files while this window is open, and those whose changes are reviewed in it.
import type { Disposable } from 'vscode';
import type { RootId } from '../../core/base/ids.ts';
import type { ShownChanges } from '../host.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { EditorChanges } from './editor-changes.ts';

const changing: ReadonlySet<string> = new Set(['filesChanged', 'editsUndone', 'editsRedone', 'editsKept']);

/** Nothing is shown, nor loaded, before something changed. */
export function followChanges(rtws: OpenRtws): ShownChanges & Disposable {
  let shown: EditorChanges | undefined;
  const follow = (rootId: RootId) => {
    shown ??= new EditorChanges(rtws);
    shown.follow(rootId);
  };
  const following = rtws.onEvent(event => {
    if (event.type === 'recorded' && changing.has(event.record.kind)) follow(event.rootId);
  });
  return {
    follow,
    messageOf: async reply => shown?.messageOf(reply),
    dispose: () => {
      following.dispose();
      shown?.dispose();
    },
  };
}
