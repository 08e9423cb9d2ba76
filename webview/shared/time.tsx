// Instants as people read them.
import type { ComponentChildren, JSX } from 'preact';
import { useWords } from './words/use-words.ts';

/** Hours and minutes, with the whole date as a tooltip. */
export function Time({ at }: { readonly at: string }): JSX.Element {
  const time = new Date(at);
  const text = [time.getHours(), time.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
  return <Instant at={at}>{text}</Instant>;
}

/** How long ago, with the whole date as a tooltip; `now` in epoch milliseconds. */
export function Age({ at, now }: { readonly at: string; readonly now: number }): JSX.Element {
  return <Instant at={at}>{useWords().age(Math.max(now - new Date(at).getTime(), 0))}</Instant>;
}

/** The tooltip is made when the pointer comes: the first one takes as long as a page of messages. */
function Instant({ at, children }: { readonly at: string; readonly children: ComponentChildren }): JSX.Element {
  const { locale } = useWords();
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = dateFormat(locale).format(new Date(at));
      }}
    >
      {children}
    </time>
  );
}

/** A format costs far more to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string): Intl.DateTimeFormat {
  const made = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  formats.set(locale, made);
  return made;
}
