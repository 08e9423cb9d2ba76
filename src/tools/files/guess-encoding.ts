// Reads text in encodings that nothing in the file names (SPEC 12.4): in searches, in what is read and in the output of
// commands. A guess is never written back. Pure.
import { isUtf8 } from 'node:buffer';

/** Text of a file or a command, and how its bytes were read. */
export interface GuessedText {
  readonly text: string;
  /** By its name for `iconv`. */
  readonly encoding: string;
}

/** So many bytes decide. */
const LOOKED_AT = 64_000;
/** Below this an encoding of several bytes a character is not likely. */
const LIKELY = 0.55;

/** Text in these bytes, which are not UTF-8 and carry no mark; `undefined` when they look like no text. */
export function guessText(bytes: Uint8Array): GuessedText | undefined {
  if (bytes.includes(0)) return wideText(bytes);
  const first = bytes.findIndex(byte => byte >= 0x80);
  const start = bytes.subarray(first, first + LOOKED_AT);
  // Control characters that no text has.
  if (bytes.some(byte => byte === 0x7f || (byte < 0x20 && !(byte === 0x1b || (byte >= 7 && byte <= 13)))))
    return undefined;
  const scored = candidates.flatMap(candidate => {
    const text = decoded(start, candidate.encoding);
    return text === undefined ? [] : { ...candidate, score: candidate.score(start, text) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  const encoding = best && best.score >= LIKELY ? best.encoding : 'windows-1252';
  return { encoding, text: new TextDecoder(encoding).decode(bytes) };
}

/** UTF-16 without its mark: the zeros are halves of characters, all on the same side. */
function wideText(bytes: Uint8Array): GuessedText | undefined {
  const side = bytes.indexOf(0) % 2;
  if (bytes.length % 2 === 1 || bytes.some((byte, at) => byte === 0 && at % 2 !== side)) return undefined;
  const zeros = bytes.filter(byte => byte === 0).length;
  // A list of names with zeros between them has fewer.
  if (isUtf8(bytes) && zeros < bytes.length / 6) return undefined;
  const encoding = side === 1 ? 'utf-16le' : 'utf-16be';
  const text = decoded(bytes, encoding);
  return text === undefined || noText.test(text) ? undefined : { text, encoding };
}

/** Controls, and characters that are not assigned. */
const noText = /(?!\s)[\p{Cc}\p{Cn}\p{Co}]/u;

/** The text, if all bytes are of this encoding; the last character may be cut. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

interface Candidate {
  readonly encoding: string;
  /** How much like text the bytes are in this encoding, from 0 to a little over 1. */
  readonly score: (bytes: Uint8Array, text: string) => number;
}

/**
 * Encodings of two bytes a character list the usual characters in one block of first bytes, and the rare ones behind.
 */
const candidates: readonly Candidate[] = [
  { encoding: 'gb18030', score: pairs(usualInGb, '的一是不了在人有我这个中大为和到以时要会可你好能用文件数错误没') },
  { encoding: 'euc-kr', score: pairs(usualInKorean, '이다는에을를의가고하한지로은도기서니사요') },
  { encoding: 'shift_jis', score: pairs(usualInShiftJis, '') },
  { encoding: 'euc-jp', score: pairs(usualInEucJp, '') },
  { encoding: 'big5', score: pairs(usualInBig5, '') },
  { encoding: 'windows-1251', score: cyrillic },
  { encoding: 'windows-1252', score: () => LIKELY },
];

function usualInGb(first: number, second: number): number {
  if (second < 0xa1) return 0;
  return (first >= 0xb0 && first <= 0xd7) || first === 0xa1 || first === 0xa3 ? 1 : 0.2;
}

function usualInKorean(first: number, second: number): number {
  if (second < 0xa1) return 0;
  return (first >= 0xb0 && first <= 0xc8) || first === 0xa1 || first === 0xa3 ? 1 : 0.2;
}

function usualInShiftJis(first: number, second: number): number {
  if (first >= 0xa1 && first <= 0xdf) return 0.4;
  if (first === 0x81 || (first === 0x82 && second >= 0x4f) || (first === 0x83 && second <= 0x96)) return 1;
  return first >= 0x88 && first <= 0x97 ? 0.9 : 0.1;
}

function usualInEucJp(first: number): number {
  if (first === 0xa4 || first === 0xa5) return 1.1;
  return first === 0xa1 || (first >= 0xb0 && first <= 0xcf) ? 0.9 : 0.1;
}

function usualInBig5(first: number): number {
  return first === 0xa1 || (first >= 0xa4 && first <= 0xc6) ? 0.9 : 0.1;
}

/** The mean over the characters beyond ASCII, with something more for those that are in every text. */
function pairs(usual: (first: number, second: number) => number, frequent: string) {
  return (bytes: Uint8Array, text: string) => {
    let at = 0;
    let sum = 0;
    let beyond = 0;
    for (const character of text) {
      const isAscii = character <= '\x7f';
      if (!isAscii) {
        sum += usual(bytes[at] ?? 0, bytes[at + 1] ?? 0) + (frequent.includes(character) ? 0.3 : 0);
        beyond += 1;
      }
      at += isAscii || isHalfWidth(character) ? 1 : 2;
    }
    return beyond === 0 ? 0 : sum / beyond;
  };
}

/** Letters of Japanese that are one byte. */
function isHalfWidth(character: string): boolean {
  return character >= '\uff61' && character <= '\uff9f';
}

/** Words of several letters, with capitals only at their beginning. */
function cyrillic(_bytes: Uint8Array, text: string): number {
  const words = text.match(/[^\0-\x7f]+/g) ?? [];
  const letters = words.filter(word => /^\p{Script=Cyrillic}?[\u0430-\u044f\u0451]{2,}$/u.test(word)).join('').length;
  return (0.9 * letters) / Math.max(1, words.join('').length);
}
