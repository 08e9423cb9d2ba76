// Parts of a change by name: files, folders, and hunks by their numbers, as in `src/a.ts:1,3-5` (SPEC 27.2). Pure.

/** A file or folder, and the numbers of some of its hunks; absent: all. */
export interface Picked {
  readonly path: string;
  readonly hunks?: readonly number[];
}

/** A changed file; `hunks`: how many parts of it can be taken by number, absent where it is one. */
export interface PickableFile {
  readonly path: string;
  readonly hunks?: number | undefined;
}

/** A range of more hunks than this is a slip. */
const MOST_HUNKS = 10_000;

/** The part that a name means. A name that is a file as it stands has no numbers. */
export function readPicked(named: string, files: readonly Pick<PickableFile, 'path'>[]): Picked {
  const plain = plainPath(named);
  const [, file, numbers] = /^(.+):([\d,\s-]+)$/.exec(plain) ?? [];
  if (file === undefined || numbers === undefined || files.some(each => each.path === plain)) return { path: plain };
  const hunks = numbers.split(/[,\s]+/).flatMap(part => rangeOf(part) ?? []);
  return { path: file, hunks: [...new Set(hunks)].sort((a, b) => a - b) };
}

function rangeOf(text: string): readonly number[] | undefined {
  const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const length = Number(to) - Number(from) + 1;
  return from !== undefined && length > 0 && length <= MOST_HUNKS
    ? Array.from({ length }, (_, at) => Number(from) + at)
    : undefined;
}

/** True if a part is of this file: the file itself, or in the named folder. */
export function isOfPart(file: string, { path: named, hunks }: Picked): boolean {
  if (named === '.') return hunks === undefined;
  return file === named || (hunks === undefined && file.startsWith(`${named}/`));
}

/** True if there is such a part. */
export function isPickable(picked: Picked, files: readonly PickableFile[]): boolean {
  const { hunks } = picked;
  if (!hunks) return files.some(file => isOfPart(file.path, picked));
  const most = files.find(file => isOfPart(file.path, picked))?.hunks ?? 1;
  return hunks.length > 0 && hunks.every(hunk => hunk >= 1 && hunk <= most) && files.some(f => f.path === picked.path);
}

/** What an answer takes; `words`: it says something else. `unknown`: names of nothing that changed. */
export type TakenParts =
  | { readonly kind: 'parts'; readonly parts: readonly string[] }
  | { readonly kind: 'unfit'; readonly unknown: readonly string[] }
  | { readonly kind: 'words' };

/** Reads an answer such as `take src/a.ts:1,3 "my file.ts"`. Words that name no part are words. */
export function readTaken(answer: string, files: readonly PickableFile[]): TakenParts {
  const [, rest] = /^(?:take|\u91c7\u7528)[\s:\uff1a]+(\S.*)$/is.exec(answer.trim()) ?? [];
  if (rest === undefined) return { kind: 'words' };
  const names = namesIn(rest);
  const isFit = (name: string) => isPickable(readPicked(name, files), files);
  const unknown = names.filter(name => !isFit(name));
  if (unknown.length === 0) return { kind: 'parts', parts: names };
  const isAboutFiles = names.some(name =>
    files.some(file => isOfPart(file.path, { path: readPicked(name, files).path })),
  );
  return isAboutFiles ? { kind: 'unfit', unknown } : { kind: 'words' };
}

/** Names between blanks and commas; one in quotes has what it likes. `a.ts: 1, 3` is one name. */
function namesIn(text: string): readonly string[] {
  const joined = text.replaceAll(
    /("[^"]*"|'[^']*'|`[^`]*`)|([,\uff0c])(?:\s+(?=\d))?|([:\uff1a])(?:\s+(?=\d))?/g,
    (_, quoted?: string, comma?: string) => quoted ?? (comma === undefined ? ':' : ','),
  );
  const found = [...joined.matchAll(/(?:"([^"]*)"|'([^']*)'|`([^`]*)`)(:[\d,-]+)?|[^\s"'`\u3001]+/g)];
  return found.flatMap(([whole, ...quoted]) => {
    const [one, two, three, numbers = ''] = quoted;
    const name = one ?? two ?? three;
    const plain = name === undefined ? whole.replace(/[,;]+$/, '') : name + numbers;
    return plain === '' ? [] : [plain];
  });
}

/** The answer that takes these parts. */
export function takeAnswer(parts: readonly Picked[]): string {
  return ['take', ...parts.map(pickedText)].join(' ');
}

/** A changed file with the numbers that it has. */
export function pickableText({ path, hunks }: PickableFile): string {
  return pickedText({ path }) + (hunks === undefined ? '' : `:1-${hunks}`);
}

/** A part as it is named. */
export function pickedText({ path: file, hunks }: Picked): string {
  const quote = ['"', "'", '`'].find(each => !file.includes(each)) ?? '"';
  const name = /^[^\s"'`,\uff0c;\u3001\uff1a]+$/.test(file) ? file : `${quote}${file}${quote}`;
  return hunks ? `${name}:${hunks.join(',')}` : name;
}

function plainPath(named: string): string {
  const steps = named.trim().replaceAll('\\', '/').split('/');
  return steps.filter(step => step !== '' && step !== '.').join('/') || '.';
}
