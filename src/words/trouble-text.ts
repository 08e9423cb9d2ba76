// The words for an interruption, by the table of a language. Pure.
import type { InterruptCode, Interruption } from '../core/facts/interruption.ts';

/** `detail` is absent where what was recorded says it, in the words of the model server or of the disk. */
export type TroubleWords = {
  readonly [Code in InterruptCode]: { readonly heading: string; readonly remedy: string; readonly detail?: string };
};

/** `heading` in a few words, `detail` what the outside said, `remedy` what to do. */
export interface TroubleText {
  readonly heading: string;
  readonly detail: string;
  readonly remedy: string;
}

/** Describes an interruption. */
export function troubleText(words: TroubleWords, { code, message }: Interruption): TroubleText {
  const { heading, remedy, detail = message } = words[code];
  return { heading, detail, remedy };
}
