// Messages to the page of one panel. The editor drops messages while a page does not exist, and says so; the page may
// also come back unnoticed, because the editor reported its hiding late. Then a `hello` makes the page ask for a
// snapshot; a page that asks anyway ignores it (SPEC 8.3).
import type { Timer } from '../../pages/coalesce.ts';

export interface PageLinkPorts<Message> {
  /** Resolves to false when the editor dropped the message. */
  readonly post: (message: Message | Hello) => PromiseLike<boolean>;
  readonly isVisible: () => boolean;
  /** True if the page has asked, and was not hidden since. */
  readonly isConnected: () => boolean;
  readonly timer: Timer;
}

interface Hello {
  readonly kind: 'hello';
}

export interface PageLink<Message> {
  post(message: Message): void;
  /** The panel was shown or hidden. */
  viewChanged(): void;
  dispose(): void;
}

/** Milliseconds after which a page that missed something is addressed, doubled each time up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** A link to a page that is about to load. */
export function createPageLink<Message>(ports: PageLinkPorts<Message>): PageLink<Message> {
  let planned: { dispose(): void } | undefined;
  let hasMissed = false;
  let isDisposed = false;
  const send = (message: Message | Hello, wait: number) =>
    void ports.post(message).then(
      isDelivered => {
        hasMissed ||= !isDelivered;
        if (hasMissed) plan(wait);
      },
      // The panel is gone.
      () => {},
    );
  const plan = (wait: number) => {
    if (isDisposed) return;
    planned ??= ports.timer(wait, () => {
      planned = undefined;
      const isNeeded = ports.isVisible() && (hasMissed || !ports.isConnected());
      hasMissed = false;
      if (isNeeded) greet(Math.min(2 * wait, LONGEST_WAIT_MS));
    });
  };
  const greet = (wait: number) => {
    send({ kind: 'hello' }, wait);
    if (!ports.isConnected()) plan(wait);
  };
  return {
    post: message => send(message, FIRST_WAIT_MS),
    viewChanged: () => plan(FIRST_WAIT_MS),
    dispose() {
      isDisposed = true;
      planned?.dispose();
      planned = undefined;
    },
  };
}
