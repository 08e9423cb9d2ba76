// The lines of a file of any size, read in pieces, so that memory holds one line and one piece of it (SPEC 18.3).
import type { Files } from '../disk-files.ts';

const PIECE_BYTES = 1024 * 1024;
/** A longer line is left out: nothing of ours writes it. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Whole lines without their ends; what follows the last line end is left out. Throws the system's errors. */
export function* linesIn(files: Files, file: string, pieceBytes = PIECE_BYTES): Generator<string> {
  const decoder = new TextDecoder();
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for (let at = 0; ; ) {
    const piece = files.readBytes(file, at, pieceBytes);
    if (!piece || piece.length === 0) return;
    at += piece.length;
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      begun.push(piece.subarray(start, end));
      if (begunBytes <= MAX_LINE_BYTES) yield decoder.decode(Buffer.concat(begun));
      begun = [];
      begunBytes = 0;
      start = end + 1;
    }
    begunBytes += piece.length - start;
    if (begunBytes > MAX_LINE_BYTES) begun = [];
    else if (start < piece.length) begun.push(piece.subarray(start));
  }
}
