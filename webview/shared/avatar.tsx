// A member's picture.
import type { JSX } from 'preact';

/** How many tones there are; each has a class `tone-n` in parts.css. */
const TONES = 6;

/** Its icon, or the first letter of its name, in its own colour; decoration, since the name is beside it. */
export function Avatar({ icon, name }: { readonly icon: string | undefined; readonly name: string }): JSX.Element {
  return (
    <span class={`avatar tone-${toneOf(name)}`} aria-hidden="true">
      {icon ?? [...name][0]?.toUpperCase()}
    </span>
  );
}

/** The same tone for a name at every time. */
function toneOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % TONES;
}
