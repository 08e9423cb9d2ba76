// `npm run bench:peers`: other agent frameworks from npm doing the same work against the same mock server. They are
// installed when this is run, into a folder of the system's temporary one, and kept there for the next run.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../scripts/child.ts';
import { root } from '../../scripts/project.ts';
import { makeTempFolder } from '../../scripts/temp-folder.ts';
import { describeMachine } from './machine.ts';
import { milliseconds } from './row.ts';
import { median } from './stats.ts';
import type { Figure, OursFigures } from './workers/ours.ts';
import { bundleWorkers } from './workers.ts';

const versions = {
  '@ai-sdk/openai-compatible': '3.0.92',
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/openai': '1.6.0',
  '@openai/agents': '0.20.0',
  ai: '7.0.173',
  openai: '7.57.0',
  zod: '4.6.7',
};

/** A program of `peers/`, and what it keeps of a conversation. */
const peers = [
  { program: 'openai-package', name: 'openai (the floor)', stores: 'nothing' },
  { program: 'openai-agents', name: '@openai/agents', stores: 'nothing; a session in memory' },
  { program: 'ai-sdk', name: 'ai (Vercel AI SDK)', stores: 'nothing; an array of the caller' },
  { program: 'langgraph', name: '@langchain/langgraph', stores: 'nothing; checkpoints in memory' },
];
const kinds = ['turn', 'delegation', 'stream', 'resume'] as const;
const ROUNDS = 2;

type Figures = Partial<Record<(typeof kinds)[number], Figure>>;

const machine = describeMachine();
const folder = await install();
const workers = await bundleWorkers();
const server = await workers.start<{ baseUrl: string }>('model-server', null);
const measured = new Map<string, Figures[]>();
for (let round = 0; round < ROUNDS; round++) {
  // In turns, so that a busy machine slows all alike.
  note('ours', await workers.run<OursFigures>('ours', { folder: await makeTempFolder('do'), ...server.answer }));
  for (const { program } of peers) note(program, await runPeer(program, server.answer.baseUrl));
}
await server.stop();
print();

function note(program: string, figures: Figures): void {
  measured.set(program, [...(measured.get(program) ?? []), figures]);
  process.stderr.write(`bench:peers: ${program} ${JSON.stringify(figures)}\n`);
}

async function install(): Promise<string> {
  const place = path.join(tmpdir(), 'dominds-peers');
  mkdirSync(place, { recursive: true });
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: versions }, undefined, 2);
  const file = path.join(place, 'package.json');
  const isThere = existsSync(path.join(place, 'node_modules')) && existsSync(file);
  if (!isThere || readFileSync(file, 'utf8') !== wanted) {
    writeFileSync(file, wanted);
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: place });
  }
  cpSync(path.join(root, 'test', 'bench', 'peers'), place, { recursive: true });
  return place;
}

async function runPeer(program: string, baseUrl: string): Promise<Figures> {
  const output = await run(process.execPath, [path.join(folder, `${program}.mjs`), baseUrl], { cwd: folder });
  // Before its last line a program may say what it likes.
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Figures;
}

/** Medians over the rounds: by the clock, and what the process itself worked. */
function print(): void {
  const lines = [...peers, { program: 'ours', name: 'Dominds', stores: 'every record, in files' }].map(
    ({ program, name, stores }) => [name, ...kinds.map(kind => cell(measured.get(program) ?? [], kind)), stores],
  );
  console.log(`${machine}\n`);
  console.log(`| | ${kinds.join(' | ')} | stores |\n|---|${kinds.map(() => '---|').join('')}---|`);
  for (const cells of lines) console.log(`| ${cells.join(' | ')} |`);
}

function cell(rounds: readonly Figures[], kind: (typeof kinds)[number]): string {
  const figures = rounds.flatMap(figure => figure[kind] ?? []);
  if (figures.length === 0) return '—';
  const of = (key: keyof Figure) => milliseconds(median(figures.map(figure => figure[key])));
  return `${of('cpuMs')} (${of('ms')})`;
}
