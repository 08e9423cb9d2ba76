// Output of a command in bounded memory, however much comes: its head and its tail are kept, and it is passed on live
// at a bounded rate (SPEC 12.4, 8.2).
import type { After } from '../../core/base/after.ts';
import type { Said } from '../../core/prompt/said.ts';
import type { ToolContext } from '../tool.ts';
import { outputDecoder, outputText, wholeCharacters } from './output-text.ts';
import { screenText, styledText } from './screen-text.ts';

/** Bytes kept of the beginning and of the end. */
const MAX_HEAD = 16_000;
const MAX_TAIL = 24_000;
/** Live output: characters of one piece, and how often one may come. */
const MAX_LIVE = 8_000;
const LIVE_EVERY_MS = 50;

export interface OutputKeeper {
  add(chunk: Buffer): void;
  /** Bytes held now, within a fixed limit. */
  held(): number;
  /** The kept output, with the cut marked. */
  text: Said;
}

/** Keeps head and tail of the output. */
export function keepOutput(): OutputKeeper {
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let total = 0;
  return {
    add(chunk) {
      total += chunk.length;
      const forHead = chunk.subarray(0, MAX_HEAD - headSize);
      if (forHead.length > 0) head.push(Buffer.from(forHead));
      headSize += forHead.length;
      const forTail = chunk.subarray(forHead.length).subarray(-MAX_TAIL);
      if (forTail.length === 0) return;
      tail.push(Buffer.from(forTail));
      tailSize += forTail.length;
      if (tailSize <= 2 * MAX_TAIL) return;
      tail = [Buffer.concat(tail).subarray(-MAX_TAIL)];
      tailSize = MAX_TAIL;
    },
    held: () => headSize + tailSize,
    text(words) {
      const end = Buffer.concat(tail).subarray(-MAX_TAIL);
      const cut = total - headSize - end.length;
      if (cut === 0) return screenText(outputText(Buffer.concat([...head, end])));
      return `${screenText(wholeStart(Buffer.concat(head)))}\n${words.bytesCut(cut)}\n${screenText(wholeEnd(end))}`;
    },
  };
}

/** Passes pieces on, at most one in a while; a flood shows its newest part. `flush` passes on the rest. */
export function passLive(output: ToolContext['output'], after: After): { add(chunk: Buffer): void; flush(): void } {
  const decoder = outputDecoder();
  let waiting = '';
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel?.();
    cancel = undefined;
    if (waiting !== '') output(screenText(waiting), styledText(waiting));
    waiting = '';
  };
  return {
    add(chunk) {
      waiting = (waiting + decoder.pass(chunk)).slice(-MAX_LIVE);
      cancel ??= after(LIVE_EVERY_MS, flush);
    },
    flush() {
      waiting += decoder.rest();
      flush();
    },
  };
}

/** Text of bytes that were cut at their end: a character cut in two is dropped. */
function wholeStart(bytes: Buffer): string {
  return outputText(wholeCharacters(bytes));
}

/** Text of bytes that were cut at their start. */
function wholeEnd(bytes: Buffer): string {
  const start = bytes.findIndex(byte => (byte & 0xc0) !== 0x80);
  return outputText(bytes.subarray(Math.max(0, start)));
}
