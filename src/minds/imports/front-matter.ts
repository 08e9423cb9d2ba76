// The head of a rule file. Read line by line, since such heads are often no YAML: `globs: *.ts` would be an alias. Pure.

export interface Headed {
  /** Every `key: value` of the head, as text; lists joined by commas. */
  readonly head: ReadonlyMap<string, string>;
  /** What follows the head, trimmed. */
  readonly body: string;
}

/** Takes a text apart. Without a head, all of it is body. */
export function readHead(text: string): Headed {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const found = /^---[ \t]*\n((?:[\s\S]*?\n)?)---[ \t]*(?:\n|$)/.exec(plain);
  if (!found) return { head: new Map(), body: plain.trim() };
  const head = new Map<string, string>();
  let key: string | undefined;
  for (const line of (found[1] ?? '').split('\n')) {
    const pair = /^([A-Za-z][\w-]*):(.*)$/.exec(line);
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (pair) {
      key = pair[1] ?? '';
      head.set(key, plainValue(pair[2] ?? ''));
    } else if (item && key !== undefined) {
      head.set(key, [head.get(key), plainValue(item[1] ?? '')].filter(part => part).join(', '));
    }
  }
  return { head, body: plain.slice(found[0].length).trim() };
}

/** Without quotes and brackets. */
function plainValue(value: string): string {
  return value
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .split(',')
    .map(part => part.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter(part => part !== '')
    .join(', ');
}
