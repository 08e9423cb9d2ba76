// The shared state of one server's pages, over the rtws of its folder.
import { Ended } from '../pages/ended.ts';
import { createFileSuggestions } from '../pages/file-suggestions.ts';
import { Inbox } from '../pages/inbox.ts';
import type { PageRtws } from '../pages/page-rtws.ts';
import { PagesInView } from '../pages/pages-in-view.ts';
import type { Focus } from '../protocol/messages.ts';
import { listFiles } from './project-files.ts';
import type { ServedPlace } from './surfaces.ts';

export interface ServedPlacePorts {
  readonly rtws: PageRtws;
  /** Absolute path of the rtws. */
  readonly folder: string;
  /** Told what people look at. */
  readonly inView?: PagesInView;
  /** Absent: one of its own. */
  readonly inbox?: Inbox;
  readonly log: ServedPlace['log'];
}

/** The shared state without connections. Roots that ended unseen are known as long as the server runs. */
export function createPlace({
  rtws,
  folder,
  inView = new PagesInView(),
  inbox,
  log,
}: ServedPlacePorts): ServedPlace & { readonly inbox: Inbox } {
  const ended = new Ended({
    isVisible: inView.isSeen,
    load: () => [],
    store: () => {},
    onEnd: () => {},
  });
  rtws.onEvent(event => ended.receive(event));
  const words = new Map<string, Focus>();
  return {
    folder,
    rtws,
    inbox: inbox ?? new Inbox(rtws),
    ended,
    inView,
    suggest: createFileSuggestions(() => listFiles(folder), Date.now),
    log,
    keepWords: ({ selfId }, focus) => {
      if (focus?.kind === 'composer' && (focus.add !== undefined || focus.images)) words.set(selfId, focus);
    },
    takeWords: ({ selfId }) => {
      const kept = words.get(selfId);
      words.delete(selfId);
      return kept;
    },
  };
}
