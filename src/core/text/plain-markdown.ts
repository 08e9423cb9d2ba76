// Makes Markdown of models and files safe for another program's renderer: a remote image tells its server who reads it,
// and its address can carry data (SPEC 18.7). Pure.

/** Not seen, and enough that no renderer takes what it parts for markup. */
const part = '\u200b';

/**
 * Returns the same visible text without images and HTML; links stay, since they open on request only. Fenced code stays
 * unchanged where it certainly is code; an unclosed fence is closed.
 */
export function withoutImages(markdown: string): string {
  return createPlainMarkdown()(markdown);
}

/** The same for texts that follow each other in one document: what one leaves open reaches into the next. */
export function createPlainMarkdown(): (markdown: string) => string {
  let isCertain = true;
  return markdown => {
    let fence: string | undefined;
    const lines = markdown.split(/(?<=\n|\r(?!\n))/).map(line => {
      if (fence !== undefined) {
        if (endsFence(line, fence)) fence = undefined;
        return line;
      }
      fence = isCertain ? fenceOf(line) : undefined;
      if (fence !== undefined) return line;
      // A fence in a list or quotation, or none: whether one is open from here on depends on where those end.
      isCertain &&= !/`{3}|~{3}/.test(line);
      return line.replace(/!(?=\[)|<(?=[a-z/!?])/gi, `$&${part}`);
    });
    const text = lines.join('');
    return fence === undefined ? text : `${text}${/[\r\n]$/.test(text) ? '' : '\n'}${fence}`;
  };
}

/** The marks of a fence that a line opens at its very beginning: of nothing but the document itself. */
function fenceOf(line: string): string | undefined {
  return /^(`{3,})[^`]*$|^(~{3,})/.exec(line)?.slice(1).find(Boolean);
}

function endsFence(line: string, fence: string): boolean {
  return /^ {0,3}(`{3,}|~{3,})[ \t]*[\r\n]*$/.exec(line)?.[1]?.startsWith(fence) === true;
}
