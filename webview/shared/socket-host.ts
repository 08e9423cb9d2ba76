// The host of a panel in a plain browser: one socket to `dominds serve` (SPEC 21.1). What the page says is sent again
// until it has come; missed messages arrive after the reconnect, by the number of the last one received. Functions of
// an editor that a browser has are done here: copying, choosing images, asking.
import type { FromBrowser, ToBrowser } from '../../src/protocol/socket.ts';
import { TAB_TAKEN } from '../../src/protocol/tab-taken.ts';
import { createOutgoing, type OutgoingText } from './outgoing.ts';

/** The messages that a browser handles by itself. */
type Own = { readonly kind: 'copy'; readonly content: string } | { readonly kind: 'pickImages' };

export interface SocketPort {
  post(message: unknown): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/**
 * Connects to the path and keeps connected; messages come as `message` events of the window. `base` leads paths that
 * the server names.
 */
export function openSocket(path: string, base: string): SocketPort {
  let tab = tabId();
  const outgoing = createOutgoing();
  let socket: WebSocket | undefined;
  let after = 0;
  let wait = FIRST_WAIT;

  const say = (message: OutgoingText) => {
    const text = outgoing.add(message);
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  };
  const connect = () => {
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.searchParams.set('tab', tab);
    url.searchParams.set('after', String(after));
    const opened = new WebSocket(url);
    socket = opened;
    opened.addEventListener('open', () => {
      wait = FIRST_WAIT;
      showConnected(true);
      for (const text of outgoing.left()) opened.send(text);
      tellLooking();
    });
    opened.addEventListener('message', ({ data }) => take(JSON.parse(String(data))));
    opened.addEventListener('close', ({ code }) => {
      showConnected(false);
      if (code === TAB_TAKEN) {
        tab = newTabId();
        // No number of messages is known there: the page is greeted, and asks for everything.
        after = -1;
      }
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  };
  // A page that is not connected says it when it is.
  const tellLooking = () => {
    const isLooking = document.visibilityState === 'visible' && document.hasFocus();
    if (socket?.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ kind: 'looking', isLooking } satisfies FromBrowser));
  };
  const take = (message: ToBrowser) => {
    switch (message.kind) {
      case 'message':
        after = message.n;
        window.dispatchEvent(new MessageEvent('message', { data: message.message }));
        return;
      case 'open':
        leadTo(message.href.startsWith('/') ? base + message.href : message.href, message.newTab);
        return;
      case 'at':
        history.replaceState(null, '', base + message.href);
        document.querySelector('nav [aria-current]')?.removeAttribute('aria-current');
        return;
      case 'title':
        document.title = message.title;
        return;
      case 'got':
        outgoing.got(message.n);
        return;
      case 'confirm':
        say({ kind: 'confirmed', id: message.id, yes: window.confirm(message.question) });
    }
  };
  for (const event of ['focus', 'blur']) window.addEventListener(event, () => tellLooking());
  document.addEventListener('visibilitychange', () => tellLooking());
  connect();
  return {
    post(message) {
      if (!doHere(message as Own)) say({ kind: 'message', message });
    },
  };
}

function leadTo(href: string, newTab = false): void {
  if (newTab) window.open(href, '_blank', 'noopener');
  else location.assign(href);
}

/** True if the browser handled it. */
function doHere(message: Own): boolean {
  switch (message.kind) {
    case 'copy':
      void navigator.clipboard?.writeText(message.content);
      return true;
    case 'pickImages':
      pickImages();
      return true;
    default:
      return false;
  }
}

function pickImages(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = 'image/png,image/jpeg,image/gif,image/webp';
  input.addEventListener('change', async () => {
    const images = await Promise.all([...(input.files ?? [])].map(readImage));
    window.dispatchEvent(new MessageEvent('message', { data: { kind: 'attached', images } }));
  });
  input.click();
}

async function readImage(file: File): Promise<{ name: string; data: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error));
  reader.readAsDataURL(file);
  const url = await promise;
  return { name: file.name, data: url.slice(url.indexOf(',') + 1) };
}

function showConnected(isConnected: boolean): void {
  const note = document.getElementById('connection');
  if (note) note.hidden = isConnected;
}

/** The same over reloads of a page, another in each tab but for a duplicated one. */
function tabId(): string {
  return sessionStorage.getItem(tabKey()) ?? newTabId();
}

function newTabId(): string {
  const id = crypto.randomUUID();
  sessionStorage.setItem(tabKey(), id);
  return id;
}

function tabKey(): string {
  return `dominds.tab ${location.pathname}`;
}
