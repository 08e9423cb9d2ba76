// How the sources are cut into files and what of them needs what: the figures of `npm run house`, and what
// `test/architecture.test.ts` holds. Paths are relative to the repository, or to a copy of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of `src/` or `webview/`. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** What a file imports: a relative path or the name of a library, for types alone, to run, or late. */
export interface Import {
  readonly file: string;
  readonly target: string;
  readonly kind: 'type' | 'value' | 'late';
}

/** The TypeScript files in a copy of the repository. */
export function readSources(repository: string): readonly Source[] {
  return ['src', 'webview'].flatMap(folder =>
    readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(entry => path.join(entry.parentPath, entry.name))
      .map(file => ({ file: path.relative(repository, file), text: readFileSync(file, 'utf8') })),
  );
}

/** All imports of a file. */
export function importsOf({ file, text }: Source): readonly Import[] {
  const fixed = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)];
  const late = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)];
  return [
    ...fixed.map(([, type, from, effect]): Import => {
      return { file, target: from ?? effect ?? '', kind: type ? 'type' : 'value' };
    }),
    ...late.map(([, target = '']): Import => ({ file, target, kind: 'late' })),
  ];
}

/** The file that is imported, or the name of a library. */
export function fileOf({ file, target }: Import): string {
  return target.startsWith('.') ? path.join(path.dirname(file), target) : target;
}

/** The files that can be reached from themselves, by what is imported at once. */
export function inCircles(imports: readonly Import[]): readonly string[] {
  const edges = Map.groupBy(
    imports.filter(({ kind, target }) => kind !== 'late' && target.startsWith('.')),
    ({ file }) => file,
  );
  const nextOf = (file: string) => (edges.get(file) ?? []).map(fileOf);
  return [...edges.keys()].filter(file => {
    const reached = new Set<string>();
    const open = nextOf(file);
    for (let next = open.pop(); next !== undefined && !reached.has(file); next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...nextOf(next));
    }
    return reached.has(file);
  });
}

/** The files of each folder. */
export function byFolder(sources: readonly Source[]): ReadonlyMap<string, readonly Source[]> {
  return Map.groupBy(sources, ({ file }) => path.dirname(file));
}

/** The names that more than one file exports, and how many of a thousand those are. */
export function namesTwice(sources: readonly Source[]): {
  readonly names: readonly string[];
  readonly permille: number;
} {
  const declared = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm;
  const homes = Map.groupBy(
    sources.flatMap(({ text }) => [...new Set(Array.from(text.matchAll(declared), ([, name = '']) => name))]),
    name => name,
  );
  const names = [...homes].flatMap(([name, { length }]) => (length > 1 ? [name] : []));
  return { names, permille: (names.length / homes.size) * 1000 };
}

/** How long files are and what of them is exported twice, needs itself, or is comment: rows, as they are shown. */
export function figuresOf(sources: readonly Source[]): readonly (readonly [name: string, value: string])[] {
  const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.min(Math.floor(lines.length * share), lines.length - 1)] ?? 0;
  const all = lines.reduce((sum, each) => sum + each, 0);
  const comments = sources.reduce((sum, { text }) => sum + (text.match(/^\s*(?:\/\/|\/?\*)/gm)?.length ?? 0), 0);
  const folders = [...byFolder(sources).values()].map(({ length }) => length);
  return [
    ['files', String(sources.length)],
    ['lines', String(all)],
    ['lines of a file: median / 95 of 100 / most', `${at(0.5)} / ${at(0.95)} / ${at(1)}`],
    ['comments, % of the lines', ((comments / all) * 100).toFixed(1)],
    ['names exported twice, of 1,000', namesTwice(sources).permille.toFixed(1)],
    ['files in the fullest folder', String(Math.max(...folders))],
    ['files that need themselves', String(inCircles(sources.flatMap(importsOf)).length)],
  ];
}
