// Keeps the draft under the pointer, or with the focus, in place when another one is inserted above it, so that no
// click hits a button that has just moved under the pointer.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Call once in the component that renders the drafts. */
export function useSteady(board: { readonly current: HTMLElement | null }): void {
  const held = useRef<{ readonly element: Element; readonly top: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const root = board.current;
    if (!root) return undefined;
    const hold = () => {
      const element = root.querySelector('[data-draft]:hover') ?? root.querySelector('[data-draft]:focus-within');
      held.current = element ? { element, top: element.getBoundingClientRect().top } : undefined;
    };
    for (const kind of occasions) root.addEventListener(kind, hold, { passive: true });
    return () => {
      for (const kind of occasions) root.removeEventListener(kind, hold);
    };
  }, []);
  useLayoutEffect(() => {
    const last = held.current;
    if (!board.current || !last?.element.isConnected) return;
    const moved = last.element.getBoundingClientRect().top - last.top;
    if (moved !== 0) board.current.scrollTop += moved;
  });
}

/** After each of these, the held position is the person's own. */
const occasions = ['pointermove', 'pointerleave', 'scroll', 'focusin'] as const;
