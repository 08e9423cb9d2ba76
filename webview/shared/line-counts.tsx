// Lines that came and went, of one file or of many.
import type { JSX } from 'preact';

/** `+42 −7`; a side without lines is left out. */
export function LineCounts({ added, removed }: { readonly added: number; readonly removed: number }): JSX.Element {
  return (
    <span class="line-counts">
      {(added > 0 || removed === 0) && <ins>+{added}</ins>} {removed > 0 && <del>−{removed}</del>}
    </span>
  );
}
