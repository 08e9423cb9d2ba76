// Icons drawn here, in the colour of the text around them; always decoration, so the label is the caller's.
import type { VNode } from 'preact';
import { type IconName, iconPaths } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

/** A 16-pixel icon. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
