// Reads the sayings of one reply as segments of the dialect. Thinking may come in the middle of a tellask: its text
// goes on behind it, and the tellask stays one (SPEC 2, 8.1).
import { createSegmentParser, joinProse, type ParseOptions, type SegmentParser } from '../../core/tellask/parse.ts';
import type { Segment } from '../../core/tellask/segment.ts';

/** The parts of a reply's sayings, each saying named by its own object. */
export interface SaidParts {
  /** Reads a saying that is over. Returns how many tellasks it added, an open one included. */
  add(saying: object, text: string): number;
  /** Ends the open tellask: what follows is no part of it. */
  close(): void;
  /** The parts that begin in a saying, whole once `close` was called; none after `clear`. */
  of(saying: object): readonly Segment[];
  /** The saying with the last part of `saying`'s text: an earlier one when all of it belongs to that one's tellask. */
  endOf(saying: object): object;
  /** What was added was thinking, and holds no tellask. */
  clear(): void;
}

/**
 * A tellask whose end has not been read yet, or what may become one, or fenced code; and the saying that it begins in.
 */
interface Unfinished {
  readonly saying: object;
  readonly parser: SegmentParser;
  readonly endsLine: boolean;
}

/** Makes a reader for one reply. */
export function createSaidParts(options: ParseOptions): SaidParts {
  const parts = new Map<object, Segment[]>();
  const ends = new Map<object, object>();
  let unfinished: Unfinished | undefined;

  function put(saying: object, segments: readonly Segment[]): void {
    if (segments.length > 0) parts.set(saying, joinProse([...(parts.get(saying) ?? []), ...segments]));
  }

  function close(): void {
    if (unfinished) put(unfinished.saying, unfinished.parser.end());
    unfinished = undefined;
  }

  return {
    add(saying, text) {
      if (text === '') return 0;
      if (opensTellask(options, text)) close();
      const carried = unfinished;
      const parser = carried?.parser ?? createSegmentParser(options);
      const held = parser.held();
      const wasFenced = parser.inFence();
      const wasOpen = parser.open() !== undefined;
      const beginsLine = carried?.endsLine === false && !wasFenced && text.startsWith(lineMark[options.dialect]);
      const segments = [...parser.push(beginsLine ? `\n${text}` : text)];
      const isOpen = parser.open() !== undefined;
      const owner = carried && segments.length === 0 ? carried.saying : saying;
      const tellasks = segments.filter(({ kind }) => kind === 'tellask').length;
      if (carried) put(carried.saying, takeCarried(segments, held));
      put(saying, segments);
      ends.set(saying, owner);
      unfinished = { saying: owner, parser, endsLine: text.endsWith('\n') };
      if (!isOpen && parser.held() === '' && !parser.inFence()) close();
      return tellasks + (isOpen ? 1 : 0) - (wasOpen ? 1 : 0);
    },
    close,
    of: saying => parts.get(saying) ?? [],
    endOf: saying => ends.get(saying) ?? saying,
    clear() {
      parts.clear();
      ends.clear();
      unfinished = undefined;
    },
  };
}

/**
 * Takes from the front what began in the saying before: its tellask, or the held characters when they turned out to be
 * prose.
 */
function takeCarried(segments: Segment[], held: string): readonly Segment[] {
  const first = segments.shift();
  if (first?.kind !== 'prose') return first ? [first] : [];
  if (held === '') {
    segments.unshift(first);
    return [];
  }
  segments.unshift({ kind: 'prose', text: first.text.slice(held.length) });
  return [{ kind: 'prose', text: held }];
}

/** What begins a line of its own, though the saying before lacks its line break. */
const lineMark = { tools: '!?', tellask: '!?', texting: '@' } as const;

/**
 * True if a saying begins with a tellask of its own, which an open one must not take for a line of its headline (SPEC
 * 2.3).
 */
function opensTellask({ dialect }: ParseOptions, text: string): boolean {
  return dialect !== 'texting' && text.startsWith('!?@');
}
