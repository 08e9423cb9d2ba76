// A text as a quotation in Markdown. Pure.

/** Characters that are quoted. */
const MOST = 600;

/** The end of a text, where it asks and concludes, as quoted lines. */
export function quoteLines(text: string): string {
  const whole = text.trim();
  const shown = whole.length > MOST ? `…${whole.slice(1 - MOST)}` : whole;
  return shown
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
}
