// The archived dialogs that a clean-up offers, and the wording of sizes (SPEC 13.9). Pure.
import type { StoredRoot } from '../../runtime.ts';

/** The initial proposal: those older than some days, those larger than some bytes, or none. */
export type CleanUpRule =
  | { readonly kind: 'older'; readonly days: number }
  | { readonly kind: 'larger'; readonly bytes: number }
  | { readonly kind: 'choose' };

const DAY = 24 * 60 * 60_000;

/** The archived roots, the largest first. */
export function archivedBySize(stored: readonly StoredRoot[]): readonly StoredRoot[] {
  return stored.filter(({ root }) => root.status === 'archived').sort((a, b) => b.bytes - a.bytes);
}

/** True if the rule proposes this root; `now` in epoch milliseconds. */
export function isProposed({ root, bytes }: StoredRoot, rule: CleanUpRule, now: number): boolean {
  if (rule.kind === 'older') return now - Date.parse(root.lastModified) > rule.days * DAY;
  return rule.kind === 'larger' && bytes > rule.bytes;
}

/** `1.2 MB`, `340 kB`, `12 B`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** All bytes together. */
export function totalBytes(stored: readonly StoredRoot[]): number {
  return stored.reduce((sum, { bytes }) => sum + bytes, 0);
}
