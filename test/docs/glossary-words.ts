// The words that docs/glossary.md refuses, and where a text uses them.

/** The words of the last column of docs/glossary.md. */
export function forbidden(glossary: string): readonly string[] {
  const rows = glossary.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| word'));
  return rows.flatMap(row =>
    (row.split('|').at(-2) ?? '')
      .split(',')
      .map(word => word.trim())
      .filter(word => word !== ''),
  );
}

/** Those of the words that a text uses; `!topic` is the texting dialect's own word. */
export function wrongWords(text: string, never: readonly string[]): readonly string[] {
  const plain = text.replaceAll('!topic', '');
  return never.filter(word => {
    if (/\p{Script=Han}/u.test(word)) return plain.includes(word);
    return new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, 'i').test(plain);
  });
}
