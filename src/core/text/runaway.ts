// Notices a text that runs away while it comes: one line, phrase or run of white space again and again (SPEC 23.14).
// Pure; takes linear time and constant memory, and finds the same however the text is cut into pieces.

/** The repetition at the end of a text. */
export interface Runaway {
  /** The text that repeats; white space as it is. */
  readonly unit: string;
  readonly times: number;
  /** Characters of the text to keep: up to the end of the first occurrence, or up to the white space. */
  readonly keep: number;
}

/** Watches one text. */
export interface RunawayWatch {
  /** Takes the next piece; returns the repetition once there is too much of it. */
  push(text: string): Runaway | undefined;
}

/** Occurrences of a phrase or line, or line breaks of a run of white space. */
const TIMES = 200;
/** Characters of nothing else. */
const LENGTH = 4_000;
/** A long passage that comes only two or three times may be quoted on purpose. */
const LONG_TIMES = 4;
/** Characters of the longest passage that is noticed. */
const LONGEST = 2_048;
const KEPT = 2 * LONGEST;
/** A power of two, as a mask: the newest characters are kept in a ring. */
const RING = KEPT - 1;
/** Characters between two looks at the end of the text: often at a short end, seldom at a long one. */
const SHORT_LOOK = { every: 256, at: 512 };
const LONG_LOOK = { every: LONGEST, at: KEPT };

/** The newest characters end in repetitions of `period` characters, `length` in all. */
interface Suspect {
  readonly period: number;
  length: number;
}

/** Makes a watch of one text. */
export function watchRunaway(): RunawayWatch {
  const kept = new Uint16Array(KEPT);
  let count = 0;
  let suspect: Suspect | undefined;
  const space = { length: 0, lines: 0 };
  const at = (back: number) => kept[(count - 1 - back) & RING] ?? 0;

  function take(code: number): Runaway | undefined {
    kept[count & RING] = code;
    count += 1;
    const spaces = takeSpace(code);
    if (spaces) return spaces;
    if (suspect) {
      if (code !== at(suspect.period)) suspect = undefined;
      else suspect.length += 1;
    }
    if (!suspect && count % SHORT_LOOK.every === 0) {
      const look = count % LONG_LOOK.every === 0 ? LONG_LOOK : SHORT_LOOK;
      suspect = suspectIn(Uint16Array.from({ length: Math.min(look.at, count) }, (_, back) => at(back)));
    }
    return suspect && judge(suspect);
  }

  function takeSpace(code: number): Runaway | undefined {
    if (!isSpace(code)) {
      space.length = 0;
      space.lines = 0;
      return undefined;
    }
    space.length += 1;
    if (code === LINE_FEED) space.lines += 1;
    if (space.length < LENGTH && space.lines < TIMES) return undefined;
    return { unit: space.lines > 0 ? '\n' : ' ', times: space.lines || space.length, keep: count - space.length };
  }

  function judge({ period, length }: Suspect): Runaway | undefined {
    const times = Math.floor(length / period);
    if (times < LONG_TIMES || (times < TIMES && length < LENGTH)) return undefined;
    const unit = textOf(at, length - 1, period);
    const isEnough = isProse(unit) ? true : times >= TIMES && length >= LENGTH;
    return isEnough && unit.trim() !== '' ? wholeLines({ unit, times, keep: count - length + period }) : undefined;
  }

  return {
    push(text) {
      for (let index = 0; index < text.length; index++) {
        const found = take(text.charCodeAt(index));
        if (found) return found;
      }
      return undefined;
    },
  };
}

/**
 * The longest end of the text that repeats something at least twice; `newest` are its characters, the last one first.
 */
function suspectIn(newest: Uint16Array): Suspect | undefined {
  // Read from the end, `n - borders[n - 1]` is the shortest period of the last n characters.
  const borders = new Int32Array(newest.length);
  let border = 0;
  let found: Suspect | undefined;
  for (let index = 1; index < newest.length; index++) {
    const code = newest[index];
    while (border > 0 && code !== newest[border]) border = borders[border - 1] ?? 0;
    if (code === newest[border]) border += 1;
    borders[index] = border;
    const length = index + 1;
    if (2 * border >= length) found = { period: length - border, length };
  }
  return found;
}

/** `length` characters, the first of them `back` characters before the newest. */
function textOf(at: (back: number) => number, back: number, length: number): string {
  const from = Math.min(back, KEPT - 1);
  // All that repeats is alike, so a start that is not kept any more has its copy in what is.
  const shift = (back - from) % length;
  const codes = Array.from({ length }, (_, index) => at(from - ((index + length - shift) % length)));
  return String.fromCharCode(...codes).toWellFormed();
}

/** The text before may end as the unit does, so that the repetition seems to begin within a line. */
function wholeLines({ unit, times, keep }: Runaway): Runaway {
  const end = unit.indexOf('\n') + 1;
  return { unit: unit.slice(end) + unit.slice(0, end), times, keep: end === unit.length ? keep : keep + end };
}

const LINE_FEED = 10;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff;
}

/** Words of data that repeat on purpose: an array of zeros, empty cells of a table. */
const DATA_WORDS = /\b(?:0x[0-9a-f]+|null|none|nil|true|false|nan|na|undefined|inf)\b/gi;

/**
 * True for words of a language or of code. Rules of dashes, rows of a drawing or a matrix, base64 and hex have none;
 * they may repeat for longer.
 */
function isProse(unit: string): boolean {
  if (/^[A-Za-z0-9+/=_-]+$/.test(unit)) return false;
  const words = unit.replaceAll(DATA_WORDS, '');
  return /\p{L}{2}/u.test(words) || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(words);
}
