// The table of settings in the documents, made from package.json and its texts.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.ts';

/** The document that has the table. */
export const settingsDocument = 'docs/settings.md';

interface Setting {
  readonly default: unknown;
  readonly order?: number;
  readonly markdownDescription: string;
}

/** The text of that document with the table as it has to be, between two comments. */
export async function withSettings(text: string): Promise<string> {
  return between(text, 'settings', await settingsTable());
}

/** A document with new content between two comments. */
export function between(text: string, mark: string, content: string): string {
  const place = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  return text.replace(place, (_, from, to) => `${from}\n${content}\n\n${to}`);
}

async function settingsTable(): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const words: Readonly<Record<string, string>> = JSON.parse(
    await readFile(path.join(root, 'package.nls.json'), 'utf8'),
  );
  const categories: readonly { readonly properties: Readonly<Record<string, Setting>> }[] =
    manifest.contributes.configuration;
  const rows = categories
    .flatMap(({ properties }) => Object.entries(properties).sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0)))
    .map(([key, setting]) => {
      const meaning = setting.markdownDescription
        .replace(/^%(.*)%$/, (_, name) => words[name] ?? '')
        // Commands are links in the editor only.
        .replaceAll(/\[([^\]]+)\]\(command:[^)]+\)/g, '*$1*');
      return `| \`${key}\` | ${shown(setting.default)} | ${meaning.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`;
    });
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function shown(value: unknown): string {
  return value === '' || value === undefined ? '–' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
