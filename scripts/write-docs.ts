// `npm run docs`: writes what documents repeat of the code: the settings, and the third-party notices.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noticesText } from './notices.ts';
import { root } from './project.ts';
import { settingsDocument, withSettings } from './settings-table.ts';

const settings = path.join(root, settingsDocument);
await writeFile(settings, await withSettings(await readFile(settings, 'utf8')));
await writeFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), await noticesText());
