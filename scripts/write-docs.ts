// `npm run docs`: writes what the manifest and documents repeat of the code: the providers, the settings, and the
// third-party notices.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noticesText } from './notices.ts';
import { root } from './project.ts';
import { manifestWithProviders, providersDocument, withProviders } from './provider-tables.ts';
import { settingsDocument, withSettings } from './settings-table.ts';

for (const [document, write] of [
  ['package.json', manifestWithProviders],
  [providersDocument, withProviders],
  [settingsDocument, withSettings],
] as const) {
  const file = path.join(root, document);
  await writeFile(file, await write(await readFile(file, 'utf8')));
}
await writeFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), await noticesText());
