// The head of Markdown files: the part between two lines `---` at the beginning, YAML by the rule and often none. Pure.
import { yamlValue } from '../../core/text/parse-yaml.ts';

export interface Headed {
  /** Every `key: value` of the head, as text; lists joined by commas. */
  readonly head: ReadonlyMap<string, string>;
  /** The text after the head, trimmed. */
  readonly body: string;
}

/**
 * Takes a text apart. Without a head, all of it is body. The head is read line by line, since such heads are often no
 * YAML: `globs: *.ts` would be an alias.
 */
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

/**
 * The texts in the head by key, as YAML defines them: folded over lines, for example. Invalid YAML is read line by
 * line: descriptions in practice contain unquoted colons.
 */
export function textsInHead(text: string): ReadonlyMap<string, string> {
  return textsIn(yamlIn(FRONT.exec(text)?.[1] ?? '')) ?? readHead(text).head;
}

/** A text without its head; one that is never closed is text. */
export function withoutFrontMatter(text: string): string {
  return text.replace(FRONT, '');
}

const FRONT = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

function yamlIn(front: string): unknown {
  try {
    return yamlValue(front);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
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
