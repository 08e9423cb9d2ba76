// The Chinese words of the panels, which lie in a bundle of their own: most pages are English and start sooner without
// them.
import { loadScript } from '../late-script.ts';
import type { BeliefWords } from './en/belief.ts';
import type { AsideWords, ModelWords } from './en/dialog.ts';
import type { DraftWords } from './en/draft.ts';
import type { PanelWords } from './en/panel.ts';

/** Each part has the shape of its English words, which name it. */
export interface ChineseWords {
  readonly panel: PanelWords;
  readonly asides: AsideWords;
  readonly beliefs: BeliefWords;
  readonly drafts: DraftWords;
  readonly model: ModelWords;
}

/** Where the bundle leaves them for the page's own. */
const kept = globalThis as { domindsChinese?: ChineseWords };

/** Called by the bundle of the words. */
export function keepChinese(words: ChineseWords): void {
  kept.domindsChinese = words;
}

/** The words of a page's language; `english` as long as, or where, the Chinese ones could not be loaded. */
export function wordsIn<Part extends keyof ChineseWords>(
  language: 'en' | 'zh' | undefined,
  english: ChineseWords[Part] & { readonly part: Part },
): ChineseWords[Part] {
  return (language === 'zh' ? kept.domindsChinese?.[english.part] : undefined) ?? english;
}

/** Starts a page once the words of its language are there; without them when they cannot be loaded. */
export function startWithWords(start: () => void): void {
  if (document.documentElement.lang === 'zh') loadScript('words-zh.js', start, start);
  else start();
}
