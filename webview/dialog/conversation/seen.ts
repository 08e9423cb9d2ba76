// Marks drafts as seen after a second on screen (SPEC 15.6): at least half of the draft visible, or half of the view
// filled by it, in a visible page.
import { useEffect } from 'preact/hooks';
import { usePanel } from '../panel-context.ts';

const ON_SCREEN_MS = 1000;
const ENOUGH = 0.5;

/** Watches the drafts of these ids in a scrolled element; each is told once. */
export function useSeen(board: { readonly current: HTMLElement | null }, ids: readonly string[]): void {
  const { intents } = usePanel();
  const watched = ids.join(' ');
  useEffect(() => {
    const root = board.current;
    if (!root || watched === '') return undefined;
    const timers = new Map<Element, ReturnType<typeof setTimeout>>();
    const leave = (element: Element) => {
      clearTimeout(timers.get(element));
      timers.delete(element);
    };
    const enter = (element: Element) => {
      if (timers.has(element)) return;
      const tell = () => {
        if (document.visibilityState !== 'visible') return leave(element);
        intents.post({ kind: 'draft', intent: { kind: 'seen', ids: [element.getAttribute('data-draft') ?? ''] } });
      };
      timers.set(element, setTimeout(tell, ON_SCREEN_MS));
    };
    const observer = new IntersectionObserver(
      entries => {
        for (const entry of entries) (isOnScreen(entry) ? enter : leave)(entry.target);
      },
      { root, threshold: [0, 0.1, 0.25, ENOUGH, 0.75, 1] },
    );
    const unseen = new Set(watched.split(' '));
    const observe = () => {
      for (const element of root.querySelectorAll('[data-draft]')) {
        if (unseen.has(element.getAttribute('data-draft') ?? '')) observer.observe(element);
      }
    };
    const onVisibility = () => {
      for (const element of [...timers.keys()]) leave(element);
      observer.disconnect();
      if (document.visibilityState === 'visible') observe();
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      observer.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [watched]);
}

function isOnScreen({ isIntersecting, intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) {
  const fills = rootBounds !== null && intersectionRect.height >= rootBounds.height * ENOUGH;
  return isIntersecting && (intersectionRatio >= ENOUGH || fills);
}
