// Values as people and JSON write them (SPEC 16.12): numbers in texts, options in another case, `dontcare`. Pure, never
// throws.
import { isText } from './json.ts';

/** The value of a slot whose person has no preference. It fills every slot. */
export const dontCare = 'dontcare';

/** True if a value means "anything": `dontcare` in any case, its spoken forms, or a list of only that. */
export function saysDontCare(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 1 && saysDontCare(value[0]);
  return typeof value === 'string' && value.length < 20 && /^do(?:es)? ?n['’]?o?t ?care$/i.test(value.trim());
}

/**
 * A JSON number, or the number that a text is: `5`, `.5`, `1,000`, `1e3`, `$12.50`, `40%`, `－５`. Undefined for anything
 * else.
 */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, sign = '', digits] =
    /^([+-]?)[$€£¥]?\s?((?:\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.\d+)?(?:e[+-]?\d{1,2})?|\.\d+)\s?[%€]?$/i.exec(
      plainForm(value).trim(),
    ) ?? [];
  return digits === undefined ? undefined : Number(`${sign}${digits.replace(/[, ]/g, '')}`);
}

/** Full-width characters as their plain ones, and the minus sign as a hyphen. */
function plainForm(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, each => String.fromCharCode(each.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\uffe5]/g, each => (each === '\u2212' ? '-' : '¥'));
}

/** A text, or the text of a JSON number. Undefined for anything else. */
export function textIn(value: unknown): string | undefined {
  if (isText(value)) return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/**
 * The key of a name: case, Unicode form, spacing, hyphens between words and surrounding quotes do not count. A minus
 * sign does: before a number, as in -1, and after the last character, as in A-.
 */
function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll('\u2212', '-')
    .toLowerCase()
    .trim()
    .replace(/^["'“”‘’]+|["'“”‘’.!?。！？]+$/gu, '')
    .trim()
    .replace(/(?!^-[.\d])(?!(?<=\S)-$)[\s_-]+/g, ' ')
    .trim();
}

/** A key in which letters that differ in lower case only are one: `ß` is `ss`, and `ı` and `İ` are `i`. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase().replaceAll('i\u0307', 'i');
}

/** The names that a text means: by their keys, else by their folded keys. */
export function namesLike(names: readonly string[], text: string): readonly string[] {
  const key = nameKey(text);
  const same = names.filter(name => nameKey(name) === key);
  return same.length > 0 ? same : names.filter(name => folded(nameKey(name)) === folded(key));
}

/**
 * The options that a text, a number or a boolean names, as they are written; more than one when it fits several alike.
 */
export function optionsNamed(options: readonly string[], value: unknown): readonly string[] {
  if (typeof value === 'boolean') return optionsLike(options, value ? ['true', 'yes'] : ['false', 'no']);
  const text = textIn(value);
  if (text === undefined) return [];
  if (options.includes(text)) return [text];
  const number = numberIn(value);
  const sameNumber = number === undefined ? [] : options.filter(option => numberIn(option) === number);
  if (sameNumber.length > 0) return sameNumber;
  // Another number is another option, however it is written.
  const words = number === undefined ? options : options.filter(option => numberIn(option) === undefined);
  const named = namesLike(words, text);
  return named.length > 0 ? named : optionsLike(words, booleanWords.find(each => each.includes(nameKey(text))) ?? []);
}

/** Words that mean the same truth value; the written forms of JSON first. */
const booleanWords: readonly (readonly string[])[] = [
  ['true', 'yes'],
  ['false', 'no'],
];

/** The options of the first key that any has. */
function optionsLike(options: readonly string[], keys: readonly string[]): readonly string[] {
  const found = keys.map(key => options.filter(option => nameKey(option) === key));
  return found.find(named => named.length > 0) ?? [];
}
