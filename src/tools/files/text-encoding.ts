// Decodes and encodes text files in their own encoding (SPEC 12.4). Bytes that would not survive a round trip count as
// binary. Pure.
import { isUtf8 } from 'node:buffer';

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be';

/** Text of a file without byte order mark, line ends as they are. */
export interface EncodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** The text in these bytes; `undefined` when they are none that could be written back exactly. */
export function decodeText(bytes: Uint8Array): EncodedText | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = encodingOf(buffer);
  const body = buffer.subarray(marks[encoding].length);
  const text = textIn(body, encoding);
  return text === undefined || text.includes('\0') ? undefined : { text, encoding };
}

/** The bytes of a text in its encoding, with its byte order mark. */
export function encodeText({ text, encoding }: EncodedText): Buffer {
  const body = encoding === 'utf-16le' || encoding === 'utf-16be' ? Buffer.from(text, 'utf16le') : Buffer.from(text);
  if (encoding === 'utf-16be') body.swap16();
  return Buffer.concat([marks[encoding], body]);
}

const marks: Readonly<Record<TextEncoding, Buffer>> = {
  'utf-8': Buffer.alloc(0),
  'utf-8-bom': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};

function encodingOf(buffer: Buffer): TextEncoding {
  const marked = (['utf-8-bom', 'utf-16le', 'utf-16be'] as const).find(encoding =>
    buffer.subarray(0, marks[encoding].length).equals(marks[encoding]),
  );
  return marked ?? 'utf-8';
}

function textIn(body: Buffer, encoding: TextEncoding): string | undefined {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return isUtf8(body) ? body.toString('utf8') : undefined;
  if (body.length % 2 === 1) return undefined;
  return (encoding === 'utf-16be' ? Buffer.from(body).swap16() : body).toString('utf16le');
}
