// `npm run mutants [-- --count n] [--seed s] [--only path[:line]] [--jobs n]`: puts faults into sources by chance, one
// at a time, and runs the tests that reach them. Prints every fault that no test noticed, and the rate; fails below 95
// of 100.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { assertNever } from '../../src/core/base/assert.ts';
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
const temp = makeFolder(path.join(tmpdir(), 'dominds-mutants-'));
const graph = readImports(root);
const all = mutantsOf(root, values.only).filter(mutant => !isHarmless(mutant, harmless));
const sample = sampleOf(all, Number(values.count ?? 100), Number(values.seed ?? 1));
const outcomes: Outcome[] = [];
console.log(`${sample.length} of ${all.length} faults`);

try {
  // What is quick is asked of all faults first: whole suites for the few that are left.
  const afterNear = await inTurns(sample, mutant => failIn(mutant, 'near'));
  const afterTypes = await inTurns(afterNear, problemIn);
  const left = await inTurns(afterTypes, mutant => failIn(mutant, 'far'));
  for (const mutant of left) tell(mutant, { kind: 'unnoticed' });
} finally {
  rmSync(temp, { recursive: true, force: true });
}
const countOf = (kind: Outcome['kind']) => outcomes.filter(outcome => outcome.kind === kind).length;
const rate = 1 - countOf('unnoticed') / outcomes.length;
console.log(
  `${outcomes.length} faults: ${countOf('tests')} noticed by tests, ${countOf('types')} by the types, ${countOf('unnoticed')} by neither (${(rate * 100).toFixed(1)} % noticed)`,
);
process.exitCode = rate >= WANTED ? 0 : 1;

/** Asks of each fault, some at a time, whether it is noticed. Gives those that are not. */
async function inTurns(
  mutants: readonly Mutant[],
  ask: (mutant: Mutant) => Promise<Outcome | undefined>,
): Promise<readonly Mutant[]> {
  const left: Mutant[] = [];
  const waiting = mutants.values();
  const work = async () => {
    for (const mutant of waiting) {
      const outcome = await ask(mutant);
      if (outcome) tell(mutant, outcome);
      else left.push(mutant);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs ?? 2) }, work));
  console.log(`${left.length} faults are left`);
  return left;
}

function tell(mutant: Mutant, outcome: Outcome): void {
  outcomes.push(outcome);
  console.log(`${mutant.file}:${mutant.line}  ${changeOf(mutant)}\n    ${wordsOf(outcome)}`);
}

function wordsOf(outcome: Outcome): string {
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

/** `near`: the tests that import the source itself, or are named after it; `far`: all others that reach it. */
function failIn(mutant: Mutant, which: 'near' | 'far'): Promise<Outcome | undefined> {
  return withFolder(async folder => {
    const fault = path.join(folder, 'fault.json');
    const url = pathToFileURL(path.join(root, mutant.file)).href;
    writeFileSync(fault, JSON.stringify({ url, source: withoutTypes(sourceOf(root, mutant)) }));
    const tests = testsFor(graph, mutant.file)[which];
    const noticedBy = await runTests(root, tests, { temp: folder, fault });
    return noticedBy === undefined ? undefined : { kind: 'tests', noticedBy };
  });
}

function problemIn(mutant: Mutant): Promise<Outcome | undefined> {
  return withFolder(async folder => {
    const source = sourceOf(root, mutant);
    const problem = await checkTypes(root, { file: mutant.file, source, temp: path.join(folder, 'tree') });
    return problem === undefined ? undefined : { kind: 'types', problem };
  });
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeFolder(path.join(temp, 'm'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One that the database server of the tests can enter, which runs as another user. */
function makeFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o755);
  return folder;
}
