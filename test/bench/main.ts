// `npm run bench [-- --json] [-- --only <text>] [-- --scale] [-- --store] [-- --compare <commit> [--rounds n]]`: every
// limit of SPEC 17 beside its floor of the same run. `--json` prints the rows only; progress goes to stderr. `--only`
// runs the parts whose names contain the text, `--scale` those at scale instead, which take long, `--store` those over
// a PostgreSQL server. `--compare` measures another commit's build and this one in turns, and tells how each row
// changed.
import '../support/personal-folder.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/project.ts';
import { makeTempFolder } from '../../scripts/temp-folder.ts';
import { changesText, compareWith } from './compare.ts';
import { describeMachine } from './machine.ts';
import { type Bench, parts } from './parts.ts';
import { type Row, tableText } from './row.ts';
import { scaleParts } from './scale.ts';
import { storeParts } from './store.ts';
import type { Prepared } from './workers/prepare.ts';
import { bundleWorkers } from './workers.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    scale: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});
const machine = describeMachine();
const rows: Row[] = [];
const leftOut: string[] = [];

const notes = `A turn ends when its last record is stored and published. Index files follow late, several changes at once, and
count in the turns during which they are written. Editor rows are measured in a plain process with an editor
that shows nothing; "own" is the time that its main thread was at work. Panel rows are measured in a headless browser.`;

const started = performance.now();
if (values.compare === undefined) await measureAndPrint();
else await compareAndPrint(values.compare);

async function measureAndPrint(): Promise<void> {
  await measure();
  if (values.json)
    console.log(JSON.stringify({ rows: rows.map(({ name, ratio, limit }) => ({ name, ratio, limit })) }));
  else printForPeople();
}

async function compareAndPrint(commit: string): Promise<void> {
  const args = values.only === undefined ? [] : ['--only', values.only];
  const changes = await compareWith({ commit, rounds: Number(values.rounds), args, say });
  if (values.json) console.log(JSON.stringify({ changes }));
  else console.log(`${machine}\n\n${changesText(changes)}`);
}

async function measure(): Promise<void> {
  const all = values.store ? storeParts : values.scale ? scaleParts : parts;
  const wanted = all.filter(({ name }) => name.includes(values.only ?? ''));
  // Where no test removes files: an ext4 without a journal avoids what was freed there in the last minutes, at 1 ms a
  // file.
  const folder = await makeTempFolder('bench', path.join(root, 'node_modules', '.cache'));
  const workers = await bundleWorkers();
  const server = await workers.start<{ baseUrl: string }>('model-server', null);
  const { baseUrl } = server.answer;
  let writing: Promise<Prepared> | undefined;
  const prepared = () => {
    if (!writing) say('writing some 15,000 stored dialogs');
    writing ??= workers.run<Prepared>('prepare', { folder, baseUrl });
    return writing;
  };
  const bench: Bench = { workers, folder, baseUrl, prepared };
  for (const { name, measure } of wanted) {
    say(name);
    try {
      rows.push(...(await measure(bench)));
    } catch (error) {
      leftOut.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      say(`left out — ${leftOut.at(-1)}`);
    }
  }
  await server.stop();
}

function printForPeople(): void {
  console.log(`${machine}\n`);
  console.log(tableText(rows));
  for (const line of leftOut) console.log(`left out: ${line}`);
  console.log(`\n${Math.round((performance.now() - started) / 1000)} s; ratios are medians over several rounds.`);
  console.log(notes);
}

function say(what: string): void {
  process.stderr.write(`bench: ${what}\n`);
}
