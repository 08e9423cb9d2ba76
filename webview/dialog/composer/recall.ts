// The person's earlier messages in this dialog, recalled with the arrow keys as in a terminal: up in an empty field,
// then on.
import { useRef } from 'preact/hooks';
import type { Item } from '../items/item.ts';
import { usePanel } from '../panel-context.ts';

/** Messages and answers of the person, the newest first, each once; `waiting`: those that are not delivered yet. */
export function saidBefore(items: readonly Item[], waiting: readonly string[] = []): readonly string[] {
  const said = items.flatMap(item => {
    if (item.kind === 'user') return item.content === '' ? [] : [typedOf(item.content)];
    return item.kind === 'question' && item.state.kind === 'answered' ? [item.state.content] : [];
  });
  return [...new Set([...said, ...waiting.filter(text => text !== '')].reverse())];
}

/** What a prompt stands for follows its name: sent again, it would be there twice. */
function typedOf(content: string): string {
  return /^\/[\w-]/.test(content) ? (content.split('\n\n', 1)[0] ?? '') : content;
}

/** `onKey` gives the text that takes the draft's place when the key asks for one. */
export function useRecall(draft: string): { readonly onKey: (event: KeyboardEvent) => string | undefined } {
  const { items, view, outbox } = usePanel();
  const shown = useRef<{ readonly index: number; readonly text: string } | undefined>(undefined);
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const recalled = shown.current?.text === draft ? shown.current : undefined;
    if (step === 0 || event.shiftKey || event.altKey || !(recalled || (draft === '' && step === 1))) return undefined;
    const waiting = [...(view.peek()?.state.queued ?? []), ...outbox.peek()].map(({ content }) => content);
    const said = saidBefore(items.peek(), waiting);
    const index = (recalled?.index ?? -1) + step;
    const text = index < 0 ? '' : said[index];
    if (text === undefined) return undefined;
    event.preventDefault();
    shown.current = index < 0 ? undefined : { index, text };
    return text;
  };
  return { onKey };
}
