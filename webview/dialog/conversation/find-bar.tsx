// The field of Find in Dialog: steps through the items that match and marks the words in the page.

import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/controls.tsx';
import { takeFocus } from '../../shared/focus.ts';
import { Icon } from '../../shared/icons.tsx';
import { isComposing } from '../../shared/keys.ts';
import { usePanel } from '../panel-context.ts';
import { closedFind, countHits, findItems, stepMatch } from './find.ts';
import { markMatches } from './mark-matches.ts';

/** The bar while it is open; `list` is the element whose words are marked. */
export function FindBar({ list }: { readonly list: () => HTMLElement | null }): JSX.Element | null {
  const panel = usePanel();
  if (!panel.find.value) return null;
  return <OpenFindBar list={list} />;
}

function OpenFindBar({ list }: { readonly list: () => HTMLElement | null }): JSX.Element {
  const { items, find, words, intents, composerFocus } = usePanel();
  const field = useRef<HTMLInputElement>(null);
  const { query, current, asked } = find.value ?? closedFind;
  const matches = findItems(items.value, query);
  const hits = countHits(matches, current);
  useLayoutEffect(() => {
    if (field.current) takeFocus(field.current, () => intents.post({ kind: 'focusWanted' }));
    field.current?.select();
  }, [asked]);
  useEffect(() => {
    const words = { of: '' };
    const mark = () => markMatches(list(), words.of);
    const watch = new MutationObserver(mark);
    const shown = list();
    if (shown) watch.observe(shown, { childList: true, subtree: true, characterData: true });
    const stop = effect(() => {
      words.of = find.value?.query ?? '';
      mark();
    });
    return () => {
      stop();
      watch.disconnect();
      markMatches(null, '');
    };
  }, []);
  const go = (step: 1 | -1) => {
    const key = stepMatch(matches, current, step);
    if (key === undefined) return;
    find.value = { query, current: key, asked };
    intents.show({ kind: 'item', key });
  };
  const close = () => {
    find.value = undefined;
    composerFocus.value += 1;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' && event.key !== 'F3') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  const own = words.value.find;
  return (
    <search class="find" aria-label={own.label}>
      <input
        ref={field}
        type="text"
        value={query}
        placeholder={own.label}
        aria-label={own.label}
        onInput={event => {
          find.value = { query: event.currentTarget.value, current: '', asked };
        }}
        onKeyDown={onKeyDown}
      />
      <span class="find-count" role="status">
        {query.trim() === '' ? '' : own.count(hits.at, hits.all)}
      </span>
      <Button look="icon" label={own.previous} onPress={() => go(-1)}>
        <Icon name="up" />
      </Button>
      <Button look="icon" label={own.next} onPress={() => go(1)}>
        <Icon name="down" />
      </Button>
      <Button look="icon" label={own.close} onPress={close}>
        <Icon name="cross" />
      </Button>
    </search>
  );
}
