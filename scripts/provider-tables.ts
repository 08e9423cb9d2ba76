// What the manifest and the documents repeat of the table of providers.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { providerIds, serverProviders } from '../src/core/team/providers.ts';
import { presets } from '../src/llm/models/presets.ts';
import { root } from './project.ts';
import { between } from './settings-table.ts';

/** The document that has the table. */
export const providersDocument = 'docs/models.md';

/** The text of package.json with every provider in its setting, with its own description or its name. */
export async function manifestWithProviders(text: string): Promise<string> {
  const manifest = JSON.parse(text);
  const words = await manifestWords();
  const name = (id: string) => serverProviders.find(row => row.id === id)?.name;
  const setting = manifest.contributes.configuration[0].properties['dominds.provider'];
  setting.enum = ['auto', ...providerIds];
  setting.enumDescriptions = setting.enum.map((id: string) => {
    const key = `setting.provider.${id}`;
    return key in words ? `%${key}%` : name(id);
  });
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The text of the document of models with the table of providers, and the variables of keys, as they have to be. */
export async function withProviders(text: string): Promise<string> {
  const words = await manifestWords();
  const rows = providerIds.map(id => {
    const row = serverProviders.find(each => each.id === id);
    const meaning = words[`setting.provider.${id}`] ?? row?.name;
    return row
      ? `| \`${id}\` | ${meaning} | \`${row.baseUrl}\` | \`${row.addressVariable}\`, \`${row.keyVariable}\` |`
      : `| \`${id}\` | ${meaning} | | |`;
  });
  const table = ['| provider | what it is | address | variables |', '|---|---|---|---|', ...rows].join('\n');
  const variables = [...new Set(presets.flatMap(({ keyVariable }) => keyVariable ?? []))];
  const keys = variables.map(variable => `\`${variable}\``).join(', ');
  return between(between(text, 'providers', table), 'keys', keys);
}

async function manifestWords(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(path.join(root, 'package.nls.json'), 'utf8'));
}
