// What the markdown parser asks of the package `entities`, answered by the browser, which knows every name itself: the
// table of names is a tenth of a panel's script. `esbuild.mjs` puts this file in its place.

let area: HTMLTextAreaElement | undefined;

/** The characters of a text that is one named entity with its semicolon; the text itself when there is no such name. */
export function decodeHTMLStrict(entity: string): string {
  area ??= document.createElement('textarea');
  area.innerHTML = entity;
  const decoded = area.textContent ?? '';
  // A browser takes `&ltfoo;` for `&lt` and more.
  return decoded.endsWith(';') && decoded !== ';' ? entity : decoded;
}
