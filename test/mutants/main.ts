// `npm run mutants [-- --count n] [--seed s] [--only path[:line]] [--jobs n]`: puts faults into sources by chance, one at a time,
// and runs the tests that reach them. Prints every fault that no test noticed, and the rate; fails below 95 of 100.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { assertNever } from '../../src/core/assert.ts';
import { checkTypes } from './check-types.ts';
import { withoutTypes } from './faults.ts';
import { harmless } from './harmless.ts';
import { runTests } from './run-tests.ts';
import { changeOf, isHarmless, type Mutant, mutantsOf, sampleOf, sourceOf } from './sample.ts';
import { readImports, testsFor } from './tests-for.ts';

/** Which of the two noticed a fault. */
type Outcome =
  | { readonly kind: 'unnoticed' }
  | { readonly kind: 'types'; readonly problem: string }
  | { readonly kind: 'tests'; readonly noticedBy: string };

const WANTED = 0.95;
const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    jobs: { type: 'string' },
  },
});
const root = path.join(import.meta.dirname, '../..');
const temp = mkdtempSync(path.join(tmpdir(), 'dominds-mutants-'));
const graph = readImports(root);
const all = mutantsOf(root, values.only).filter(mutant => !isHarmless(mutant, harmless));
const sample = sampleOf(all, Number(values.count ?? 100), Number(values.seed ?? 1));
const waiting = sample.entries();
const outcomes: Outcome[] = [];
console.log(`${sample.length} of ${all.length} faults`);

try {
  await Promise.all(Array.from({ length: Number(values.jobs ?? 2) }, work));
} finally {
  rmSync(temp, { recursive: true, force: true });
}
const countOf = (kind: Outcome['kind']) => outcomes.filter(outcome => outcome.kind === kind).length;
const rate = 1 - countOf('unnoticed') / outcomes.length;
console.log(
  `${outcomes.length} faults: ${countOf('tests')} noticed by tests, ${countOf('types')} by the types, ${countOf('unnoticed')} by neither (${(rate * 100).toFixed(1)} % noticed)`,
);
process.exitCode = rate >= WANTED ? 0 : 1;

async function work(): Promise<void> {
  for (const [index, mutant] of waiting) {
    const outcome = await look(mutant, path.join(temp, `${index}`));
    outcomes.push(outcome);
    console.log(`${mutant.file}:${mutant.line}  ${changeOf(mutant)}\n    ${tell(outcome)}`);
  }
}

function tell(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'unnoticed':
      return 'NOT NOTICED';
    case 'types':
      return `noticed by the types: ${outcome.problem}`;
    case 'tests':
      return `noticed by ${outcome.noticedBy}`;
    default:
      return assertNever(outcome);
  }
}

async function look(mutant: Mutant, folder: string): Promise<Outcome> {
  mkdirSync(folder);
  try {
    return await outcomeOf(mutant, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The nearest tests find most faults, and the types take less time than all the others. */
async function outcomeOf(mutant: Mutant, folder: string): Promise<Outcome> {
  const fault = path.join(folder, 'fault.json');
  const url = pathToFileURL(path.join(root, mutant.file)).href;
  const source = sourceOf(root, mutant);
  writeFileSync(fault, JSON.stringify({ url, source: withoutTypes(source) }));
  const { near, far } = testsFor(graph, mutant.file);
  const failIn = (tests: readonly string[]) => runTests(root, tests, { temp: folder, fault });
  const first = await failIn(near);
  if (first !== undefined) return { kind: 'tests', noticedBy: first };
  const problem = await checkTypes(root, { file: mutant.file, source, temp: path.join(folder, 'tree') });
  if (problem !== undefined) return { kind: 'types', problem };
  const noticedBy = await failIn(far);
  return noticedBy === undefined ? { kind: 'unnoticed' } : { kind: 'tests', noticedBy };
}
