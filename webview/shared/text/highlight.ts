// Colours for code, loaded from a bundle of their own once the first code block is painted, so that they cost nothing
// at the start.
import { signal } from '@preact/signals';
import { afterPaint } from '../after-paint.ts';
import { loadScript } from '../late-script.ts';
import type { Highlight } from './markdown.ts';

/** The highlighter once it is here. */
export const highlighter = signal<Highlight | undefined>(undefined);

let asked = false;

/** Loads the highlighter; harmless to call again, and where it cannot be loaded code stays plain. */
export function loadHighlighter(): void {
  if (asked) return;
  asked = true;
  afterPaint(() =>
    loadScript('highlight.js', () => {
      highlighter.value = (globalThis as { domindsHighlight?: Highlight }).domindsHighlight;
    }),
  );
}
