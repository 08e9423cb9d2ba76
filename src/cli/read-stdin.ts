// Standard input as text, for commands that read one.
import { errorMessage } from '../core/base/thrown.ts';
import type { CommandCall } from './command.ts';
import type { CliIo } from './io.ts';
import { told } from './print/output.ts';

/**
 * Everything on standard input, read as UTF-8; when it cannot be read, that is said, and undefined comes back.
 * `silenceMs`: how long to wait for its first byte, since a program that starts this one may hold a pipe open and never
 * write to it.
 */
export async function readStdin(
  { io, output }: CommandCall,
  { silenceMs }: { readonly silenceMs?: number } = {},
): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces = io.stdin[Symbol.asyncIterator]();
  let text = '';
  try {
    let next = pieces.next();
    if (silenceMs !== undefined && !(await comesWithin(next, silenceMs, io))) {
      io.leaveStdin();
      return '';
    }
    for (let piece = await next; !piece.done; piece = await next) {
      text += typeof piece.value === 'string' ? piece.value : decoder.decode(piece.value, { stream: true });
      next = pieces.next();
    }
  } catch (error) {
    output.error({ code: 'not-read', ...told(output.words.notRead(errorMessage(error))) });
    return undefined;
  }
  return text + decoder.decode();
}

/** False if nothing comes for so long. */
function comesWithin(next: Promise<unknown>, ms: number, io: CliIo): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const callOff = io.after(ms, () => resolve(false));
    next.then(
      () => {
        callOff();
        resolve(true);
      },
      error => {
        callOff();
        reject(error);
      },
    );
  });
}
