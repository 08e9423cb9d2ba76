// Publishes what happened, after it was stored. A listener that throws is logged and never disturbs a dialog.
import type { DialogId } from '../core/base/ids.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';

export interface Feed {
  publish(event: FeedEvent): void;
  /**
   * Holds back a dialog's events until `until` has settled; events keep their order. On rejection they are published
   * anyway (`show`: it happened, but may not survive a power cut) or dropped with all later events held for the dialog
   * (`drop`: it never happened).
   */
  hold(selfId: DialogId, until: Promise<unknown>, whenRejected: 'show' | 'drop'): void;
  /** Resolves when nothing of the dialog is held back. */
  shown(selfId: DialogId): Promise<void>;
  subscribe(listener: (event: FeedEvent) => void): { dispose(): void };
}

/** Events that wait for one promise, and for those before it. */
interface Held {
  readonly events: FeedEvent[];
  isSettled: boolean;
}

/** Events held back for one dialog, in order. */
interface Queue {
  readonly held: Held[];
  readonly waiting: (() => void)[];
}

/** A feed without listeners. `onError` gets what a listener threw. */
export function createFeed(onError: (error: unknown) => void): Feed {
  const listeners = new Set<(event: FeedEvent) => void>();
  const queues = new Map<DialogId, Queue>();
  const show = (event: FeedEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        onError(error);
      }
    }
  };
  const end = (selfId: DialogId, queue: Queue) => {
    queues.delete(selfId);
    for (const resolve of queue.waiting) resolve();
  };
  const release = (selfId: DialogId, queue: Queue) => {
    for (let [first] = queue.held; first?.isSettled; [first] = queue.held) {
      // A listener may publish more of it.
      for (const event of first.events) show(event);
      queue.held.shift();
    }
    if (queue.held.length === 0 && queues.get(selfId) === queue) end(selfId, queue);
  };
  return {
    publish(event) {
      const last = queues.get(event.selfId)?.held.at(-1);
      if (last) last.events.push(event);
      else show(event);
    },
    hold(selfId, until, whenRejected) {
      const queue = queues.get(selfId) ?? { held: [], waiting: [] };
      const held: Held = { events: [], isSettled: false };
      queue.held.push(held);
      queues.set(selfId, queue);
      const settle = () => {
        held.isSettled = true;
        release(selfId, queue);
      };
      const drop = () => {
        queue.held.length = 0;
        if (queues.get(selfId) === queue) end(selfId, queue);
      };
      until.then(settle, whenRejected === 'show' ? settle : drop);
    },
    async shown(selfId) {
      for (let queue = queues.get(selfId); queue; queue = queues.get(selfId)) {
        const { waiting } = queue;
        await new Promise<void>(resolve => waiting.push(resolve));
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
}
