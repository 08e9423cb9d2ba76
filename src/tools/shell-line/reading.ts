// Commands that only read (SPEC 24.3), as data: what they may be given without a question. Everything that can write,
// run a program or reach another machine asks. docs/tools.md lists them. Pure.
import type { ShellWord } from './shell-command.ts';
import { behindGitOptions } from './wrappers.ts';

/** What a reading command looks at. */
export interface LineReading {
  /** Words that name files or folders. */
  readonly paths: readonly ShellWord[];
  /** It shows the contents of files that it does not name: of a folder, or of what Git keeps. */
  readonly isWide: boolean;
}

interface Reader {
  readonly names: string;
  /** What its other words are; default `paths`. */
  readonly operands?: 'paths' | 'texts' | 'pattern first' | 'lines first' | 'none' | 'one path';
  /** Letters of options that take a value. */
  readonly valued?: string;
  /** Options that write or run something: letters, and long ones, which may be shortened. */
  readonly never?: string;
  /** It looks into the folders that it is given. */
  readonly isWide?: boolean;
}

const readers: readonly Reader[] = [
  { names: 'ls dir vdir', valued: 'I w', isWide: true },
  { names: 'tree', never: 'o output', valued: 'I L P', isWide: true },
  { names: 'wc', never: 'files0-from' },
  {
    names: 'cat tac nl rev head tail cut paste fold expand column comm join cmp strings od hexdump',
    valued: 'n c d f w s t b N',
  },
  { names: 'diff', valued: 'U C I x', isWide: true },
  { names: 'stat readlink realpath basename dirname sha1sum sha256sum sha512sum md5sum cksum', valued: 'c f' },
  { names: 'file', never: 'C f m compile files-from magic-file' },
  { names: 'du df', never: 'files0-from', valued: 'd B t x', isWide: true },
  {
    names: 'sort',
    never: 'o T output compress-program temporary-directory files0-from random-source',
    valued: 'k t S',
  },
  { names: 'sed', operands: 'lines first', never: 'i e f l in-place expression file line-length' },
  { names: 'uniq', operands: 'one path', valued: 'f s w' },
  { names: 'grep egrep fgrep', operands: 'pattern first', valued: 'A B C m d D', isWide: true },
  {
    names: 'rg',
    operands: 'pattern first',
    valued: 'A B C m g t T E j M r',
    never: 'z pre pre-glob hostname-bin search-zip config hyperlink-format',
    isWide: true,
  },
  { names: 'find', never: 'exec execdir ok okdir delete fprint fprint0 fprintf fls files0-from', isWide: true },
  {
    names: 'tr seq expr echo printf test [ true false : uname nproc arch sleep exit which type',
    operands: 'texts',
    never: 'v',
  },
  { names: 'pwd whoami id groups hostname uptime free', operands: 'none' },
  { names: 'date', operands: 'texts', never: 's f r set file reference' },
];

const readerOf = new Map(readers.flatMap(reader => reader.names.split(' ').map(name => [name, reader] as const)));

/** Programs that are asked for their version by one option. */
const versions: ReadonlySet<string> = new Set(
  'node npm deno bun python python3 java gcc clang make cmake ruby php perl git docker bash rg'.split(' '),
);

/** Subcommands of Git that read: whether they show contents, and what they may be given. */
const gitReaders: Readonly<
  Record<string, { readonly isWide: boolean; readonly only?: RegExp; readonly needs?: true }>
> = {
  status: { isWide: false },
  log: { isWide: true },
  diff: { isWide: true },
  show: { isWide: true },
  blame: { isWide: true },
  'ls-files': { isWide: false },
  'ls-tree': { isWide: false },
  'rev-parse': { isWide: false },
  'rev-list': { isWide: false },
  'merge-base': { isWide: false },
  describe: { isWide: false },
  grep: { isWide: true },
  reflog: { isWide: false, only: /^(?:show|-.*|HEAD.*)$/ },
  branch: { isWide: false, only: /^(?:-[arv]+|--(?:list|all|remotes|show-current|verbose|sort=.*|format=.*))$/ },
  tag: { isWide: false, only: /^(?:-l|-n\d*|--list|--sort=.*)$/ },
  remote: { isWide: false, only: /^(?:-v|--verbose)$/ },
  stash: { isWide: false, only: /^list$/, needs: true },
};

/** Options of Git that write a file or run a program, and letters of them. `%G` asks a program about signatures. */
const neverInGit = 'output ext-diff textconv open-files-in-pager show-signature upload-pack exec no-index filters';

/** What a command reads; undefined for one that may do more. */
export function readingOf(words: readonly ShellWord[]): LineReading | undefined {
  const [first, ...rest] = words;
  const name = first?.value;
  if (name === undefined || first?.isGlob) return undefined;
  if (name === 'git') return readingOfGit(rest);
  if (name === 'command') return /^-[vV]$/.test(rest[0]?.value ?? '') ? { paths: [], isWide: false } : undefined;
  const [only] = rest;
  if (versions.has(name) && rest.length === 1 && /^(?:--version|-V)$/.test(only?.value ?? ''))
    return { paths: [], isWide: false };
  const reader = readerOf.get(name);
  return reader && readingBy(reader, rest);
}

function readingBy(
  { operands = 'paths', never = '', valued = '', isWide = false }: Reader,
  words: readonly ShellWord[],
): LineReading | undefined {
  if (operands === 'texts') return words.every(({ value }) => !isForbidden(value ?? '', never)) ? nothing : undefined;
  const sorted = sortWords(words, { never, valued });
  if (!sorted) return undefined;
  const { others, hasPattern } = sorted;
  if (operands === 'none' && others.length > 0) return undefined;
  if (operands === 'one path' && others.length > 1) return undefined;
  if (operands === 'lines first' && !printsLines.test(others[0]?.value ?? '')) return undefined;
  const isFirstText = operands === 'lines first' || (operands === 'pattern first' && !hasPattern);
  const paths = isFirstText ? others.slice(1) : others;
  return { paths, isWide };
}

const address = String.raw`(?:\d+|\$|/[^/\\\n]*/)`;
/** A script of sed that prints some lines, and may stop behind one. */
const printsLines = new RegExp(`^${address}(?:,(?:${address}|\\+\\d+))?p(?:; *\\d+q)?$`);

const nothing: LineReading = { paths: [], isWide: false };

function readingOfGit(words: readonly ShellWord[]): LineReading | undefined {
  const at = behindGitOptions(words);
  if (at === undefined) return undefined;
  if (
    words
      .slice(0, at)
      .some(({ value }) => !/^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/.test(value ?? ''))
  )
    return undefined;
  const [sub, ...rest] = words.slice(at);
  const row = Object.hasOwn(gitReaders, sub?.value ?? '') ? gitReaders[sub?.value ?? ''] : undefined;
  if (!row || rest.some(({ value }) => value === undefined || value.includes('%G'))) return undefined;
  const { only, isWide, needs } = row;
  if (needs && rest.length === 0) return undefined;
  if (only) return rest.every(({ value }) => only.test(value ?? '')) ? { paths: [], isWide } : undefined;
  const never = sub?.value === 'grep' ? `${neverInGit} O` : neverInGit;
  const sorted = sortWords(rest, { never, valued: '' });
  // Revisions look like names of files within the folder; one that leads out of it does not.
  return sorted && { paths: sorted.others, isWide };
}

/** Words that are no options; undefined when one of these writes or runs something, or is not known. */
function sortWords(
  words: readonly ShellWord[],
  { never, valued }: { readonly never: string; readonly valued: string },
): { readonly others: readonly ShellWord[]; readonly hasPattern: boolean } | undefined {
  const takesValue = new Set(valued.split(' '));
  const others: ShellWord[] = [];
  let hasPattern = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const value = word?.value;
    if (word === undefined || value === undefined) return undefined;
    if (value === '--') return { others: [...others, ...words.slice(at + 1)], hasPattern };
    if (!value.startsWith('-') || value === '-') {
      others.push(word);
      continue;
    }
    // A pattern of names may stand for an option, unless it says itself which one.
    if ((word.isGlob && !/^--(?:in|ex)clude(?:-dir)?=/.test(value)) || isForbidden(value, never) || leadsOut(value))
      return undefined;
    hasPattern ||= /^(?:-[a-zA-Z]*e|--regexp|--file|-[a-zA-Z]*f$)/.test(value);
    if (/^-[a-zA-Z]+$/.test(value) && takesValue.has(value.at(-1) ?? '')) at += 1;
  }
  return { others, hasPattern };
}

/** True for an option that the row forbids: in a cluster of letters, or by the beginning of a long name. */
function isForbidden(option: string, never: string): boolean {
  if (never === '' || !option.startsWith('-')) return false;
  const names = never.split(' ');
  const [name = ''] = option.replace(/^--?/, '').split('=', 1);
  const isLong = option.startsWith('--') || (name.length > 1 && names.includes(name));
  if (isLong) return name !== '' && names.some(each => each.length > 1 && each.startsWith(name));
  return names.some(each => each.length === 1 && name.includes(each));
}

/** The value of an option that names a place elsewhere. */
function leadsOut(option: string): boolean {
  const value = option.includes('=') ? option.slice(option.indexOf('=') + 1) : option.slice(2);
  return /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(value);
}
