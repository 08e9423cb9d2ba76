// A text as a YAML scalar that reads back exactly: a literal block where one can hold it, else in double quotes
// (SPEC 15.7).

/**
 * The lines of `key: <scalar>` or `- <scalar>`; a comment follows the scalar's indicator. `indent` is that of the
 * block.
 */
export function scalarLines(text: string, place: { readonly indent: number; readonly comment?: string }): string {
  const comment = place.comment === undefined ? '' : `  # ${place.comment}`;
  if (!fitsLiteral(text)) return `${quoted(text)}${comment}\n`;
  const space = ' '.repeat(place.indent);
  return `|-${comment}\n${text.replace(/^(?=.)/gm, space)}\n`;
}

/**
 * Values that a literal block would lose or refuse: empty text, control characters and carriage returns, a beginning
 * that looks like indentation, and trailing newlines, which readers take for a part of the form.
 */
function fitsLiteral(text: string): boolean {
  return !isUnprintable.test(text) && /^[^\s]/.test(text) && /\S[^\S\n]*$/.test(text) && text.isWellFormed();
}

/** Characters that YAML does not call printable, and separators that some readers take for line breaks. */
const isUnprintable = /[^\t\n\x20-\x7e\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd]/;
const isToEscape = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** JSON is YAML, but for characters that only JSON leaves as they are. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(isToEscape, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
