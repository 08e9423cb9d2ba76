// How shared components reach the words of their webview's language.
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from './words.ts';
import { wordsFor } from './words.ts';

/** Provided once by each `main.tsx`. */
export const WordsContext = createContext<ReadonlySignal<Words> | undefined>(undefined);

/** The words of the webview around this component; English where none is provided. */
export function useWords(): Words {
  return useContext(WordsContext)?.value ?? wordsFor('en');
}
