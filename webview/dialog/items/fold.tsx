// A part that folds, and keeps its state over a reload.
import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../../shared/icons.tsx';
import { usePanel } from '../panel-context.ts';

interface FoldProps {
  /** Remembers the state; unique in the panel. */
  readonly id: string;
  readonly openAtFirst?: boolean;
  readonly class?: string;
  readonly summary: ComponentChildren;
  /** Called only while open. */
  readonly children: () => ComponentChildren;
}

/** A line that shows or hides what belongs to it. */
export function Fold({ id, openAtFirst = false, summary, children, ...rest }: FoldProps): JSX.Element {
  const panel = usePanel();
  const open = panel.toggled.value.has(id) !== openAtFirst;
  return (
    <div class={`fold ${open ? 'open' : ''} ${rest.class ?? ''}`}>
      <button type="button" class="fold-line" aria-expanded={open} onClick={() => panel.intents.toggle(id)}>
        <Icon name="chevron" />
        {summary}
      </button>
      {open && <div class="fold-body">{children()}</div>}
    </div>
  );
}

/** Text longer than this (characters or lines) is cut to its first lines until it is opened. */
const LONG_TEXT = { characters: 700, lines: 10 };

/** Shows a long content in part, with a button for the rest. */
export function Clamp({ id, text, children }: { id: string; text: string; children: ComponentChildren }): JSX.Element {
  const panel = usePanel();
  const words = panel.words.value;
  if (text.length < LONG_TEXT.characters && text.split('\n', LONG_TEXT.lines + 1).length <= LONG_TEXT.lines)
    return <>{children}</>;
  const open = panel.toggled.value.has(id);
  return (
    <>
      <div class={open ? '' : 'clamped'}>{children}</div>
      <button type="button" class="text-button" aria-expanded={open} onClick={() => panel.intents.toggle(id)}>
        {open ? words.showLess : words.showMore}
      </button>
    </>
  );
}
