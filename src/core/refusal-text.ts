// A refusal as people read it in the editor. The command line joins its two parts by a dash, so neither is a sentence by itself. Pure.
import { capitalised } from './capitalised.ts';
import { refusalInChinese } from './refusal-zh.ts';
import type { Refusal } from './trouble.ts';

export type RefusalText = Pick<Refusal, 'message' | 'remedy'>;

/** What happened and what to do, each a sentence in that language; either may be empty. */
export function refusalSentences({ message, remedy }: RefusalText, language: 'en' | 'zh'): RefusalText {
  return language === 'zh'
    ? { message: sentence(refusalInChinese(message), '。'), remedy: sentence(refusalInChinese(remedy), '。') }
    : { message: sentence(message, '.'), remedy: sentence(capitalised(remedy), '.') };
}

function sentence(text: string, stop: string): string {
  return text === '' || /[.!?…:。！？：]$/.test(text) ? text : `${text}${stop}`;
}
