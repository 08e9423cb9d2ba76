// The shared state of one server's pages, from the runtime of its folder.
import { type DialogRef, formatRef } from '../core/dialog/ids.ts';
import { Ended } from '../pages/ended.ts';
import { createFileSuggestions } from '../pages/file-suggestions.ts';
import { Inbox } from '../pages/inbox.ts';
import type { Runtime } from '../runtime.ts';
import { PagesInView } from './pages-in-view.ts';
import { listFiles } from './project-files.ts';
import { servedRtws } from './served-rtws.ts';
import type { Place } from './surfaces.ts';
import type { Tab } from './tab.ts';

export interface PlacePorts {
  readonly runtime: Runtime;
  /** Absolute path of the rtws. */
  readonly folder: string;
  /** Told what people look at. */
  readonly inView?: PagesInView;
  readonly log: Place['log'];
}

/** The shared state without connections. Roots that ended unseen are known as long as the server runs. */
export function createPlace({ runtime, folder, inView = new PagesInView(), log }: PlacePorts): Place {
  const rtws = servedRtws(runtime);
  const shown = new Map<Tab, DialogRef>();
  const ended = new Ended({
    isVisible: dialog => [...shown.values()].some(each => formatRef(each) === formatRef(dialog)),
    load: () => [],
    store: () => {},
    onEnd: () => {},
  });
  rtws.onEvent(event => ended.receive(event));
  return {
    folder,
    rtws,
    inbox: new Inbox(rtws),
    ended,
    shown,
    inView,
    suggest: createFileSuggestions(() => listFiles(folder), Date.now),
    log,
  };
}
