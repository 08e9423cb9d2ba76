// `npm run docs`: writes what documents repeat of the code: the settings in both READMEs, and the third-party notices.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noticesText } from './notices.ts';
import { root } from './project.ts';
import { type Readme, readmes, withSettings } from './settings-table.ts';

for (const readme of Object.keys(readmes) as Readme[]) {
  const file = path.join(root, readme);
  await writeFile(file, await withSettings(readme, await readFile(file, 'utf8')));
}
await writeFile(path.join(root, 'THIRD-PARTY-NOTICES.md'), await noticesText());
