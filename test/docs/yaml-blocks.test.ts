// Every piece of YAML in a document that is a file of `.minds/` is read as one, and nothing is wrong in it.
import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { readDomain } from '../../src/core/belief/domain/domain-file.ts';
import type { FileProblem } from '../../src/core/team.ts';
import { parseLlmFile } from '../../src/minds/llm-file.ts';
import { parseNotifyFile } from '../../src/minds/parse-notify.ts';
import { parseTeam } from '../../src/minds/team-file.ts';
import { codeBlocksOf, published, readDocuments } from './documents.ts';

describe('YAML in the documents', () => {
  it('is right as a team, as a choice of models, or as a domain', async () => {
    let count = 0;
    for (const document of await readDocuments(...published)) {
      for (const { language, text, line } of codeBlocksOf(document)) {
        if (language !== 'yaml') continue;
        count += 1;
        const place = `${document.file}:${line}`;
        assert.deepEqual(problemsOf(text, place), [], place);
      }
    }
    assert.ok(count > 8);
  });
});

function problemsOf(text: string, place: string): readonly FileProblem[] {
  const file = parse(text) as object | null;
  const has = (key: string) => file !== null && key in file;
  if (has('members') || has('member_defaults')) return parseTeam(text, place).problems;
  if (has('flows')) return readDomain(text, place).problems;
  if (has('transports')) return parseNotifyFile(text, { env: {}, mayRun: false, file: place }).problems;
  if (has('provider') || has('base_url') || has('providers')) return parseLlmFile(text, place).problems;
  return [];
}
