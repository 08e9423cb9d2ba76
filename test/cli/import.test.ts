// `dominds import`: what other tools' rules become, and that nothing a person wrote is lost.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import type { ImportNote } from '../../src/core/facts/import-note.ts';
import { openRuntime, readMinds } from '../../src/runtime.ts';
import { sayImportNote } from '../../src/words/say.ts';
import { runDominds } from './run-support.ts';

interface Imported {
  readonly files: readonly { readonly path: string; readonly isNew: boolean; readonly sources: readonly string[] }[];
  readonly members: readonly string[];
  readonly notes: readonly ImportNote[];
  readonly written: readonly string[];
}

const roomodes = `customModes:
  - slug: docs-writer
    name: 📝 Docs Writer
    roleDefinition: You write documentation that people read.
    whenToUse: Anything below docs/
    customInstructions: |-
      Short sentences.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$
          description: Markdown only
      - browser
  - slug: tester
    name: Tester
    roleDefinition: You test.
    groups: [read, edit, command, mcp]
  - slug: human
    name: Reserved
    roleDefinition: No.
    groups: []
  - name: Without a slug
`;

describe('importing rules of other tools', () => {
  let rtws: string;
  beforeEach(async () => {
    rtws = await makeTempFolder('import');
  });
  afterEach(() => removeTempFolder(rtws));

  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(rtws, file)), { recursive: true });
    await writeFile(path.join(rtws, file), text);
  };
  const read = (file: string) => readFile(path.join(rtws, file), 'utf8');
  const run = (...argv: string[]) => runDominds(['import', ...argv], { openRuntime, cwd: rtws, env: {} });
  const imported = async (...argv: string[]): Promise<Imported> => {
    const { json, code } = await run('--json', ...argv);
    assert.equal(code, 0);
    return json[0] as Imported;
  };
  const lines = ({ notes }: Imported) => notes.map(note => sayImportNote(note, 'en'));

  it('makes a shared memory of every rule, wherever its maker keeps it', async () => {
    await put('.clinerules', 'Tabs, not spaces.\n');
    await put('.roo/rules/01-style.md', 'Be brief.');
    await put('.roo/rules/deep/names.txt', 'Long names.');
    await put('.cursorrules', 'Old rules.');
    await put(
      '.cursor/rules/ts.mdc',
      '---\ndescription: TypeScript\nglobs: *.ts,*.tsx\nalwaysApply: false\n---\nNo any.\n',
    );
    await put('.cursor/rules/all.mdc', '---\nalwaysApply: true\nglobs:\n---\nAsk first.\n');
    await put(
      '.cursor/rules/release.mdc',
      '---\ndescription: making a release\nalwaysApply: false\n---\nBump the version.\n',
    );
    await put('.github/copilot-instructions.md', 'Use pnpm.');
    await put('.github/instructions/py.instructions.md', '---\napplyTo: "**/*.py"\n---\nType hints.');
    const { written, notes } = await imported();
    const base = '.minds/memory/team_shared/rules';
    assert.deepEqual(written.toSorted(), [
      `${base}/cline/clinerules.md`,
      `${base}/copilot/copilot-instructions.md`,
      `${base}/copilot/py.md`,
      `${base}/cursor/all.md`,
      `${base}/cursor/cursorrules.md`,
      `${base}/cursor/release.md`,
      `${base}/cursor/ts.md`,
      `${base}/roo/01-style.md`,
      `${base}/roo/deep-names.md`,
    ]);
    assert.equal(await read(`${base}/cursor/ts.md`), 'For files that match *.ts, *.tsx:\n\nNo any.\n');
    assert.equal(
      await read(`${base}/cursor/release.md`),
      'When it is about this: making a release\n\nBump the version.\n',
    );
    assert.deepEqual(
      notes.map(({ source, kind }) => `${kind} ${source}`),
      [
        'always-now .cursor/rules/release.mdc',
        'scoped .cursor/rules/ts.mdc',
        'scoped .github/instructions/py.instructions.md',
      ],
    );
  });

  it('takes heads of every shape away, and only heads', async () => {
    await put('.cursor/rules/empty.mdc', '---\n---\nBody.\n');
    await put('.cursor/rules/windows.mdc', '\uFEFF---\r\nglobs: ["*.c", "*.h"]\r\n---\r\nBody.\r\n');
    await put('.cursor/rules/list.mdc', '---\nglobs:\n  - a/**\n  - b/**\n---\nBody.\n');
    await put('.cursor/rules/rule.mdc', 'Above.\n\n---\n\nBelow.\n');
    await put('.cursor/rules/open.mdc', '---\nNever closed.\n');
    await run();
    const texts = ['empty', 'windows', 'list', 'rule', 'open'].map(name =>
      read(`.minds/memory/team_shared/rules/cursor/${name}.md`),
    );
    assert.deepEqual(await Promise.all(texts), [
      'Body.\n',
      'For files that match *.c, *.h:\n\nBody.\n',
      'For files that match a/**, b/**:\n\nBody.\n',
      'Above.\n\n---\n\nBelow.\n',
      '---\nNever closed.\n',
    ]);
  });

  it('is read by every member from then on', async () => {
    await put('.clinerules/style.md', 'Tabs, not spaces.\n');
    await run();
    const prompt = await runDominds(['start', '--no-wait', '--json', 'Hello'], { openRuntime, cwd: rtws, env: {} });
    const { rootId } = prompt.json.at(-1) as { rootId: string };
    const { stdout } = await runDominds(['prompt', rootId, '--json'], { openRuntime, cwd: rtws, env: {} });
    assert.match(stdout, /Tabs, not spaces/);
  });

  it('makes members of custom modes, with no more rights than they had', async () => {
    await put('.roomodes', roomodes);
    await put('.roo/rules-tester/how.md', 'Red first.');
    await put('.roo/rules-code/how.md', 'Nobody has this name.');
    const done = await imported();
    assert.deepEqual(done.members, ['docs-writer', 'tester']);
    assert.equal(
      await read('.minds/team.yaml'),
      `# The team of this folder. Each member's persona is in .minds/team/<id>/persona.md.
default_responder: dominds
members:
  dominds:
    name: Dominds
  docs-writer:
    name: Docs Writer
    icon: 📝
    description: Anything below docs/
    toolsets: [ read, write, memory ]
    policy:
      - { decision: ask, tools: [ write ] }
  tester:
    name: Tester
    toolsets: [ read, write, shell, editor, memory ]
`,
    );
    assert.deepEqual(readMinds({ rtws, env: {} }).team().problems, []);
    assert.match(
      await read('.minds/team/docs-writer/persona.md'),
      /^You write documentation[\s\S]*Anything below docs\/\n$/,
    );
    assert.equal(await read('.minds/team/docs-writer/knowledge.md'), 'Short sentences.\n');
    assert.equal(await read('.minds/team/tester/knowledge.md'), 'Red first.\n');
    assert.deepEqual(lines(done), [
      '.roomodes: docs-writer was held to files like \\.md$; such a pattern is unknown here, so you are asked before each write',
      '.roomodes: has no counterpart here: the group browser of docs-writer',
      '.roomodes: human cannot be the id of a member',
      '.roomodes: is not imported: mode 4 has no slug',
      '.roo/rules-code/how.md: there is no member code to give this to',
    ]);
  });

  it('adds members to a team file whose comments and members stay', async () => {
    const team = `# Ours.\ndefault_responder: lead\n\nmembers:\n  # She decides.\n  lead: { name: Lena }\n  tester:\n    name: Old tester # stays\n`;
    await put('.minds/team.yaml', team);
    await put(
      '.roomodes',
      JSON.stringify({
        customModes: [
          { slug: 'tester', groups: [] },
          { slug: 'guide', groups: ['read'] },
        ],
      }),
    );
    const done = await imported();
    assert.equal(await read('.minds/team.yaml'), `${team}  guide:\n    name: guide\n    toolsets: [ read, memory ]\n`);
    assert.deepEqual(done.members, ['guide']);
    assert.deepEqual(lines(done), ['.roomodes: the team has a member tester already, who is left as it is']);
  });

  it('makes members of chat modes and says which of their settings it could not carry over', async () => {
    await put(
      '.github/chatmodes/Plan It.chatmode.md',
      '---\ndescription: Plans\ntools: [codebase, fetch]\n---\nYou plan.\n',
    );
    const done = await imported('--from', 'copilot');
    assert.deepEqual(done.members, ['plan-it']);
    assert.equal(await read('.minds/team/plan-it/persona.md'), 'You plan.\n\nTeammates call on you for this: Plans\n');
    assert.deepEqual(lines(done), [
      '.github/chatmodes/Plan It.chatmode.md: has no counterpart here: tools: codebase, fetch',
    ]);
  });

  it('makes members of agents only, and names the other files that lie among them', async () => {
    await put('.github/agents/README.md', '# Our agents\n\nOne file each.\n');
    await put('.github/agents/CONTRIBUTING.md', '---\ntitle: How to add one\n---\nCopy one.\n');
    await put('.github/agents/rev.md', '---\ndescription: Reviews\n---\nYou review.\n');
    await put('.github/chatmodes/ask.chatmode.md', 'You ask.\n');
    const done = await imported('--from', 'copilot');
    assert.deepEqual(done.members, ['ask', 'rev']);
    assert.deepEqual(
      lines(done),
      ['CONTRIBUTING', 'README'].map(
        name =>
          `.github/agents/${name}.md: is not imported: no agent, for its front matter has no name, description or tools`,
      ),
    );
  });

  it('leaves a custom agent that is a member already', async () => {
    await put('.github/agents/rev.agent.md', '---\nname: Code Reviewer\ndescription: Reviews\n---\nYou review.\n');
    const done = await imported('--from', 'copilot');
    assert.deepEqual([done.members, done.files], [[], []]);
    assert.deepEqual(lines(done), [
      '.github/agents/rev.agent.md: is the member code-reviewer as it is; nothing to import',
    ]);
  });

  it('writes nothing in a dry run, and only what was asked for', async () => {
    await put('.clinerules', 'One.');
    await put('.cursorrules', 'Two.');
    await put('AGENTS.md', 'Three.');
    const { code, stdout, stderr } = await run('--dry-run', '--from', 'cline');
    assert.equal(stdout, 'would write   .minds/memory/team_shared/rules/cline/clinerules.md  (.clinerules)\n');
    assert.equal(stderr, 'AGENTS.md: every member reads it as it is; nothing to import\n');
    assert.equal(code, 0);
    assert.deepEqual((await readdir(rtws)).sort(), ['.clinerules', '.cursorrules', 'AGENTS.md']);
  });

  it('never overwrites: what is there is kept and told, and a second run plans nothing', async () => {
    await put('.clinerules/a.md', 'New words.');
    await put('.clinerules/b.md', 'Same words.\n');
    await put('.clinerules/workflows/ship.md', 'Ship it.');
    await put('.minds/memory/team_shared/rules/cline/a.md', 'My own words.');
    const first = await imported();
    assert.deepEqual(first.written, ['.minds/memory/team_shared/rules/cline/b.md']);
    assert.equal(await read('.minds/memory/team_shared/rules/cline/a.md'), 'My own words.');
    const second = await imported();
    assert.deepEqual(second.files, []);
    assert.deepEqual(lines(second), [
      '.clinerules/workflows: has no counterpart here: workflows',
      '.clinerules/a.md: .minds/memory/team_shared/rules/cline/a.md says something else and is left as it is',
      '.clinerules/b.md: is in .minds/memory/team_shared/rules/cline/b.md already',
    ]);
  });

  it('says that a file which cannot be read stands in the way, not that it says something else', async () => {
    await put('.clinerules/rules.md', 'Tabs.');
    const target = '.minds/memory/team_shared/rules/cline/rules.md';
    await mkdir(path.join(rtws, target), { recursive: true });
    assert.deepEqual(lines(await imported()), [
      `.clinerules/rules.md: is not imported: ${target}: not read: it cannot be opened`,
    ]);
  });

  it('tells of rules too long to be shown whole, of binary files and of broken lists of modes', async () => {
    await put('.clinerules', 'x'.repeat(8_001));
    await put('.cursorrules', '\0');
    await put('.roomodes', 'customModes: [\n');
    assert.deepEqual(lines(await imported('--dry-run')), [
      '.roomodes: is not imported: it is not a list of customModes',
      '.cursorrules: is not imported: not read: it is a binary file',
      '.clinerules: .minds/memory/team_shared/rules/cline/clinerules.md is longer than the 8000 characters that members are shown: split it',
    ]);
  });

  it('reads and writes nothing outside of the folder', async () => {
    const outside = await makeTempFolder('outside');
    await writeFile(path.join(outside, 'secret.md'), 'secret');
    await symlink(outside, path.join(rtws, '.minds'));
    await mkdir(path.join(rtws, '.clinerules'));
    await symlink(path.join(outside, 'secret.md'), path.join(rtws, '.clinerules/secret.md'));
    await put('.cursorrules', 'Mine.');
    assert.deepEqual((await imported()).written, []);
    assert.deepEqual(await readdir(outside), ['secret.md']);
    await removeTempFolder(outside);
  });

  it('refuses a broken team file before anything is written, and an origin that it does not know', async () => {
    await put('.minds/team.yaml', 'members: [\n');
    await put('.roomodes', roomodes);
    const broken = await run();
    assert.equal(broken.code, 1);
    assert.match(
      broken.stderr,
      /^dominds: \.minds\/team\.yaml cannot be edited: its YAML is broken — correct it first\n/,
    );
    assert.deepEqual(await readdir(path.join(rtws, '.minds')), ['team.yaml']);
    assert.equal((await run('--from', 'emacs')).code, 2);
  });

  it('says when there is nothing', async () => {
    assert.equal((await run()).stderr, 'there are no rules of other tools here\n');
  });
});
