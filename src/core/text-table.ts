// Chinese words for texts that are made in English where nobody knows the reader's language. Pure.
import { once } from './once.ts';

/** English → Chinese; `{0}`, `{1}` … stand for what a text names, in the order in which the English one has it. */
export type TextTable = Readonly<Record<string, string>>;

interface Pattern {
  readonly english: RegExp;
  readonly chinese: string;
}

/** Gives the Chinese of a text by that table, and the text itself when there are no words for it. */
export function inChinese(table: TextTable): (text: string) => string {
  // Those with the fewest placeholders first: they say more.
  const patterns = once((): readonly Pattern[] =>
    Object.entries(table)
      .filter(([english]) => english.includes('{0}'))
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .map(([english, chinese]) => ({ english: patternOf(english), chinese })),
  );
  return text => {
    const exact = Object.hasOwn(table, text) ? table[text] : undefined;
    if (exact !== undefined) return exact;
    for (const { english, chinese } of patterns()) {
      const found = english.exec(text);
      if (found) return chinese.replace(/\{(\d)\}/g, (_, index) => found[Number(index) + 1] ?? '');
    }
    return text;
  };
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\d\}/).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}
