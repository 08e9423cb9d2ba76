// Which test files can notice a fault in a source: those that import it, over any number of steps, the nearest first.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT =
  /^\s*(?:import|export)\s(?!type\s)[^;]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)|^\s*import\s+'(\.[^']+)'/gm;

/** Imports of the files below `test/` and `src/`. All paths are relative to the root, with slashes. */
export interface ImportGraph {
  /** Every test file of the unit tests. */
  readonly tests: readonly string[];
  importsOf(file: string): readonly string[];
}

export function readImports(root: string): ImportGraph {
  const known = new Map<string, readonly string[]>();
  return {
    tests: globSync('test/**/*.test.ts', { cwd: root })
      .map(file => file.replaceAll('\\', '/'))
      .sort(),
    importsOf(file) {
      const imports = known.get(file) ?? readImportsOf(root, file);
      known.set(file, imports);
      return imports;
    },
  };
}

function readImportsOf(root: string, file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, from, late, bare]) => {
    const target = path.posix.join(path.posix.dirname(file), from ?? late ?? bare ?? '');
    return /\.tsx?$/.test(target) ? [target] : [];
  });
}

/**
 * The test files that reach the source: first those named after it and those that import it themselves, then all
 * others.
 */
export function testsFor(
  graph: ImportGraph,
  source: string,
): { readonly near: readonly string[]; readonly far: readonly string[] } {
  const named = source.replace(/^src\//, 'test/').replace(/\.ts$/, '');
  const reached = graph.tests
    .map(test => ({ test, steps: test.startsWith(`${named}.`) ? 0 : stepsTo(graph, test, source) }))
    .filter(({ steps }) => steps < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.steps - b.steps || (a.test < b.test ? -1 : 1));
  const isNear = ({ steps }: { readonly steps: number }) => steps <= 1;
  return {
    near: reached.filter(isNear).map(({ test }) => test),
    far: reached.filter(each => !isNear(each)).map(({ test }) => test),
  };
}

function stepsTo(graph: ImportGraph, from: string, to: string): number {
  const seen = new Set([from]);
  let edge = [from];
  for (let steps = 0; edge.length > 0; steps++) {
    if (edge.includes(to)) return steps;
    edge = edge.flatMap(file => graph.importsOf(file)).filter(file => !seen.has(file) && seen.add(file));
  }
  return Number.POSITIVE_INFINITY;
}
