// Splits content with reasoning in tags (`<think>…</think>` and variants) into thinking and saying (SPEC 10.3, 10.7).
// Any cut of the text gives the same parts in the same order; at most a partial tag is held back.
import { FenceTracker } from '../../core/tellask/fence-tracker.ts';
import type { StreamSegment } from '../provider.ts';

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

/** All that may be a mark, but the closing tags of blocks that are open. */
const WORDS = new RegExp(
  [...tags.map(({ opening }) => opening), ...dropped, THINK.closing]
    .map(word => word.replace(/[[\]|]/g, '\\$&'))
    .join('|'),
  'g',
);

/**
 * Characters of white space that are held back until it is known what follows: a reply of nothing else counts, too
 * (SPEC 18.8).
 */
const MAX_SPACE = 1_000;

/** The rest of a line without text, behind a closing tag. */
const LINE_END = /[ \t]{0,1000}(?:\r?\n|$)/y;

/** `<`, `[` or `◁`. */
const TAG_START = /[<[\u25c1]/;

/** A place in the held text at which something other than plain text stands. */
interface Mark {
  readonly at: number;
  readonly length: number;
  readonly opens?: Tag;
  /**
   * A chat template may open the block itself, so that only its closing tag arrives; alone on its line, it ends the
   * thinking.
   */
  readonly endsUnopened?: true;
}

/**
 * Makes a splitter. A tag right after a quote or backtick, or in fenced code, is quoted text. Line breaks around a
 * leading block belong to the tags: they are dropped, as is a reply of white space only.
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
  /** Of what is said. */
  let fence = new FenceTracker();
  /** An opening tag was said, as an example. */
  let hasShownTag = false;

  function give(text: string): void {
    if (text === '') return;
    before = text.slice(-1);
    if (open === undefined) {
      hasSaid = true;
      fence.lines(text);
      hasShownTag ||= text.includes(THINK.opening);
    }
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
    if (held.length - rest.length > MAX_SPACE) {
      const text = held.slice(0, MAX_SPACE + 1);
      held = held.slice(text.length);
      give(text);
      return true;
    }
    const words = expected();
    if (words.some(word => rest.length < word.length && word.startsWith(rest))) return false;
    if (words.some(word => word !== THINK.closing && rest.startsWith(word)) || (open && rest.startsWith(open.closing)))
      held = rest;
    else if (space === 'afterTag') held = withoutLeadingBreaks(held);
    return true;
  }

  function nextMark(isFinal: boolean): Mark | undefined {
    if (open) {
      const at = held.indexOf(open.closing);
      return at === -1 ? undefined : { at, length: open.closing.length };
    }
    const ahead = fence.copy();
    let read = 0;
    let isShown = hasShownTag;
    for (const { index: at, 0: word } of held.matchAll(WORDS)) {
      ahead.lines(held.slice(read, at));
      read = at;
      const isCode = ahead.inside;
      const mark = word === THINK.closing ? loneClosing(at, isFinal, isCode && isShown) : markOf(at, word, isCode);
      if (mark) return mark;
      isShown ||= word === THINK.opening;
    }
    return undefined;
  }

  function markOf(at: number, word: string, isCode: boolean): Mark | undefined {
    const previous = at === 0 ? before : held.charAt(at - 1);
    if (isCode || (previous !== '' && '`"\''.includes(previous))) return undefined;
    const opens = tags.find(({ opening }) => opening === word);
    if (opens?.leads && (hasSaid || held.slice(0, at).trim() !== '')) return undefined;
    return { at, length: word.length, ...(opens && { opens }) };
  }

  function turn(mark: Mark): void {
    give(held.slice(0, mark.at));
    held = held.slice(mark.at + mark.length);
    if (mark.endsUnopened) {
      hasSaid = false;
      sink.wasThinking();
    }
    if (mark.opens || open || mark.endsUnopened) hasThought = true;
    open = mark.opens;
    space = open || mark.endsUnopened || !hasSaid ? 'afterTag' : 'text';
    before = '';
    fence = new FenceTracker();
  }

  /**
   * A closing tag without an opening one; none when it is not known yet. `isExample`: what it closes was said in code.
   */
  function loneClosing(at: number, isFinal: boolean, isExample: boolean): Mark | undefined {
    if (hasThought || isExample) return undefined;
    const beginsLine = at === 0 ? before === '' || before === '\n' : held.charAt(at - 1) === '\n';
    LINE_END.lastIndex = at + THINK.closing.length;
    if (!beginsLine || !LINE_END.test(held)) return undefined;
    const isKnown = isFinal || held.charAt(LINE_END.lastIndex - 1) === '\n';
    return isKnown ? { at, length: THINK.closing.length, endsUnopened: true } : undefined;
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
      const mark = nextMark(isFinal);
      if (mark) turn(mark);
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

function withoutLeadingBreaks(text: string): string {
  const end = text.length - text.trimStart().length;
  return text.slice(0, end).replace(/^[\s\S]*[\r\n]/, '') + text.slice(end);
}

/** Length of the longest end of `text` that may become one of these tags, or a closing tag that ends its line. */
function undecided(text: string, words: readonly string[]): number {
  const closing = words.includes(THINK.closing) ? (/<\/think>[ \t]{0,1000}\r?$/.exec(text)?.[0].length ?? 0) : 0;
  return Math.max(closing, ...words.map(word => partialTag(text, word)));
}

/** Length of the longest end of `text` that may be the start of `tag`. */
function partialTag(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
