// The scrolled conversation: recorded items, only those near the view in the page, then what is being generated.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../shared/icons.tsx';
import { followMarkup, type MarkupDoors } from '../../shared/text/markup-clicks.ts';
import type { Item } from '../items/item.ts';
import { ItemView } from '../items/item-view.tsx';
import { settledKey } from '../items/question-card.tsx';
import { Undelivered } from '../items/undelivered.tsx';
import { usePanel } from '../panel-context.ts';
import type { Goal } from '../signals.ts';
import type { Panel } from '../state.ts';
import { Welcome } from '../welcome.tsx';
import { Beginning } from './beginning.tsx';
import { findItems } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { useFlashed } from './flashed.ts';
import { LiveView } from './live-view.tsx';
import type { Scroller } from './scroller.ts';
import { createScroller } from './scroller.ts';

/** How near the top, in pixels, earlier records are asked for. */
const NEAR_TOP = 1200;

/** Everything above the composer. */
export function Conversation(): JSX.Element {
  const panel = usePanel();
  const { items, words } = panel;
  const viewRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const [, render] = useState(0);
  const askEarlier = useEarlier();
  const scroller = useScroller(() => render(count => count + 1));
  const { start, end, before, after } = scroller.show(items.value);
  useLayoutEffect(() => {
    const shown = viewRef.current;
    if (!shown || !listRef.current) return;
    scroller.rendered(shown, listRef.current);
    // Content that cannot scroll would never trigger loading.
    if (shown.scrollHeight <= shown.clientHeight) askEarlier();
  });
  const doors = markupDoors(panel);
  const flashed = useFocus(scroller, askEarlier);
  useOwnMessage(scroller);
  const onKeyDown = (event: KeyboardEvent) => {
    // The browser's own End leads to where the end was before the rows on the way were measured.
    if (event.key === 'End' && event.target === viewRef.current) {
      event.preventDefault();
      scroller.toNewest();
    }
    followMarkup(event, doors);
  };
  const toNewest = () => {
    scroller.toNewest();
    // The button goes, and the focus must not go with it.
    viewRef.current?.focus({ preventScroll: true });
  };
  const onScroll = () => {
    scroller.scrolled();
    if (start === 0 && (viewRef.current?.scrollTop ?? 0) < NEAR_TOP) askEarlier();
  };
  return (
    <div class="conversation-frame">
      <FindBar list={() => listRef.current} />
      <section
        class="conversation"
        ref={viewRef}
        onScroll={onScroll}
        onClick={event => followMarkup(event, doors)}
        onKeyDown={onKeyDown}
        aria-label={words.value.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        tabIndex={0}
      >
        <div class="column">
          <Beginning />
          <div class="items" ref={listRef}>
            <div class="spacer" style={{ height: `${before}px` }} />
            {items.value.slice(start, end).map(item => (
              <ItemView key={item.key} item={item} flashed={item.key === flashed} />
            ))}
            <div class="spacer" style={{ height: `${after}px` }} />
          </div>
          {items.value.length === 0 && <Welcome />}
          <LiveView />
          <Undelivered />
        </div>
      </section>
      {!scroller.following() && (
        <button type="button" class="to-newest" onClick={toNewest}>
          <Icon name="down" />
          {words.value.newest}
        </button>
      )}
    </div>
  );
}

function useScroller(onChange: () => void): Scroller {
  const { scroll } = usePanel();
  const change = useRef(onChange);
  change.current = onChange;
  const [scroller] = useState(() =>
    createScroller(scroll.value, {
      onChange: () => change.current(),
      onMove: moved => {
        scroll.value = moved;
      },
    }),
  );
  useEffect(() => {
    window.addEventListener('pagehide', scroller.leave);
    return () => {
      window.removeEventListener('pagehide', scroller.leave);
      scroller.dispose();
    };
  }, [scroller]);
  return scroller;
}

/** Brings what is asked for into view; gives the key of the item that is to be marked for a moment. */
function useFocus(scroller: Scroller, askEarlier: () => void): string {
  const panel = usePanel();
  const [items, request] = [panel.items.value, panel.focus.value];
  const done = useRef(0);
  const [flashed, flash] = useFlashed();
  useEffect(() => {
    if (!request || done.current === request.nth) return;
    const { nth, on } = request;
    // The first place of words is known once the whole course is there.
    if (on.kind === 'words' && panel.intents.askAllEarlier()) return;
    const index =
      on.kind === 'words' ? items.findIndex(item => isMeant(item, on)) : items.findLastIndex(item => isMeant(item, on));
    const item = items[index];
    if (!item) return askEarlier();
    done.current = nth;
    scroller.reveal(index);
    unfold(panel, item, on);
    if (on.kind === 'words' && panel.find.value) panel.find.value = { ...panel.find.value, current: item.key };
    flash(item.key);
  }, [request, items]);
  return flashed;
}

/** A message continues at the end; an answer stays at its question. */
function useOwnMessage(scroller: Scroller): void {
  const said = usePanel().outbox.value.findLast(({ questionId }) => questionId === '')?.msgId;
  useEffect(() => {
    if (said !== undefined) scroller.toNewest();
  }, [said]);
}

/** What is looked for in a folded part unfolds it. */
function unfold(panel: Panel, item: Item, on: Goal): void {
  const { toggled, intents, find } = panel;
  const isMatch = on.kind === 'item' || on.kind === 'words';
  const fold = isMatch || item.kind === 'steps' ? foldOf(item) : undefined;
  if (fold !== undefined && !toggled.value.has(fold)) intents.toggle(fold);
  if (item.kind !== 'steps' || !isMatch) return;
  const found = findItems(item.steps, on.kind === 'words' ? on.query : (find.value?.query ?? ''));
  for (const step of item.steps) if (found.some(({ key }) => key === step.key)) unfold(panel, step, on);
}

/** The id of the fold that hides an item's text; undefined where it is in sight. */
function foldOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'question':
      return item.state.kind === 'open' ? undefined : settledKey(item);
    case 'thinking':
    case 'tool':
    case 'answer':
    case 'steps':
      return item.key;
    default:
      return undefined;
  }
}

/** True if an item is the requested one. */
export function isMeant(item: Item, on: Goal): boolean {
  if (on.kind === 'item') return item.key === on.key;
  if (item.kind === 'steps') return item.steps.some(step => isMeant(step, on));
  if (on.kind === 'words') return findItems([item], on.query).length > 0;
  if (on.kind === 'restore') return item.kind === 'user' && item.msgId === on.to;
  if (on.kind === 'question') return item.kind === 'question' && item.questionId === on.questionId;
  if (item.kind === 'assignment') return item.call.callId === on.callId;
  return (item.kind === 'tellask' || item.kind === 'question' || item.kind === 'tool') && item.callId === on.callId;
}

/** The targets of links and code buttons. */
export function markupDoors({ intents, announcement, words }: Panel): MarkupDoors {
  return {
    openLink: href => intents.post({ kind: 'openLink', href }),
    copy: content => {
      intents.post({ kind: 'copy', content });
      announcement.value = words.value.copied;
    },
    insert: content => intents.post({ kind: 'insertCode', content }),
    open: (content, language) => intents.post({ kind: 'openCode', content, language }),
  };
}

/** Asks for the records before the first one, once for each first one. */
function useEarlier(): () => void {
  const { view, intents } = usePanel();
  const asked = useRef('');
  return () => {
    if (!view.value || view.value.earlier === 0) return;
    const { firstCourse: course, earlier: before } = view.value;
    const what = `${course} ${before}`;
    if (asked.current === what) return;
    asked.current = what;
    intents.post({ kind: 'showEarlier', course, before });
  };
}
