// How the host's pure parts put things into words without knowing the editor.

/** Puts a message into the person's language; `{0}`, `{1}` … stand for the arguments. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** The context of rows and texts: a language, and the current time in epoch milliseconds. */
export interface Wording {
  readonly t: Translate;
  readonly now: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago an ISO instant was, short enough for a row: `now`, `5 min`, `3 h`, `2 d`, then the date. */
export function formatAge(instant: string, { t, now }: Wording): string {
  const age = now - Date.parse(instant);
  if (Number.isNaN(age)) return '';
  if (age < MINUTE) return t('now');
  if (age < HOUR) return t('{0} min', Math.floor(age / MINUTE));
  if (age < DAY) return t('{0} h', Math.floor(age / HOUR));
  if (age < 30 * DAY) return t('{0} d', Math.floor(age / DAY));
  return instant.slice(0, 10);
}

/** `1 question`, `3 questions`. */
export function countQuestions(count: number, t: Translate): string {
  return count === 1 ? t('1 question') : t('{0} questions', count);
}
