// YAML front matter of Markdown files: the part between two lines `---` at the beginning. Pure.
import { yamlValue } from '../core/parse-yaml.ts';

const FRONT = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** A text without its front matter; one that is never closed is text. */
export function withoutFrontMatter(text: string): string {
  return text.replace(FRONT, '');
}

/**
 * The texts in the front matter by key. What is no YAML is read line by line: descriptions in the wild have colons that nobody
 * quoted.
 */
export function frontMatter(text: string): Readonly<Record<string, string>> {
  const front = FRONT.exec(text)?.[1] ?? '';
  return textsIn(yamlIn(front)) ?? linesIn(front);
}

function yamlIn(front: string): unknown {
  try {
    return yamlValue(front);
  } catch {
    return undefined;
  }
}

function textsIn(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === 'string'));
}

function linesIn(front: string): Record<string, string> {
  const pairs = [...front.matchAll(/^([\w-]+):[ \t]+(\S.*)$/gm)].map(([, key = '', value = '']) => [key, value.trim()]);
  return Object.fromEntries(pairs);
}
