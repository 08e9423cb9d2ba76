// Answers to choose from, read out of the body of a question: a member that ends its question in a list gets a button
// for each item (SPEC 5.1). Pure.

const MOST_OPTIONS = 8;
const MOST_CHARACTERS = 80;

/** One item of a list; not a box to tick. */
const item = /^ {0,3}(?:[-*+]|\d{1,2}[.)])[ \t]+(?!\[[ xX]\] )(\S.*)$/;

/**
 * Splits a body that ends in a list of two to eight short, distinct items into its options, without emphasis and code
 * marks, and the text before them. Any other body is all text.
 */
export function splitOptions(body: string): { readonly text: string; readonly options: readonly string[] } {
  const lines = body.trimEnd().split('\n');
  const start = lines.findLastIndex(line => !item.test(line)) + 1;
  const options = lines.slice(start).map(line => (item.exec(line)?.[1] ?? '').replaceAll(/\*\*|`/g, '').trim());
  const isChoice =
    options.length >= 2 &&
    options.length <= MOST_OPTIONS &&
    new Set(options).size === options.length &&
    options.every(option => option !== '' && option.length <= MOST_CHARACTERS);
  return isChoice ? { text: lines.slice(0, start).join('\n').trimEnd(), options } : { text: body, options: [] };
}

/** The rest of a body when its options are shown as buttons. */
export function bodyBeside(options: readonly string[], body: string): string {
  const split = splitOptions(body);
  const same = split.options.length === options.length && split.options.every((each, index) => each === options[index]);
  return same ? split.text : body;
}
