// Every command of a README or document is run here, block by block, in the order of its file: `dominds` against the
// real runtime in a folder of its own (an example's text in a copy of that example), `npm run …` against package.json.
// Placeholders stand for what is there: `<question>` for the first open question, `<dialog>` and `<root>` for the
// newest root, `<callId>` for its first open call. A block that cannot run offline or does not end says why: `<!-- not
// run: … -->` on the line above it. One that a shell has to run says `<!-- run: … -->`: test/cli/docs.test.ts runs it.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { openRuntime } from '../../src/runtime.ts';
import { runDominds } from '../cli/run-support.ts';
import { codeBlocksOf, type Document, published, readDocuments } from './documents.ts';

/** Blocks that are not run at all, over all documents: keep it small. */
const MAX_NOT_RUN = 12;

const documents = await readDocuments(...published);
const shells = ['sh', 'bash', 'shell', 'console'];

describe('the commands of the documents', () => {
  for (const document of documents.filter(hasCommands)) {
    it(`run as ${document.file} shows them`, async function () {
      this.timeout(120_000);
      const folder = await makeFolder(document);
      for (const { text, language, line, notRun, inShell } of codeBlocksOf(document)) {
        if (!shells.includes(language) || notRun !== undefined || inShell) continue;
        for (const command of commandsIn(text)) await run(command, folder, `${document.file}:${line}`);
      }
      await removeTempFolder(path.dirname(folder));
    });
  }

  it('are seldom left out, and never without a reason', () => {
    const reasons = documents.flatMap(document => codeBlocksOf(document).flatMap(({ notRun }) => notRun ?? []));
    assert.ok(reasons.length <= MAX_NOT_RUN, `${reasons.length} blocks are not run`);
    for (const reason of reasons) assert.ok(reason.length > 5, reason);
  });

  it('stand in blocks that name their language', () => {
    const unnamed = documents.flatMap(document =>
      codeBlocksOf(document).flatMap(({ language, line }) => (language === '' ? [`${document.file}:${line}`] : [])),
    );
    assert.deepEqual(unnamed, [], 'write ```sh for commands and ```text for what is none');
  });

  it('never let npx fetch the other package of that name: outside of a checkout `dominds` is installed', () => {
    const fetching = /npx dominds(?!` works in the checkout only)|"npx"[^\n]*"dominds"/;
    for (const { file, text } of documents) if (file.startsWith('docs/')) assert.doesNotMatch(text, fetching, file);
  });

  it('are told apart from comments and joined over lines', () => {
    assert.deepEqual(
      commandsIn(
        '# a\nnpm ci && npm test  # b\n\ndominds start \\\n  "a # b" x\n$ dominds list > l.txt\nsource <(dominds x)\n',
      ),
      ['npm ci', 'npm test', 'dominds start "a # b" x', 'dominds list', 'dominds x'],
    );
    assert.deepEqual(wordsIn(`npx dominds start "It's a \\"x\\"" 'y z'`), [
      'npx',
      'dominds',
      'start',
      `It's a "x"`,
      'y z',
    ]);
  });
});

function hasCommands(document: Document): boolean {
  return codeBlocksOf(document).some(({ language }) => shells.includes(language));
}

/** A copy of the document's example, else a folder whose lead asks once and is then done. */
async function makeFolder({ file }: Document): Promise<string> {
  const folder = path.join(await makeTempFolder('docs'), 'rtws');
  const example = /^examples\/[^/]+(?=\/)/.exec(file)?.[0];
  if (example === undefined) {
    await mkdir(path.join(folder, '.minds'), { recursive: true });
    for (const [name, text] of Object.entries(talkingTeam)) await writeFile(path.join(folder, '.minds', name), text);
    return folder;
  }
  await cp(path.join(root, example), folder, { recursive: true, filter: source => !source.endsWith('.dialogs') });
  const playbook = path.join(folder, '.minds/demo.playbook.yaml');
  const text = await readFile(playbook, 'utf8');
  await writeFile(playbook, text.replace(/^( *)(delayMs|chunkDelayMs): \d+$/gm, '$1$2: 0'));
  return folder;
}

const talkingTeam = {
  'team.yaml': 'default_responder: lead\nmembers:\n  lead: { name: Lead }\n  researcher: { name: Researcher }\n',
  'llm.yaml': 'provider: playbook\nplaybook: talk.playbook.yaml\n',
  'talk.playbook.yaml': `replies:
  - when: { contains: "awaiting:" }
    repeat: true
    say: "draft: A draft."
  - when: { agent: lead }
    say: |
      !?@human Which way?
      !?- the first one
      !?- the second one
  - repeat: true
    say: It is done.
    tools: [{ name: mark_done, args: {} }]
`,
};

/** One command a line; comments, prompts, continuations and where the output goes taken away, lists taken apart. */
function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map(line =>
      line
        .replace(/^\$ /, '')
        .replace(/(^|\s)#(?=([^"']|"[^"]*"|'[^']*')*$).*$/, '')
        .trim(),
    )
    .filter(line => line !== '')
    .flatMap(line => line.split(/\s+&&\s+/))
    .map(line => line.replace(/^source <\((.*)\)$/, '$1').replace(/\s+>\s+\S+$/, ''));
}

async function run(command: string, folder: string, where: string): Promise<void> {
  const [program = '', ...rest] = wordsIn(await filled(command, folder));
  if (program === 'npm') return runNpm(rest, where);
  const argv = program === 'npx' ? rest.slice(1) : rest;
  assert.ok(
    (program === 'npx' ? rest[0] : program) === 'dominds',
    `${where}: ${program} is not run here: mark the block as not run`,
  );
  const from = argv.indexOf('<');
  const stdin = from < 0 ? '' : await readFile(path.join(folder, argv[from + 1] ?? ''), 'utf8');
  const words = from < 0 ? argv : argv.slice(0, from);
  const { code, stderr } = await dominds(words, folder, stdin);
  const failures = stderr.split('\n').filter(line => line.startsWith('dominds: '));
  assert.deepEqual(
    { where, command, code: code === 3 ? 0 : code, failures },
    { where, command, code: 0, failures: [] },
  );
}

function dominds(argv: readonly string[], cwd: string, stdin = '') {
  return runDominds(argv, { openRuntime, cwd, env: {}, stdin });
}

/** What runs long is run elsewhere: `npm start` by test/e2e/start.e2e.ts, the others by whoever runs this. */
async function runNpm([verb = '', script]: readonly string[], where: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const isKnown = ['ci', 'install'].includes(verb) || Object.hasOwn(scripts, verb === 'run' ? (script ?? '') : verb);
  assert.ok(isKnown, `${where}: package.json has no script ${script ?? verb}`);
}

async function filled(command: string, folder: string): Promise<string> {
  let text = command;
  for (const [placeholder] of command.matchAll(/<(question|questionId|dialog|root|rootId|callId)>/g)) {
    text = text.replace(placeholder, await meaningOf(placeholder.slice(1, -1), folder));
  }
  return text;
}

/** What is named is there: else a dialog is started that asks. */
async function meaningOf(placeholder: string, folder: string): Promise<string> {
  const asked = async () => ((await dominds(['q4h', '--json'], folder)).json[0] as { id: string }[])[0]?.id;
  const newest = async () => ((await dominds(['list', '--json'], folder)).json[0] as { rootId: string }[])[0]?.rootId;
  const find = placeholder.startsWith('question') ? asked : newest;
  const found = await find();
  if (found !== undefined) return found;
  await dominds(['start', 'Ask me which way'], folder);
  return (await find()) ?? placeholder;
}

function wordsIn(command: string): readonly string[] {
  return [...command.matchAll(/"((?:\\.|[^"])*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double?.replaceAll('\\"', '"') ?? single ?? word,
  );
}
