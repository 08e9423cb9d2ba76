// The host's words in the person's display language; translations lie in `l10n/` (SPEC 13.10).
import { env, l10n } from 'vscode';
import type { WorkFacts } from '../core/dialog/work-shape.ts';
import type { FileFault } from '../core/facts/file-faults.ts';
import type { HealthReport } from '../core/facts/health.ts';
import type { Interruption } from '../core/facts/interruption.ts';
import type { Refusal } from '../core/facts/trouble.ts';
import type { NoticeRow } from '../core/notices/notice.ts';
import {
  type MessageAndRemedy,
  sayFaultInSentences,
  sayFinding,
  sayHealthKind,
  sayNotice,
  sayNoticeFault,
  sayRefusalInSentences,
  sayTrouble,
  transcriptWords,
} from '../words/say.ts';
import type { TroubleText } from '../words/trouble-text.ts';
import type { ToldHealth } from './rows/health-items.ts';
import type { ToldNotice } from './rows/notice-rows.ts';
import type { Translate, Wording } from './rows/wording.ts';

/** Puts a message into the editor's display language. */
export const t: Translate = (message, ...args) => l10n.t(message, ...args);

/** The wording of this moment, for rows. */
export function presentWording(): Wording {
  return { t, now: Date.now() };
}

/** The language of the webviews: that of the editor. */
export function displayLanguage(): 'en' | 'zh' {
  return env.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Why a dialog is interrupted, in the person's language. */
export function interruptionWords(why: Interruption): TroubleText {
  return sayTrouble(why, displayLanguage());
}

/** What the runtime knows of work, in the person's language. */
export function factsWords(facts: WorkFacts): string {
  return transcriptWords(displayLanguage()).facts(facts);
}

/** A refusal in the person's language. */
export function refusalWords(refusal: Refusal): MessageAndRemedy {
  return sayRefusalInSentences(refusal, displayLanguage());
}

/** What is wrong in a file and what to do, as sentences in the person's language. */
export function faultWords(fault: FileFault): MessageAndRemedy {
  return sayFaultInSentences(fault, displayLanguage());
}

/** A finding of a health check in the person's language. */
export function healthWords({ ok, problems }: HealthReport): ToldHealth {
  const language = displayLanguage();
  return {
    ok,
    problems: problems.map(({ kind, path, repaired, ...found }) => ({
      kind,
      path,
      repaired,
      kindName: sayHealthKind(kind, language),
      message: sayFinding(found, language),
    })),
  };
}

/** A sent notice in the person's language. */
export function noticeWords({ at, transport, event, agentId, fault }: NoticeRow, headline: string): ToldNotice {
  const language = displayLanguage();
  const told = sayNotice(event, agentId === undefined ? '' : `@${agentId}`, language).trim();
  return { at, transport, event: told, headline, ...(fault && { fault: sayNoticeFault(fault, language) }) };
}
