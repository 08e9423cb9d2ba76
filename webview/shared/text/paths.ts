// Paths of files in prose, which become links that open the file (SPEC 25.8). Pure.
import type { StateCore, Token } from 'markdown-it';

/** Endings that make a name without folders a file. */
const endings =
  'c|cc|cfg|cjs|conf|cpp|cs|css|csv|env|go|h|hpp|html|ini|ipynb|java|js|json|jsonc|jsx|kt|lock|lua|md|mjs|mts|php|ps1|py|rb|rs|scss|sh|sql|svg|swift|toml|ts|tsx|txt|vue|xml|yaml|yml';
const place = '(?::\\d+(?:[:-]\\d+)?)?';
const inFolders = `(?:\\.{1,2}/)?(?:[\\w@.-]+/)+[\\w@-][\\w@.-]*\\.[a-zA-Z]\\w{0,7}${place}`;
const whole = new RegExp(`^(?:${inFolders}|[\\w@-][\\w@.-]*\\.(?:${endings})${place})$`);
const inText = new RegExp(`(?<![\\w/:.@-])${inFolders}(?![\\w/:-])`, 'g');

/** True if a piece of code names a file, perhaps with a line. */
export function isPath(code: string): boolean {
  return code.length < 300 && whole.test(code) && !code.includes('://');
}

/** Links the paths in plain text outside of links. */
export function linkPaths(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'inline' || !token.children || !token.content.includes('/')) continue;
    let depth = 0;
    token.children = token.children.flatMap(child => {
      if (child.type === 'link_open' || child.type === 'link_close') depth += child.nesting;
      return child.type === 'text' && depth === 0 ? linked(child, state) : [child];
    });
  }
}

function linked(token: Token, state: StateCore): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  const text = (content: string) => {
    if (content === '') return;
    const piece = new state.Token('text', '', 0);
    piece.content = content;
    tokens.push(piece);
  };
  for (const { 0: path, index } of token.content.matchAll(inText)) {
    text(token.content.slice(from, index));
    const open = new state.Token('link_open', 'a', 1);
    open.attrs = [['href', path]];
    tokens.push(open);
    text(path);
    tokens.push(new state.Token('link_close', 'a', -1));
    from = index + path.length;
  }
  if (from === 0) return [token];
  text(token.content.slice(from));
  return tokens;
}
