// Every piece of YAML in a document that is a file of `.minds/` is read as one, and nothing is wrong in it.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../scripts/project.ts';
import { readDomain } from '../../src/core/belief/domain/domain-file.ts';
import { parsePlaybook } from '../../src/llm/playbook/playbook.ts';
import { parseLlmFile } from '../../src/minds/models/llm-file.ts';
import { parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { parseNotifyFile } from '../../src/minds/times/parse-notify.ts';
import { parseSchedulesFile } from '../../src/minds/times/parse-schedules.ts';
import { codeBlocksOf, published, readDocuments } from './documents.ts';

describe('YAML in the documents', () => {
  it('is right as the file of .minds/ that it shows', async () => {
    const seen = new Map<string, number>();
    for (const document of await readDocuments(...published)) {
      for (const { language, text, line } of codeBlocksOf(document)) {
        if (language !== 'yaml') continue;
        const place = `${document.file}:${line}`;
        const kind = kindOf(text);
        assert.ok(kind, `${place} is no file that is known here`);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        assert.deepEqual(problems[kind](text, place), [], place);
      }
    }
    assert.deepEqual([...seen.keys()].sort(), Object.keys(problems).sort());
  });

  it('is right as well where an example keeps a real model ready in comments', async () => {
    let count = 0;
    for await (const file of glob('examples/*/.minds/llm.yaml', { cwd: root })) {
      const [, commented = ''] = (await readFile(path.join(root, file), 'utf8')).split(/^# A real model.*\n#\n/m);
      const text = commented.replaceAll(/^# ?/gm, '').split('\n\n', 1)[0] ?? '';
      assert.match(text, /^provider: openai\nbase_url: /, file);
      assert.deepEqual(problems.llm(text, file), [], file);
      count += 1;
    }
    assert.equal(count, 3);
  });
});

/** What is wrong in a block, by the file that it shows. */
const problems = {
  team: (text, place) => parseTeam(text, place).problems,
  domain: (text, place) => readDomain(text, place).problems,
  notify: (text, file) => parseNotifyFile(text, { env: {}, mayRun: false, file }).problems,
  mcp: (text, place) => parseMcpFile(text, place).problems,
  schedules: text => parseSchedulesFile(text).problems,
  playbook: (text, place) => {
    const read = parsePlaybook(text, place);
    return 'problems' in read ? read.problems : [];
  },
  llm: (text, place) => parseLlmFile(text, place).problems,
  /** A workflow of GitHub and services of Docker Compose: run or read by others. */
  foreign: () => [],
} satisfies Record<string, (text: string, place: string) => readonly unknown[]>;

const kinds: readonly (readonly [key: string, kind: keyof typeof problems])[] = [
  ['jobs', 'foreign'],
  ['services', 'foreign'],
  ['members', 'team'],
  ['member_defaults', 'team'],
  ['flows', 'domain'],
  ['transports', 'notify'],
  ['servers', 'mcp'],
  ['schedules', 'schedules'],
  ['replies', 'playbook'],
  ['provider', 'llm'],
  ['base_url', 'llm'],
  ['providers', 'llm'],
];

function kindOf(text: string): keyof typeof problems | undefined {
  const file = parse(text) as object | null;
  return kinds.find(([key]) => file !== null && key in file)?.[1];
}
