// Makes words of facts: the only place where a value becomes a sentence. Pure.

import { wordsOf } from '../core/base/fact.ts';
import type { Language } from '../core/base/language.ts';
import type { TranscriptWords } from '../core/dialog/transcript/transcript-words.ts';
import type { FileFault } from '../core/facts/file-faults.ts';
import type { HealthKind, HealthProblem } from '../core/facts/health.ts';
import type { ImportNote } from '../core/facts/import-note.ts';
import type { Interruption } from '../core/facts/interruption.ts';
import type { Refusal } from '../core/facts/trouble.ts';
import type { NoticeEvent, NoticeFault } from '../core/notices/notice.ts';
import type { DoorWords } from './en/doors.ts';
import { wordsEn } from './en/words.ts';
import { type TroubleText, troubleText } from './trouble-text.ts';
import type { WordTables } from './words.ts';
import { wordsZh } from './zh/words.ts';

/** A message and its remedy. */
export interface MessageAndRemedy {
  readonly message: string;
  readonly remedy: string;
}

/** A refusal as two clauses, as `<message> — <remedy>` joins them. */
export function sayRefusal({ why }: Pick<Refusal, 'why'>, language: Language): MessageAndRemedy {
  if (why.id === 'told') return { message: why.message, remedy: why.remedy };
  const [message, remedy] = wordsOf(tables(language).refusals, why);
  return { message, remedy };
}

/** A refusal as two sentences; either may be empty. */
export function sayRefusalInSentences(refusal: Pick<Refusal, 'why'>, language: Language): MessageAndRemedy {
  const { message, remedy } = sayRefusal(refusal, language);
  return { message: closed(message, language), remedy: closed(begun(remedy), language) };
}

/** A file's fault with its remedy. */
export function sayFault(fault: FileFault, language: Language): MessageAndRemedy {
  const [message, remedy] = wordsOf(tables(language).fileFaults, fault);
  return { message, remedy };
}

/** The same as two sentences; the names of keys keep their letters. */
export function sayFaultInSentences(fault: FileFault, language: Language): MessageAndRemedy {
  const { message, remedy } = sayFault(fault, language);
  const isName = /^\S*[_.`@/]/.test(message);
  return { message: closed(isName ? message : begun(message), language), remedy: closed(begun(remedy), language) };
}

/** The sentence for a finding of a health check. */
export function sayFinding({ finding, keptAs }: Pick<HealthProblem, 'finding' | 'keptAs'>, language: Language): string {
  const { findings, withKept } = tables(language);
  const said = finding.id === 'file-fault' ? inOneLine(finding.fault, language) : wordsOf(findings, finding);
  return keptAs === undefined ? said : withKept(said, keptAs);
}

/** The words for an interruption. */
export function sayTrouble(interruption: Interruption, language: Language): TroubleText {
  return troubleText(tables(language).troubles, interruption);
}

/** The words of a transcript. */
export function transcriptWords(language: Language): TranscriptWords {
  return tables(language).transcript;
}

/** The kind of a finding. */
export function sayHealthKind(kind: HealthKind, language: Language): string {
  return tables(language).healthKinds[kind];
}

/** A remark about an import, its source first. */
export function sayImportNote(note: ImportNote, language: Language): string {
  const words = tables(language).importNotes[note.kind] as (note: ImportNote) => string;
  return `${note.source}: ${words(note)}`;
}

/** What a notice tells of the dialog of `member`. */
export function sayNotice(event: NoticeEvent, member: string, language: Language): string {
  return tables(language).notices.events[event](member);
}

/** The title of several notices in one. */
export function sayNotices(count: number, language: Language): string {
  return tables(language).notices.count(count);
}

/** What a browser is sent when notices are turned on in it. */
export function sayNoticesOn(language: Language): string {
  return tables(language).notices.on;
}

/** Why a notice was not sent. */
export function sayNoticeFault(fault: NoticeFault, language: Language): string {
  return wordsOf(tables(language).notices.faults, fault);
}

function begun(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`;
}

function inOneLine(fault: FileFault, language: Language): string {
  const { message, remedy } = sayFault(fault, language);
  return `${message} — ${remedy}`;
}

/** The words at doors. */
export function doorWords(language: Language): DoorWords {
  return tables(language).doors;
}

function tables(language: Language): WordTables {
  return language === 'zh' ? wordsZh : wordsEn;
}

const closing = '.!?…:。！？：';

/** With its full stop. */
function closed(clause: string, language: Language): string {
  return closing.includes(clause.slice(-1)) ? clause : `${clause}${language === 'zh' ? '。' : '.'}`;
}
