// The service worker of the pages (SPEC 21.2, 21.3): shows a notice that came by the push service, and leads to its
// page or answers its question. It keeps nothing and stands in front of no request.
import type { PushNotice } from '../../src/core/notices/push-notice.ts';

/** As much of the worker's scope as is used here: the library for it cannot be loaded beside that of pages. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Client[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(name: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void;
}
interface Client {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
}
interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}
interface PushEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
}
interface ClickEvent extends WaitingEvent {
  readonly notification: Notification;
  /** The option that was chosen; '' for the notice itself. */
  readonly action: string;
}

const scope = self as unknown as WorkerScope;

scope.addEventListener('push', event => event.waitUntil(show(event.data?.json() as PushNotice)));
scope.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(event.action === '' ? open(pathOf(event.notification)) : answer(event.action));
});

/** The window that sends does not know every page: one that a person looks at here needs no notice. */
async function show({ title, body, path, tag, actions }: PushNotice): Promise<void> {
  const pages = await windows();
  const seen = [addressOf(path).split('?')[0], ...(path.includes('question=') ? [addressOf('/')] : [])];
  if (tag !== 'on' && pages.some(({ focused, url }) => focused && seen.includes(url.split('?')[0]))) return;
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: addressOf('/icon.svg'),
    data: path,
    // Of the same tag: the library of pages knows no actions.
    ...{ actions: actions.map(each => ({ action: each.path, title: each.title })) },
  });
}

/** Brings the page in front: an open one, or a new one. */
async function open(path: string): Promise<void> {
  const address = addressOf(path);
  const known = (await windows()).find(({ url }) => url === address);
  await (known ? known.focus() : scope.clients.openWindow(address));
}

/** Answers with an option; its page says why when that does not count any more. */
async function answer(path: string): Promise<void> {
  const answered = await fetch(addressOf(path), { method: 'POST' }).catch(() => undefined);
  if (!answered?.ok) await open(path);
}

function windows(): Promise<readonly Client[]> {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

function pathOf({ data }: Notification): string {
  return typeof data === 'string' ? data : '/';
}

/** The address of a path below that of the pages. */
function addressOf(path: string): string {
  return new URL(`.${path}`, scope.registration.scope).href;
}
