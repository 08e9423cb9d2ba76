// How panels reach the words of their language.
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ChineseWords, wordsIn } from './chinese.ts';
import { type PanelWords, panelEn } from './en/panel.ts';

/** The words for the language of a snapshot. */
export function wordsFor(language: 'en' | 'zh'): PanelWords {
  return wordsIn(language, panelEn);
}

/** Provided once by each `main.tsx`. */
export const WordsContext = createContext<ReadonlySignal<PanelWords> | undefined>(undefined);

/** The words that all panels show, in the language of the webview around this component; English where none is provided. */
export function useWords(): PanelWords;
/** The words of a part, given in English, so that a bundle brings those alone that it shows. */
export function useWords<Part extends keyof ChineseWords>(
  english: ChineseWords[Part] & { readonly part: Part },
): ChineseWords[Part];
export function useWords(english?: ChineseWords[keyof ChineseWords]): ChineseWords[keyof ChineseWords] {
  const panel = useContext(WordsContext)?.value ?? panelEn;
  return english ? wordsIn(panel.locale === panelEn.locale ? 'en' : 'zh', english) : panel;
}
