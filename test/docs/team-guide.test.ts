// docs/team-guide.md names every file of `.minds/` that is read, and the documents every key of team.yaml, llm.yaml and
// the others.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { draftFilePath } from '../../src/minds/draft-file.ts';
import { mcpFilePath } from '../../src/minds/servers/mcp-file.ts';
import { teamFilePath } from '../../src/minds/team/team-files.ts';
import { notifyFilePath } from '../../src/minds/times/notify-file.ts';
import { schedulesFilePath } from '../../src/minds/times/schedules-file.ts';
import { type Document, readDocuments } from './documents.ts';

describe('the guides to .minds/', () => {
  let documents: readonly Document[];
  before(async () => {
    documents = (await readDocuments('docs/*.md')).filter(({ file }) => file !== 'docs/spec.md');
  });

  it('list every file that is read', async () => {
    const guide = await readFile(path.join(root, 'docs/team-guide.md'), 'utf8');
    const [, list = ''] = /```text\n\.minds\/\n(.*?)```/s.exec(guide) ?? [];
    const names = [...list.matchAll(/^ {2}(\S+)/gm)].map(match => match[1]);
    for (const file of [teamFilePath, draftFilePath, mcpFilePath, notifyFilePath, schedulesFilePath, '.minds/llm.yaml'])
      assert.ok(names.includes(path.posix.relative('.minds', file)), file);
  });

  it('name every key that the editor offers', async () => {
    const text = documents.map(document => document.text).join('\n');
    for (const name of ['team', 'llm', 'mcp', 'draft', 'domain']) {
      const schema = JSON.parse(await readFile(path.join(root, `media/schemas/${name}.schema.json`), 'utf8'));
      for (const key of keysIn(schema))
        assert.match(text, new RegExp(`(?<![\\w-])${key}(?![\\w-])`), `${key} of ${name}.yaml`);
    }
  });
});

/** The names of all properties, at any depth. */
function keysIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'properties' ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)] : keysIn(value),
  );
}
