// The description of a member out of a longer text, such as the head of another tool's agent file.

/** Characters; the rest stands in the member's persona. */
const MOST = 200;

/** The first line of a text as the `description` of a member, cut at the end of a word; none of an empty text. */
export function descriptionOf(text: string): { readonly description?: string } {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/);
  if (line === '') return {};
  if (line.length <= MOST) return { description: line.trim() };
  return { description: `${line.slice(0, MOST).replace(/\s+\S*$/, '')} …` };
}
