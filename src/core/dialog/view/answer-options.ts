// Answers to choose from, read out of the body of a question: a member that ends its question in a list gets a button
// for each item (SPEC 5.1, 25.9). Pure.

const MOST_OPTIONS = 8;
/** Of a label, and of one that is only the beginning of a longer item. */
const MOST_CHARACTERS = 80;
const MOST_BEFORE_COLON = 60;

/** One item of a list; not a box to tick. */
const item = /^ {0,3}(?:[-*+]|\d{1,2}[.)])[ \t]+(?!\[[ xX]\] )(\S.*)$/;
/** A bold label before its description. */
const boldLabel = /^\*\*([^*]+?)(?:(?:[:\uff1a])\*\*|\*\*[ \t]*(?:[:\uff1a]|[ \t][-\u2013\u2014][ \t]))[ \t]*(\S.*)$/;
/** The label of a long item. */
const beforeColon = /^([^:\uff1a]+)(?::[ \t]|\uff1a)[ \t]*(\S.*)$/;

/** A question in parts; `descriptions` stand beside the options, '' for none, and are absent where no option has one. */
export interface SplitQuestion {
  readonly text: string;
  readonly options: readonly string[];
  readonly descriptions?: readonly string[];
}

/**
 * Splits a body that ends in a list of two to eight distinct items into its options, without emphasis and code marks,
 * and the text before them. Any other body is all text.
 */
export function splitOptions(body: string): SplitQuestion {
  const lines = body.trimEnd().split('\n');
  const start = lines.findLastIndex(line => !item.test(line)) + 1;
  const parts = lines.slice(start).map(line => partsOf(item.exec(line)?.[1] ?? ''));
  const options = parts.map(({ label }) => label);
  const isChoice =
    options.length >= 2 &&
    options.length <= MOST_OPTIONS &&
    new Set(options).size === options.length &&
    options.every(option => option !== '' && option.length <= MOST_CHARACTERS);
  if (!isChoice) return { text: body, options: [] };
  const descriptions = parts.map(({ description }) => description);
  const text = lines.slice(0, start).join('\n').trimEnd();
  return { text, options, ...(descriptions.some(each => each !== '') && { descriptions }) };
}

function partsOf(text: string): { readonly label: string; readonly description: string } {
  const [, bold, beside] = boldLabel.exec(text) ?? [];
  if (bold !== undefined && beside !== undefined) return { label: plain(bold), description: beside.trim() };
  const whole = plain(text);
  const [, label = '', rest = ''] = whole.length > MOST_CHARACTERS ? (beforeColon.exec(whole) ?? []) : [];
  if (label === '' || label.length > MOST_BEFORE_COLON) return { label: whole, description: '' };
  return { label: label.trim(), description: rest.trim() };
}

function plain(text: string): string {
  return text.replaceAll(/\*\*|`/g, '').trim();
}

/** A question with its options as buttons, each beside its description. */
export function questionBeside(options: readonly string[], body: string): Omit<SplitQuestion, 'options'> {
  const { text, options: read, descriptions } = splitOptions(body);
  const isSame = read.length === options.length && read.every((each, index) => each === options[index]);
  return isSame ? { text, ...(descriptions && { descriptions }) } : { text: body };
}

/** The rest of a body when its options are shown as buttons that have no room for descriptions. */
export function bodyBeside(options: readonly string[], body: string): string {
  const { text, descriptions } = questionBeside(options, body);
  return descriptions ? body : text;
}
