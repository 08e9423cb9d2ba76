// The sockets of all pages: finds the tab that a connection belongs to, or makes it with the session of its page.
import type { WebSocket } from 'ws';
import { refuse } from '../core/facts/trouble.ts';
import { realTimer } from '../pages/coalesce.ts';
import { DialogSession } from '../pages/dialog-session.ts';
import { OverviewSession } from '../pages/overview-session.ts';
import type { PageRtws } from '../pages/page-rtws.ts';
import type { Focus } from '../protocol/messages.ts';
import type { Visitor } from './access.ts';
import { dialogOf } from './pages.ts';
import { dialogSurface, overviewSurface, type ServedPlace, type Visit } from './surfaces.ts';
import { Tab, type TabSession } from './tab.ts';
import { languageOfRequest, serveWords } from './words.ts';

/** How a connection was asked for. `url` names the page, the tab, and the last message that it has. */
export interface Caller {
  readonly url: URL;
  readonly visitor: Visitor;
  readonly acceptLanguage: string | undefined;
}

export interface Sockets {
  accept(connection: WebSocket, caller: Caller): void;
  close(): void;
}

/**
 * Tabs of one visitor, and of all who may only look; beyond, the page that has been away longest is forgotten, or none
 * is taken.
 */
const MOST_TABS = 60;
const MOST_TABS_TO_LOOK = 120;
/** Characters of messages that are kept for a page for looking. */
const MOST_KEPT_TO_LOOK = 500_000;
/** The code of a connection that the server cannot take now. */
const TRY_AGAIN_LATER = 1013;

/** No page is connected yet; a tab outlives its connection for a while, so that a page can come back to it. */
export function createSockets(place: ServedPlace): Sockets {
  const tabs = new Map<string, Tab>();
  const owners = new Map<Tab, Visitor>();
  /** Room for one more among the tabs of these visitors. */
  const hasRoom = (most: number, isOneOf: (visitor: Visitor) => boolean): boolean => {
    const among = [...owners].flatMap(([tab, visitor]) => (isOneOf(visitor) ? [tab] : []));
    if (among.length < most) return true;
    const away = among.find(({ isAway }) => isAway);
    away?.dispose();
    return away !== undefined;
  };
  const tabFor = (caller: Caller): Tab | undefined => {
    const { url, visitor } = caller;
    // A tab belongs to one visitor: another cannot take it by its id.
    const key = `${visitor.id} ${url.searchParams.get('tab') ?? ''} ${url.searchParams.get('page') ?? ''}`;
    const known = tabs.get(key);
    if (known) return known;
    if (!hasRoom(MOST_TABS, ({ id }) => id === visitor.id)) return undefined;
    const canOnlyLook = visitor.access === 'view';
    if (canOnlyLook && !hasRoom(MOST_TABS_TO_LOOK, ({ access }) => access === 'view')) return undefined;
    const dialog = dialogOf(url.searchParams);
    const made: Tab = new Tab({
      createSession: tab => createSession(place, tab, caller),
      timer: realTimer,
      // Who may only look cannot answer either, and what they see is as new to the person as before.
      onLooking: isLooking => {
        if (!isLooking || visitor.access !== 'full') return place.inView.lookAway(made);
        place.inView.look(made, dialog);
        if (dialog) place.ended.lookAt(dialog);
      },
      onGone: () => {
        place.inView.lookAway(made);
        tabs.delete(key);
        owners.delete(made);
      },
      onDropped: () => place.log.warn('a page sent what was not understood; it was dropped'),
      ...(canOnlyLook && { mostKept: MOST_KEPT_TO_LOOK }),
    });
    owners.set(made, visitor);
    tabs.set(key, made);
    return made;
  };
  return {
    accept(connection, caller) {
      const tab = tabFor(caller);
      if (!tab) return connection.close(TRY_AGAIN_LATER);
      connection.on('message', data => tab.receive(connection, String(data)));
      connection.on('pong', () => tab.heard(connection));
      connection.on('close', () => tab.detach(connection));
      connection.on('error', () => connection.terminate());
      tab.attach(connection, Number(caller.url.searchParams.get('after') ?? 0) || 0);
    },
    close() {
      for (const tab of [...tabs.values()]) tab.dispose();
    },
  };
}

function createSession(place: ServedPlace, tab: Tab, { url, visitor, acceptLanguage }: Caller): TabSession {
  const language = languageOfRequest(acceptLanguage);
  const visit: Visit = { tab, visitor, language, words: serveWords(language) };
  const own = visitor.access === 'view' ? toLookAt(place) : place;
  const dialog = dialogOf(url.searchParams);
  if (!dialog) {
    return new OverviewSession({
      rtws: own.rtws,
      inbox: own.inbox,
      ended: own.ended,
      surface: overviewSurface(own, visit),
      timer: realTimer,
    });
  }
  const surface = dialogSurface(own, visit, dialog);
  const unbegun = url.searchParams.has('new') ? {} : undefined;
  const session = new DialogSession({ dialog, rtws: own.rtws, surface, timer: realTimer, unbegun });
  const focus = focusOf(url.searchParams) ?? own.takeWords(dialog);
  if (focus) session.focus(focus);
  return session;
}

function focusOf(params: URLSearchParams): Focus | undefined {
  const questionId = params.get('question');
  if (questionId !== null) return { kind: 'question', questionId };
  const query = params.get('find');
  if (query !== null) return { kind: 'words', query, course: Number(params.get('course')) || 1 };
  const to = params.get('restore');
  if (to !== null) return { kind: 'restore', to };
  const callId = params.get('call');
  return callId === null ? undefined : { kind: 'call', callId };
}

/**
 * The same place for a visitor who may only view. Suggestions are for those who write: servers are started to tell
 * them.
 */
function toLookAt(place: ServedPlace): ServedPlace {
  const { rtws, inbox } = place;
  return {
    ...place,
    takeWords: () => undefined,
    rtws: viewOnly(rtws),
    inbox: {
      get pending() {
        return inbox.pending;
      },
      get closed() {
        return inbox.closed;
      },
      refresh: () => inbox.refresh(),
      onChange: listener => inbox.onChange(listener),
      forgetClosed() {},
    },
  };
}

/** The same rtws for a visitor who may only view. */
function viewOnly(rtws: PageRtws): PageRtws {
  return {
    get runtime() {
      return rtws.runtime;
    },
    open: () => rtws.open(),
    refusalToDrive: () => refuse('view-only'),
    onEvent: listener => rtws.onEvent(listener),
    onChange: listener => rtws.onChange(listener),
  };
}
