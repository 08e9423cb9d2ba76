// The table of settings in the READMEs, made from package.json and its texts.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './project.ts';

/** The READMEs, with the texts of their language and the heads of their tables. */
export const readmes = {
  'README.md': { texts: 'package.nls.json', head: '| setting | default | meaning |' },
  'README.zh-cn.md': { texts: 'package.nls.zh-cn.json', head: '| 设置 | 默认值 | 含义 |' },
} as const;

export type Readme = keyof typeof readmes;

interface Setting {
  readonly default: unknown;
  readonly order?: number;
  readonly markdownDescription: string;
}

/** The text of a README with its table as it has to be; the table stands between two comments. */
export async function withSettings(readme: Readme, text: string): Promise<string> {
  const table = await settingsTable(readme);
  return text.replace(
    /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, from, to) => `${from}\n${table}\n${to}`,
  );
}

async function settingsTable(readme: Readme): Promise<string> {
  const { texts, head } = readmes[readme];
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const words: Readonly<Record<string, string>> = JSON.parse(await readFile(path.join(root, texts), 'utf8'));
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
  return [head, '|---|---|---|', ...rows, ''].join('\n');
}

function shown(value: unknown): string {
  return value === '' || value === undefined ? '–' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
