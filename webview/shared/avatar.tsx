// A member's picture.
import type { JSX } from 'preact';

/** Its icon, or the first letter of its name; decoration, since the name stands beside it. */
export function Avatar({ icon, name }: { readonly icon: string | undefined; readonly name: string }): JSX.Element {
  return (
    <span class="avatar" aria-hidden="true">
      {icon ?? [...name][0]?.toUpperCase()}
    </span>
  );
}
