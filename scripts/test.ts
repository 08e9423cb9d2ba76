// `npm test`: everything that must hold. The extension is built and packed once; then what keeps the processor busy runs
// beside what mostly waits for an editor. Each stage prints its output when it ends; a table of them ends the run.
import { text } from 'node:stream/consumers';
import { start } from './child.ts';
import { root } from './project.ts';

interface Stage {
  readonly name: string;
  readonly seconds: number;
  readonly ok: boolean;
}

/** Stages one after the other, each a script of package.json; the rest of a lane goes on after a failure. */
async function runLane(names: readonly string[]): Promise<readonly Stage[]> {
  const stages: Stage[] = [];
  for (const name of names) {
    const began = performance.now();
    const { process: stage } = start('npm', ['run', '-s', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number>(resolve => stage.once('close', code => resolve(code ?? 1)));
    const printed = await Promise.all([stage.stdout, stage.stderr].map(stream => (stream ? text(stream) : '')));
    const ok = (await ended) === 0;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`\n── ${name} ${ok ? 'is green' : 'FAILED'} after ${seconds} s\n${printed.join('')}`);
    stages.push({ name, seconds, ok });
  }
  return stages;
}

const began = performance.now();
const made = await runLane(['package']);
const isMade = made.every(({ ok }) => ok);
const lanes = [
  ['check', 'test:unit', 'test:late'],
  ['test:host', 'test:e2e'],
];
const tested = isMade ? (await Promise.all(lanes.map(runLane))).flat() : [];
for (const { name, seconds, ok } of [...made, ...tested])
  console.log(`${ok ? 'green ' : 'FAILED'} ${String(seconds).padStart(5)} s  ${name}`);
console.log(`       ${String(Math.round((performance.now() - began) / 1000)).padStart(5)} s  in all`);
process.exitCode = isMade && tested.every(({ ok }) => ok) ? 0 : 1;
