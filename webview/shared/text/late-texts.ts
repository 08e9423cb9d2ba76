// Colours for code, and formulas: each loaded from a bundle of its own once the first is painted, so that they cost
// nothing at the start.
import { type ReadonlySignal, signal } from '@preact/signals';
import { afterPaint } from '../after-paint.ts';
import { loadScript } from '../late-script.ts';
import type { Highlight } from './markdown.ts';
import type { SetMath } from './math.ts';

interface Late<T> {
  /** What the bundle gives, once it is here. */
  readonly value: ReadonlySignal<T | undefined>;
  /** Loads it; harmless to call again, and where it cannot be loaded the text stays plain. */
  readonly load: () => void;
}

/** A bundle that leaves what it gives under that name. */
function late<T>(file: string, name: string): Late<T> {
  const value = signal<T | undefined>(undefined);
  let asked = false;
  const load = () => {
    if (asked) return;
    asked = true;
    afterPaint(() =>
      loadScript(file, () => {
        value.value = (globalThis as Record<string, unknown>)[name] as T | undefined;
      }),
    );
  };
  return { value, load };
}

export const highlighter = late<Highlight>('highlight.js', 'domindsHighlight');
export const mathSetter = late<SetMath>('math.js', 'domindsMath');
