// Saves UI state a little after it last changed, and at once when the page goes.
import type { ReadonlySignal } from '@preact/signals';
import { effect } from '@preact/signals';

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 200;

/** Calls `save` with the newest value. */
export function saveLater<T>(state: ReadonlySignal<T>, save: (value: T) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    save(state.peek());
  };
  effect(() => {
    state.value;
    clearTimeout(timer);
    timer = setTimeout(now, SAVE_AFTER_MS);
  });
  window.addEventListener('pagehide', now);
}
