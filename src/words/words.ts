// Words for facts: a value names what happened and its arguments, and the tables here make sentences of it, in English
// (`en/`) and Chinese (`zh/`). Both have the same type, so a missing word does not compile. Pure.

import type { WordsFor } from '../core/base/fact.ts';
import type { TranscriptWords } from '../core/dialog/transcript/transcript-words.ts';
import type { FileFaults } from '../core/facts/file-faults.ts';
import type { Findings } from '../core/facts/findings.ts';
import type { HealthKind } from '../core/facts/health.ts';
import type { ImportNoteWords } from '../core/facts/import-note.ts';
import type { RefusalFacts } from '../core/facts/refusals.ts';
import type { NoticeEvent, NoticeFaults } from '../core/notices/notice.ts';
import type { DoorWords } from './en/doors.ts';
import type { TroubleWords } from './trouble-text.ts';

/**
 * A message and its remedy, the latter without a capital letter, both without full stops: front ends join them in their
 * own way.
 */
export type Clauses = readonly [what: string, remedy: string];

/** Of notices to people, and of what became of them. */
export interface NoticeWords {
  /** What the dialog of `member` did. */
  readonly events: { readonly [Event in NoticeEvent]: (member: string) => string };
  /** The title of a digest. */
  readonly count: (count: number) => string;
  /** What a browser is sent when notices are turned on in it. */
  readonly on: string;
  readonly faults: WordsFor<NoticeFaults, string>;
}

/** Everything that is said in a language. */
export interface WordTables {
  readonly refusals: WordsFor<RefusalFacts, Clauses>;
  readonly fileFaults: WordsFor<FileFaults, Clauses>;
  readonly findings: WordsFor<Omit<Findings, 'file-fault'>, string>;
  /** A finding, with the name under which the former contents were kept. */
  readonly withKept: (finding: string, aside: string) => string;
  readonly troubles: TroubleWords;
  readonly transcript: TranscriptWords;
  readonly healthKinds: { readonly [Kind in HealthKind]: string };
  readonly importNotes: ImportNoteWords;
  readonly notices: NoticeWords;
  readonly doors: DoorWords;
}
