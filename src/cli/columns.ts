// How wide a text is on a terminal, and cutting it to a width.

const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303f\uff00-\uff60]/u;
const none = /\p{Mn}|\p{Me}|\p{Cf}|\p{Cc}/u;

/** Columns that a text takes; near enough for cutting. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + widthOf(character), 0);
}

/** The text, or its beginning with `…`, in at most so many columns. */
export function fitColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let fitting = '';
  let left = columns - 1;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    fitting += character;
  }
  return columns > 0 ? `${fitting}…` : '';
}

function widthOf(character: string): number {
  if (none.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
