// Instants as people read them.
import type { JSX } from 'preact';
import { useWords } from './words-context.ts';

/** Hours and minutes, with the whole date as a tooltip. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  const { short, long } = timeFormats(useWords().locale);
  const time = new Date(at);
  return (
    <time dateTime={at} title={long.format(time)}>
      {short.format(time)}
    </time>
  );
}

/** How long ago, with the whole date as a tooltip; `now` in epoch milliseconds. */
export function Age({ at, now }: { readonly at: string; readonly now: number }): JSX.Element {
  const words = useWords();
  const time = new Date(at);
  return (
    <time dateTime={at} title={timeFormats(words.locale).long.format(time)}>
      {words.age(Math.max(now - time.getTime(), 0))}
    </time>
  );
}

interface Formats {
  readonly short: Intl.DateTimeFormat;
  readonly long: Intl.DateTimeFormat;
}

/** A format costs far more to make than to use. */
const formats = new Map<string, Formats>();

function timeFormats(locale: string): Formats {
  const made = formats.get(locale) ?? {
    short: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    long: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  };
  formats.set(locale, made);
  return made;
}
