// One row of a tree as a plain value: made and tested without the editor, drawn by `trees/tree-item.ts`.
import { isDeepStrictEqual } from 'node:util';

export interface TreeRow {
  /** Unique in its tree and the same over time, so that the editor keeps selection and expansion. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Plain text; never rendered as markdown, since parts of it are said by models. */
  readonly tooltip?: string;
  /** A product icon of the editor, and a theme colour for it. */
  readonly icon?: { readonly name: string; readonly color?: string };
  /** An emoji that is drawn in place of the icon. */
  readonly picture?: string;
  /** Drawn in a dimmed colour. */
  readonly dimmed?: boolean;
  /** Questions on this row and below it, shown as a badge that no long label hides. */
  readonly questions?: number;
  /** It ended, and the person has not opened it since: a dot is drawn. */
  readonly unseen?: true;
  /** Words that `when` clauses of menus look for. */
  readonly traits: readonly string[];
  readonly expansion: 'none' | 'collapsed' | 'expanded';
  /** The command of a click. */
  readonly click?: { readonly command: string; readonly target: unknown };
  /** The accessible label, when label and description are incomplete. */
  readonly spoken?: string;
}

/** True if two rows look and act the same, so that nothing needs redrawing. */
export function sameRow(one: TreeRow | undefined, other: TreeRow | undefined): boolean {
  return isDeepStrictEqual(one, other);
}
