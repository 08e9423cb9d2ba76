// The only caller of `acquireVsCodeApi`. On a page of `dominds serve` a socket takes its place. In a bare page (tests,
// demos) a stand-in does: intents leave as `dominds:toHost` events of the window, messages come by
// `window.postMessage`. On both, state lives in the session storage.
import { isPlainObject } from '../../src/core/base/plain-object.ts';
import { leaveChordsToEditor } from './chords.ts';
import { openSocket } from './socket-host.ts';

/**
 * The other side of a panel: takes `Out`, sends `In`. `load` and `save` keep UI state over reloads, never dialog state.
 */
export interface PanelHost<In, Out> {
  readonly post: (message: Out) => void;
  readonly load: () => unknown;
  readonly save: (state: unknown) => void;
  /** Calls `receive` with every message that is one of ours; others are logged and dropped (SPEC 18.1). */
  readonly listen: (receive: (message: In) => void) => void;
}

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/**
 * Connects to the editor, or to the page itself where there is none; `parse` says which messages are ours. Call once.
 */
export function connectHost<In, Out>(parse: (message: unknown) => In | undefined): PanelHost<In, Out> {
  const acquire = (globalThis as { acquireVsCodeApi?: () => EditorApi }).acquireVsCodeApi;
  const socket = own?.dataset.socket;
  if (socket === undefined) leaveChordsToEditor(window);
  const api = acquire
    ? acquire()
    : { ...stored, postMessage: socket === undefined ? postInPage : openSocket(socket, own?.dataset.base ?? '').post };
  const keep = own?.dataset.keep;
  return {
    post: message => api.postMessage(message),
    load: () => (keep === undefined ? api.getState() : asPages(api.getState())[keep]),
    save: state => api.setState(keep === undefined ? state : withPage(asPages(api.getState()), keep, state)),
    listen: receive => window.addEventListener('message', event => pass(parse(event.data), event.data, receive)),
  };
}

/** Pages of one webview whose state is kept; the ones that were saved last. */
const PAGES_MAX = 30;

type Pages = Readonly<Record<string, unknown>>;

function asPages(state: unknown): Pages {
  return isPlainObject(state) ? state : {};
}

function withPage(pages: Pages, keep: string, state: unknown): Pages {
  const { [keep]: _, ...others } = pages;
  return Object.fromEntries([...Object.entries(others).slice(1 - PAGES_MAX), [keep, state]]);
}

function pass<In>(message: In | undefined, data: unknown, receive: (message: In) => void): void {
  if (message !== undefined) receive(message);
  else console.warn('Dropped a message of unknown shape', data);
}

// Only known while the bundle itself is being run.
const own = typeof document === 'undefined' ? null : (document.currentScript as HTMLScriptElement | null);

const storageKey = 'dominds.panel';

const stored: Pick<EditorApi, 'getState' | 'setState'> = {
  getState: () => JSON.parse(sessionStorage.getItem(storageOf()) ?? 'null'),
  setState: state => sessionStorage.setItem(storageOf(), JSON.stringify(state)),
};

/** Each page has its own. */
function storageOf(): string {
  return own?.dataset.socket === undefined ? storageKey : `${storageKey} ${location.pathname}`;
}

function postInPage(message: unknown): void {
  window.dispatchEvent(new CustomEvent('dominds:toHost', { detail: message }));
}
