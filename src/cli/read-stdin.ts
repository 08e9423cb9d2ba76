// Standard input as text, for commands that read one.
import { errorMessage } from '../core/thrown.ts';
import type { CommandCall } from './command.ts';
import { told } from './output.ts';

/** Everything on standard input, read as UTF-8; when it cannot be read, that is said, and undefined comes back. */
export async function readStdin({ io, output }: CommandCall): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  try {
    for await (const piece of io.stdin)
      text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  } catch (error) {
    output.error({ code: 'not-read', ...told(output.words.notRead(errorMessage(error))) });
    return undefined;
  }
  return text + decoder.decode();
}
