// Splits content with reasoning in tags (`<think>…</think>` and variants) into thinking and saying (SPEC 10.3, 10.7).
// Any cut of the text gives the same parts in the same order; at most a partial tag is held back.
import type { StreamSegment } from './provider.ts';

/**
 * Takes content as it arrives. `flush` returns text that was held back as a possible tag, at the end or before other
 * parts.
 */
export interface ThinkSplitter {
  push(text: string): void;
  flush(): void;
}

/** Receives the parts. */
export interface ThinkSink {
  /** Never called with an empty text. */
  write(segment: StreamSegment, text: string): void;
  /** A closing tag came without an opening one: everything said so far was thinking. */
  wasThinking(): void;
}

interface Tag {
  readonly opening: string;
  readonly closing: string;
  /** Read as a tag only before anything is said, since later it may be an example or markup. */
  readonly leads?: true;
}

const THINK: Tag = { opening: '<think>', closing: '</think>' };

const tags: readonly Tag[] = [
  THINK,
  { opening: '<thinking>', closing: '</thinking>', leads: true },
  { opening: '<thought>', closing: '</thought>', leads: true },
  { opening: '[THINK]', closing: '[/THINK]', leads: true },
  { opening: '◁think▷', closing: '◁/think▷', leads: true },
  { opening: '<|channel|>analysis<|message|>', closing: '<|end|>' },
];

/** Marks of the harmony format around the text. */
const dropped: readonly string[] = [
  '<|start|>assistant',
  '<|channel|>final<|message|>',
  '<|channel|>commentary<|message|>',
  '<|end|>',
  '<|return|>',
];

/** A chat template may open the block itself, so that only this arrives; alone on its line, it ends the thinking. */
const LONE_CLOSING = /(^|\n)<\/think>[ \t]*(\r?\n|$)/;

/** `<`, `[` or `◁`. */
const TAG_START = /[<[\u25c1]/;

/** A place in the held text at which something other than plain text stands. */
interface Mark {
  readonly at: number;
  readonly length: number;
  readonly opens?: Tag;
}

/**
 * Makes a splitter. A tag right after a quote or backtick is quoted text. Line breaks around a leading block belong to
 * the tags: they are dropped, as is a reply of white space only.
 */
export function createThinkSplitter(sink: ThinkSink): ThinkSplitter {
  let open: Tag | undefined;
  let held = '';
  let before = '';
  /**
   * The role of white space at this position: plain text, perhaps the lead of a first tag, or the space after a tag.
   */
  let space: 'text' | 'lead' | 'afterTag' = 'lead';
  let hasSaid = false;
  let hasThought = false;

  function give(text: string): void {
    if (text === '') return;
    before = text.slice(-1);
    if (open === undefined) hasSaid = true;
    space = 'text';
    sink.write(open === undefined ? 'saying' : 'thinking', text);
  }

  /** The texts that count as tags at the present place. */
  function expected(): readonly string[] {
    if (open) return [open.closing];
    const openings = tags.filter(({ leads }) => !leads || !hasSaid).map(({ opening }) => opening);
    const alone = hasThought ? [] : [THINK.closing];
    return [...openings, ...dropped, ...alone];
  }

  /** Decides about the white space at the front; false when it cannot be decided yet. */
  function settleSpace(): boolean {
    if (space === 'text') return true;
    const rest = held.trimStart();
    const words = expected();
    if (words.some(word => rest.length < word.length && word.startsWith(rest))) return false;
    if (words.some(word => word !== THINK.closing && rest.startsWith(word)) || (open && rest.startsWith(open.closing)))
      held = rest;
    else if (space === 'afterTag') held = withoutLeadingBreaks(held);
    return true;
  }

  function nextMark(): Mark | undefined {
    if (open) {
      const at = held.indexOf(open.closing);
      return at === -1 ? undefined : { at, length: open.closing.length };
    }
    const marks = tags.flatMap((tag): Mark[] => {
      if (tag.leads && hasSaid) return [];
      const at = unquotedIn(held, tag.opening, before);
      return at === -1 || (tag.leads && held.slice(0, at).trim() !== '')
        ? []
        : [{ at, length: tag.opening.length, opens: tag }];
    });
    const noise = dropped.flatMap((word): Mark[] => {
      const at = unquotedIn(held, word, before);
      return at === -1 ? [] : [{ at, length: word.length }];
    });
    return [...marks, ...noise].toSorted((a, b) => a.at - b.at || b.length - a.length)[0];
  }

  function turn(mark: Mark): void {
    give(held.slice(0, mark.at));
    held = held.slice(mark.at + mark.length);
    if (mark.opens || open) hasThought = true;
    open = mark.opens;
    space = open || !hasSaid ? 'afterTag' : 'text';
    before = '';
  }

  /** The position of a closing tag without an opening one; undefined when there is none, or it is not known yet. */
  function loneClosing(isFinal: boolean): number | undefined {
    if (open || hasThought || !held.includes(THINK.closing)) return undefined;
    const found = LONE_CLOSING.exec(`${before}${held}`);
    if (!found || (!isFinal && found[2] === '')) return undefined;
    return Math.max(0, found.index + (found[1] ?? '').length - before.length);
  }

  function endUnopened(at: number): void {
    give(held.slice(0, at));
    held = held.slice(at + THINK.closing.length);
    hasThought = true;
    hasSaid = false;
    sink.wasThinking();
    space = 'afterTag';
    before = '';
  }

  function giveDecided(isFinal: boolean): void {
    const end = isFinal ? held.length : held.length - undecided(held, expected());
    const ready = held.slice(0, end);
    held = held.slice(end);
    give(ready);
  }

  function drain(isFinal: boolean): void {
    while (held !== '') {
      if (!settleSpace()) {
        if (!isFinal) return;
        if (held.trim() !== '') give(space === 'afterTag' ? withoutLeadingBreaks(held) : held);
        held = '';
        return;
      }
      const lone = loneClosing(isFinal);
      const mark = nextMark();
      if (lone !== undefined && lone <= (mark?.at ?? lone)) endUnopened(lone);
      else if (mark) turn(mark);
      else {
        giveDecided(isFinal);
        return;
      }
    }
  }

  return {
    push(text) {
      if (held === '' && space === 'text' && !TAG_START.test(text)) {
        give(text);
        return;
      }
      held += text;
      drain(false);
    },
    flush: () => drain(true),
  };
}

/** The position of the first such tag outside quotes; -1 when there is none. */
function unquotedIn(text: string, tag: string, before: string): number {
  for (let at = text.indexOf(tag); at !== -1; at = text.indexOf(tag, at + 1)) {
    const previous = at === 0 ? before : text.charAt(at - 1);
    if (!'`"\''.includes(previous) || previous === '') return at;
  }
  return -1;
}

function withoutLeadingBreaks(text: string): string {
  const end = text.length - text.trimStart().length;
  return text.slice(0, end).replace(/^[\s\S]*[\r\n]/, '') + text.slice(end);
}

/** Length of the longest end of `text` that may become one of these tags, or a closing tag that ends its line. */
function undecided(text: string, words: readonly string[]): number {
  const closing = words.includes(THINK.closing) ? (/<\/think>[ \t]*\r?$/.exec(text)?.[0].length ?? 0) : 0;
  return Math.max(closing, ...words.map(word => partialTag(text, word)));
}

/** Length of the longest end of `text` that may be the start of `tag`. */
function partialTag(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
