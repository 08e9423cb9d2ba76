// Bytes that a command printed, as text (SPEC 12.4): UTF-8, and each line that is none as an encoding is guessed. Pure.
import { isUtf8 } from 'node:buffer';
import { guessText } from '../files/guess-encoding.ts';

/** Text of output, whose lines may differ in their encoding: programs of the system write another than most others. */
export function outputText(bytes: Uint8Array): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return Buffer.from(bytes).toString();
  const isWide = bytes.includes(0);
  const lines = isWide ? [bytes] : linesIn(bytes);
  const guessed = guessText(isWide ? bytes : Buffer.concat(lines.filter(line => !isUtf8(line))));
  const decoder = new TextDecoder(guessed?.encoding);
  return lines.map(line => (!isWide && isUtf8(line) ? Buffer.from(line).toString() : decoder.decode(line))).join('');
}

/** Passes on the text of what comes in pieces, with whole characters of UTF-8. */
export function outputDecoder(): { pass(bytes: Uint8Array): string; rest(): string } {
  let held = Buffer.alloc(0);
  return {
    pass(bytes) {
      const all = Buffer.concat([held, bytes]);
      const whole = wholeCharacters(all);
      held = Buffer.from(all.subarray(whole.length));
      return outputText(whole);
    },
    rest() {
      const text = outputText(held);
      held = Buffer.alloc(0);
      return text;
    },
  };
}

/** Bytes without a last character of UTF-8 that is cut off. The end of a line in another encoding only looks so. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  if (start < 0 || start + length <= bytes.length) return bytes;
  const whole = bytes.subarray(0, start);
  return isUtf8(whole.subarray(whole.lastIndexOf(0x0a) + 1)) ? whole : bytes;
}

/** Lines with their ends. */
function linesIn(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
