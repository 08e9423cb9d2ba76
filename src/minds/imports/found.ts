// The rules found in a folder, before any decision about them.
import type { ImportNote } from '../../core/facts/import-note.ts';
import type { MemberEntry } from '../team/team-schema.ts';

/** The tools whose rules can be imported. `AGENTS.md` needs no import: every member reads it. */
export const importOrigins = ['cline', 'roo', 'cursor', 'copilot'] as const;

export type ImportOrigin = (typeof importOrigins)[number];

/** A rule for everybody, or for one member. */
export interface FoundRule {
  readonly origin: ImportOrigin;
  /** Path relative to the rtws. */
  readonly source: string;
  /** Its file name without extension, folders joined by `-`. */
  readonly name: string;
  readonly text: string;
  /** The member that it is for; absent: everybody. */
  readonly member?: string;
}

/** A custom mode, which becomes a member. */
export interface FoundMode {
  readonly source: string;
  readonly id: string;
  readonly entry: MemberEntry;
  readonly persona: string;
  readonly knowledge: string;
}

export interface Found {
  readonly rules: readonly FoundRule[];
  readonly modes: readonly FoundMode[];
  readonly notes: readonly ImportNote[];
}

/** Several findings as one. */
export function together(found: readonly Found[]): Found {
  return {
    rules: found.flatMap(({ rules }) => rules),
    modes: found.flatMap(({ modes }) => modes),
    notes: found.flatMap(({ notes }) => notes),
  };
}
