// Publishes what happened, after it was stored. A listener that throws is logged and never disturbs a dialog.
import type { DialogId } from '../core/dialog/ids.ts';
import type { FeedEvent } from '../core/feed-event.ts';

export interface Feed {
  publish(event: FeedEvent): void;
  /** Keeps back what is published of a dialog until `until` has settled; then it goes out in order. */
  hold(selfId: DialogId, until: Promise<unknown>): void;
  /** Resolves when nothing of the dialog is kept back. */
  shown(selfId: DialogId): Promise<void>;
  subscribe(listener: (event: FeedEvent) => void): { dispose(): void };
}

/** What is kept back of one dialog. */
interface Held {
  readonly events: FeedEvent[];
  readonly released: Promise<void>;
}

export function createFeed(onError: (error: unknown) => void): Feed {
  const listeners = new Set<(event: FeedEvent) => void>();
  const held = new Map<DialogId, Held>();
  const show = (event: FeedEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onError(error);
      }
    }
  };
  const release = (selfId: DialogId, last: Held) => {
    if (held.get(selfId) !== last) return;
    held.delete(selfId);
    for (const event of last.events) show(event);
  };
  return {
    publish(event) {
      const kept = held.get(event.selfId);
      if (kept) kept.events.push(event);
      else show(event);
    },
    hold(selfId, until) {
      const before = held.get(selfId);
      const released = Promise.allSettled([before?.released, until]).then(() => release(selfId, kept));
      const kept: Held = { events: before?.events ?? [], released };
      held.set(selfId, kept);
    },
    async shown(selfId) {
      for (let kept = held.get(selfId); kept; kept = held.get(selfId)) await kept.released;
    },
    subscribe(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
}
