// Colours for code, loaded from a bundle of their own when the first code block wants them, so that they cost nothing at
// the start. Under the strict policy the script is let in by the nonce of the one that asks.
import { signal } from '@preact/signals';
import type { Highlight } from './markdown.ts';

/** The highlighter once it is here. */
export const highlighter = signal<Highlight | undefined>(undefined);

// Only known while the bundle itself is being run.
const self = typeof document === 'undefined' ? null : (document.currentScript as HTMLScriptElement | null);
let asked = false;

/** Loads the highlighter; harmless to call again, and where it cannot be loaded code stays plain. */
export function loadHighlighter(): void {
  if (asked || !self) return;
  asked = true;
  const script = document.createElement('script');
  script.nonce = self.nonce ?? '';
  script.src = self.src.replace(/[^/]*$/, 'highlight.js');
  script.addEventListener('load', () => {
    highlighter.value = (globalThis as { domindsHighlight?: Highlight }).domindsHighlight;
  });
  document.head.append(script);
}
