// Saves UI state a little after it last changed, and at once when the page goes: also what is said only then, by whoever
// hears of it later.
import type { ReadonlySignal } from '@preact/signals';
import { effect } from '@preact/signals';

/** Milliseconds after the last change. */
const SAVE_AFTER_MS = 200;

/** Calls `save` with the newest value. */
export function saveLater<T>(state: ReadonlySignal<T>, save: (value: T) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;
  const now = () => {
    clearTimeout(timer);
    save(state.peek());
  };
  effect(() => {
    const value = state.value;
    clearTimeout(timer);
    if (leaving) save(value);
    else timer = setTimeout(now, SAVE_AFTER_MS);
  });
  window.addEventListener('pagehide', () => {
    leaving = true;
    now();
  });
  window.addEventListener('pageshow', () => {
    leaving = false;
  });
}
