// Parts content that carries reasoning in `<think>…</think>` tags into thinking and saying (SPEC 10.3).
// Any split of the text into pieces gives the same two texts in the same order; at most a partial tag is held back.
import type { StreamSegment } from './provider.ts';

/** Takes content as it comes. `flush` gives out what was held back as a possible tag, at the end or before other parts. */
export interface ThinkSplitter {
  push(text: string): void;
  flush(): void;
}

const OPENING = '<think>';
const CLOSING = '</think>';

/**
 * Makes a splitter that passes the parts on to `write`, never an empty one. A tag right after a quote or backtick is
 * speech about the tag. Line breaks around a leading block belong to the tags: they are dropped, as is a reply of white space only.
 */
export function createThinkSplitter(write: (segment: StreamSegment, text: string) => void): ThinkSplitter {
  let segment: StreamSegment = 'saying';
  let held = '';
  let before = '';
  /** What white space at the present place is: plain text, perhaps the lead of a first tag, or what follows a tag. */
  let space: 'text' | 'lead' | 'afterTag' = 'lead';
  let hasSaid = false;

  function give(text: string): void {
    if (text === '') return;
    before = text.slice(-1);
    if (segment === 'saying') hasSaid = true;
    space = 'text';
    write(segment, text);
  }

  /** Decides about the white space at the front; false when it cannot be decided yet. */
  function settleSpace(): boolean {
    if (space === 'text') return true;
    const rest = held.trimStart();
    const tag = segment === 'saying' ? OPENING : CLOSING;
    if (rest.length < tag.length && tag.startsWith(rest)) return false;
    if (rest.startsWith(tag)) held = rest;
    else if (space === 'afterTag') held = withoutLeadingBreaks(held);
    return true;
  }

  function turn(at: number): void {
    give(held.slice(0, at));
    held = held.slice(at + (segment === 'saying' ? OPENING : CLOSING).length);
    segment = segment === 'saying' ? 'thinking' : 'saying';
    space = segment === 'thinking' || !hasSaid ? 'afterTag' : 'text';
    before = '';
  }

  function drain(isFinal: boolean): void {
    while (held !== '') {
      if (!settleSpace()) {
        if (!isFinal) return;
        if (held.trim() !== '') give(space === 'afterTag' ? withoutLeadingBreaks(held) : held);
        held = '';
        return;
      }
      const at = segment === 'saying' ? openingIn(held, before) : held.indexOf(CLOSING);
      if (at === -1) {
        const end = isFinal ? held.length : held.length - partialTag(held, segment === 'saying' ? OPENING : CLOSING);
        const ready = held.slice(0, end);
        held = held.slice(end);
        give(ready);
        return;
      }
      turn(at);
    }
  }

  return {
    push(text) {
      if (held === '' && space === 'text' && !text.includes('<')) {
        give(text);
        return;
      }
      held += text;
      drain(false);
    },
    flush: () => drain(true),
  };
}

/** Where the first opening tag is that is not quoted; -1 when there is none. */
function openingIn(text: string, before: string): number {
  for (let at = text.indexOf(OPENING); at !== -1; at = text.indexOf(OPENING, at + 1)) {
    const previous = at === 0 ? before : text.charAt(at - 1);
    if (!'`"\''.includes(previous) || previous === '') return at;
  }
  return -1;
}

function withoutLeadingBreaks(text: string): string {
  const end = text.length - text.trimStart().length;
  return text.slice(0, end).replace(/^[\s\S]*[\r\n]/, '') + text.slice(end);
}

/** Length of the longest end of `text` that may be the start of `tag`. */
function partialTag(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
