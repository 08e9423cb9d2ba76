// The scrolled list behind the conversation: what is in the page, and where the view stands. It follows the newest item
// only while the person is there; otherwise the browser's own scroll anchoring keeps what is read in its place.
import { afterPaint } from '../../shared/after-paint.ts';
import { scrollToElement } from '../../shared/scroll-to.ts';
import type { Item } from '../items/item.ts';
import type { Scroll } from '../ui.ts';
import type { RowSpan } from './virtual-window.ts';
import { estimateHeight, FIRST_ITEMS, followSpan, heightOf, spanOf } from './virtual-window.ts';

/** The rendered part; `before` and `after` are the heights of the omitted parts, in pixels. */
export interface ShownRange extends RowSpan {
  readonly before: number;
  readonly after: number;
}

export interface Scroller {
  /** Takes the items of this render and says which of them to render. */
  show(items: readonly Item[]): ShownRange;
  /** Call with the elements after each render. `list` has one child with `data-key` for each item. */
  rendered(view: HTMLElement, list: HTMLElement): void;
  scrolled(): void;
  /** Renders the item and scrolls it to the middle of the view. */
  reveal(index: number): void;
  toNewest(): void;
  /** The page goes: says at once where the view stands. */
  leave(): void;
  readonly following: () => boolean;
  dispose(): void;
}

interface Listener {
  /** Another span must be rendered, or `following` has changed. */
  readonly onChange: () => void;
  readonly onMove: (scroll: Scroll) => void;
}

/**
 * The width (pixels) for height estimates. It is fixed: items above the view must keep their estimated height from one
 * render to the next, or the view would jump.
 */
const COLUMN = 800;

/** Milliseconds without a scroll event after which the view stands still. */
const STILL = 100;

/** A scroller that begins where `start` says. */
export function createScroller(start: Scroll, { onChange, onMove }: Listener): Scroller {
  const measured = new Map<string, number>();
  let items: readonly Item[] = [];
  let span: RowSpan = { start: 0, end: 0 };
  let following = start.kind === 'newest';
  let pending: Scroll | { readonly kind: 'reveal'; readonly key: string } | undefined = start;
  let last = { top: 0, height: 0 };
  let view: HTMLElement | undefined;
  let list: HTMLElement | undefined;

  let known: { of: readonly Item[]; heights: number[]; places: ReadonlyMap<string, number> } | undefined;
  const heights = () => {
    if (known?.of !== items) {
      const all = items.map(item => measured.get(item.key) ?? estimateHeight(item, COLUMN));
      known = { of: items, heights: all, places: new Map(items.map(({ key }, index) => [key, index])) };
    }
    return known.heights;
  };
  const measure = (key: string, height: number) => {
    measured.set(key, height);
    const place = known?.places.get(key);
    if (known && place !== undefined) known.heights[place] = height;
  };
  /** The newest items: some, and all that can be seen of them. */
  const newest = (): RowSpan => {
    const all = heights();
    const page = 1.5 * (view?.clientHeight ?? 0);
    let start = Math.max(items.length - FIRST_ITEMS, 0);
    for (let height = heightOf(all, start, all.length); start > 0 && height < page; ) height += all[--start] ?? 0;
    return { start, end: items.length };
  };
  const aim = (index: number) => {
    span = { start: Math.max(index - FIRST_ITEMS / 2, 0), end: Math.min(index + FIRST_ITEMS / 2, items.length) };
  };
  const follow = (value: boolean) => {
    if (following === value) return;
    following = value;
    onChange();
  };
  const isAtNewest = (element: HTMLElement) => isAtEnd(element) && span.end === items.length;
  const stick = () => {
    if (!view || pending !== undefined) return;
    if (!following) {
      // Nothing is below, so no scroll event would report it.
      if (isAtNewest(view)) follow(true);
      return;
    }
    view.scrollTop = view.scrollHeight;
    // Later moves of the view are not the person's so far: content that shrank and grew again does not mean scrolling
    // up.
    last = { top: view.scrollTop, height: view.scrollHeight };
  };
  /** Whether the view is at the newest item and more should be in the page above it. */
  const lacksItems = () => following && newest().start < span.start;
  const isFilled = ({ scrollHeight, clientHeight }: HTMLElement) =>
    scrollHeight - heightOf(heights(), 0, span.start) >= clientHeight;
  const toNewest = () => {
    following = true;
    span = newest();
    onChange();
  };
  const settle = (element: HTMLElement, parent: HTMLElement) => {
    const goal = pending;
    pending = undefined;
    if (!goal || goal.kind === 'newest') return;
    const child = parent.querySelector<HTMLElement>(`[data-key="${CSS.escape(goal.key)}"]`);
    if (!child) return;
    if (goal.kind === 'reveal') scrollToElement(child, 'center');
    else element.scrollTop = child.offsetTop - goal.offset;
  };
  const observed = new WeakSet<Element>();
  const observe = (element: Element) => {
    if (observed.has(element)) return;
    observed.add(element);
    observer.observe(element);
  };
  const forget = (element: Element) => {
    observed.delete(element);
    observer.unobserve(element);
  };
  const observer = new ResizeObserver(entries => {
    for (const { target, borderBoxSize } of entries) {
      const key = (target as HTMLElement).dataset.key;
      if (!target.isConnected) forget(target);
      else if (key !== undefined) measure(key, borderBoxSize[0]?.blockSize ?? 0);
    }
    stick();
  });
  const widen = () => {
    if (!view || !list) return;
    const page = view.clientHeight;
    const top = view.scrollTop - list.offsetTop;
    const all = heights();
    const need = spanOf(all, { top: top - page / 2, bottom: top + page * 1.5 });
    if (need.start >= span.start && need.end <= span.end && span.end - span.start < 150) return;
    // After a jump all in sight is new: render that now, the rest with the next move, or once the view stands.
    const sight = spanOf(all, { top, bottom: top + page });
    const isLeap = sight.start >= span.end || sight.end <= span.start;
    const margin = isLeap ? page / 4 : page;
    span = spanOf(all, { top: top - margin, bottom: top + page + margin });
    onChange();
  };
  let reporting: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    if (view && list) onMove(following ? { kind: 'newest' } : firstVisible(view, list));
  };
  /** Says where the view stands once it stands still: to find that out takes a layout. */
  const report = () => {
    clearTimeout(reporting);
    reporting = setTimeout(() => {
      if (!following) widen();
      leave();
    }, STILL);
  };

  return {
    show(next) {
      if (items.length === 0 && next.length > 0) {
        const index = pending?.kind === 'item' ? indexOf(next, pending.key) : -1;
        items = next;
        if (index >= 0) aim(index);
        else span = newest();
        if (index < 0) following = true;
      } else {
        const followed = followSpan(span, items, next);
        if (followed.start > span.start && !following && view && list) pending = firstVisible(view, list);
        span = followed;
        items = next;
        if (following && newest().start - span.start > FIRST_ITEMS) span = newest();
      }
      const all = heights();
      return { ...span, before: heightOf(all, 0, span.start), after: heightOf(all, span.end, all.length) };
    },
    rendered(element, parent) {
      observe(element);
      observe(parent.parentElement ?? parent);
      [view, list] = [element, parent];
      for (const child of parent.children) if ('key' in (child as HTMLElement).dataset) observe(child);
      const isAimed = pending !== undefined && pending.kind !== 'newest';
      settle(element, parent);
      stick();
      // Where the view did not move, no scroll event asks for what is to be seen beside the goal.
      if (isAimed && !following) widen();
      if (!lacksItems()) return;
      // Many low items do not fill a high window. What is only near the view can wait until something is seen.
      if (isFilled(element)) afterPaint(() => lacksItems() && toNewest());
      else toNewest();
    },
    scrolled() {
      if (!view) return;
      const { scrollTop: top, scrollHeight: height } = view;
      const atEnd = isAtEnd(view);
      // Going up is the person's doing, unless the content has shrunk beneath the view.
      if (!atEnd && top < last.top - 1 && height >= last.height) follow(false);
      // A jump to the end means the newest item, although measuring on the way moves the end.
      else if (atEnd && span.end < items.length) toNewest();
      else if (atEnd) follow(true);
      last = { top, height };
      if (!following) widen();
      report();
    },
    reveal(index) {
      const key = items[index]?.key;
      if (key === undefined) return;
      aim(index);
      following = false;
      pending = { kind: 'reveal', key };
      onChange();
    },
    toNewest,
    leave,
    following: () => following,
    dispose() {
      clearTimeout(reporting);
      observer.disconnect();
    },
  };
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= 2;
}

function indexOf(items: readonly Item[], key: string): number {
  return items.findIndex(item => item.key === key);
}

function firstVisible(view: HTMLElement, list: HTMLElement): Scroll {
  for (const child of list.children) {
    const element = child as HTMLElement;
    const key = element.dataset.key;
    if (key !== undefined && element.offsetTop + element.offsetHeight > view.scrollTop)
      return { kind: 'item', key, offset: element.offsetTop - view.scrollTop };
  }
  return { kind: 'newest' };
}
