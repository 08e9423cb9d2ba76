// Patterns of policies: tool names, paths, commands. Pure and linear. `isAllowing` makes a match narrow: exact case,
// the whole command; otherwise it is wide: any case, any part of a command line.
import { matchesAll, matchesUpTo, mayMatchAll, type WildcardStep } from '../text/wildcard.ts';

/** The shell of a command line: `cmd` on Windows, a POSIX shell elsewhere. */
export type ShellKind = 'posix' | 'cmd';

/** True if a pattern with `*` matches this word. */
export function matchesWord(pattern: string, word: string): boolean {
  return matchesAll(starSteps(pattern, anything), word);
}

/**
 * True if a glob matches this path, or a folder above it. `path` is relative with `/`; `.` is the rtws itself. A glob
 * that begins with `/` begins at the rtws.
 */
export function matchesPath(pattern: string, path: string, isAllowing: boolean): boolean {
  const fold = isAllowing ? (text: string) => text : (text: string) => withoutCase(withUsualSpaces(text));
  const written = fold(pattern.normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, ''));
  const folded = fold(path.normalize('NFC'));
  return alternatives(written).some(glob => matchesGlob(glob, folded));
}

/** A glob that names a path by the absolute one of the rtws, as one that begins at the rtws; others as they are. */
export function globFromRtws(glob: string, rtws: string): string {
  const top = trimmedEnd(spelt(rtws), '/');
  const written = spelt(glob);
  // An empty one is the root of the file system, where each absolute path is one of the rtws.
  if (top === '' || !written.startsWith(top)) return glob;
  const rest = written.slice(top.length);
  return rest === '' || rest.startsWith('/') ? `/${rest.slice(1)}` : glob;
}

/** Windows takes letters of drives in any case. */
function spelt(absolute: string): string {
  return absolute
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, drive => drive.toLowerCase());
}

function matchesGlob(written: string, path: string): boolean {
  const glob = trimmedEnd(written.replace(/^\/+/, ''), '/') || '**';
  const steps = globSteps(glob);
  const isName = !glob.includes('/') && !written.startsWith('/') && glob !== '**';
  if (isName) return path.split('/').some(name => matchesAll(steps, name));
  return matchesUpTo(steps, path, next => next === undefined || next === '/');
}

/** The globs that braces make of one, like `*.{key,pem}`, and the glob as written, since names may have braces. */
function alternatives(glob: string): readonly string[] {
  if (glob.length > LONGEST_WITH_BRACES) return [glob];
  const found = new Set([glob]);
  for (const each of found) {
    const group = each.match(/\{[^{}]*\}/g)?.find(braces => braces.includes(','));
    for (const option of group?.slice(1, -1).split(',') ?? []) {
      if (found.size >= MAX_ALTERNATIVES) return [...found];
      found.add(each.replace(group ?? '', () => option));
    }
  }
  return [...found];
}

/** Those beyond do not count, so that matching takes no more time than that of a long glob. */
const MAX_ALTERNATIVES = 100;
/** Characters; the braces of a longer glob are characters of names. */
const LONGEST_WITH_BRACES = 1_000;

/** A command line and the shell that reads it. */
export interface PolicyCommandLine {
  readonly command: string;
  readonly shell: ShellKind;
}

/**
 * True if a command pattern matches this command. A pattern that allows must match all of it, and its `*` never spans
 * text that begins another command or changes what the shell reads; one that asks or denies also matches any part
 * between separators.
 */
export function matchesCommand(pattern: string, { command, shell }: PolicyCommandLine, isAllowing: boolean): boolean {
  const plain = singleSpaced(pattern);
  if (plain === '*') return true;
  if (isAllowing) {
    const line = trimmed(command, ' \t\n');
    return !/[\r\n]/.test(line) && matchesAll(starSteps(plain, plainCharacter[shell]), singleSpaced(line));
  }
  const steps = wideSteps(pattern);
  const parts = command.split(/[;&|()`{}\r\n]|\$\(/);
  return [command, ...parts].some(part => matchesAll(steps, withoutCase(singleSpaced(part))));
}

/**
 * True if a pattern that asks or denies matches a command as its shell reads it; a text that is not known matches
 * nothing but `*`.
 */
export function matchesForm(pattern: string, form: string): boolean {
  return matchesAll(wideSteps(pattern), withoutCase(form));
}

/** True if it matches for some text in the place of each `\0`. */
export function mayMatchForm(pattern: string, form: string): boolean {
  return form.includes(UNKNOWN_TEXT) && mayMatchAll(wideSteps(pattern), withoutCase(form), UNKNOWN_TEXT);
}

/** A text that is known only when it runs. No command line holds it. */
export const UNKNOWN_TEXT = '\0';

function wideSteps(pattern: string): readonly WildcardStep[] {
  return starSteps(withoutCase(singleSpaced(pattern)), anything);
}

const anything = () => true;

/** In `cmd`, `%` expands to any text, `^` and `"` switch what other characters mean, `!` may expand late. */
const plainCharacter: Readonly<Record<ShellKind, (character: string) => boolean>> = {
  posix: character => !';&|<>`$(){}\\'.includes(character),
  cmd: character => !';&|<>`$(){}\\%^!"'.includes(character),
};

function starSteps(pattern: string, fits: (character: string) => boolean): readonly WildcardStep[] {
  return Array.from(pattern, character => (character === '*' ? { kind: 'many', fits } : character));
}

function globSteps(glob: string): readonly WildcardStep[] {
  const isNoSlash = (character: string) => character !== '/';
  const tokens = glob.match(/\*\*\/|\*\*|[\s\S]/gu) ?? [];
  return tokens.map((token): WildcardStep => {
    if (token === '**/') return { kind: 'folders' };
    if (token === '**') return { kind: 'many', fits: anything };
    if (token === '*') return { kind: 'many', fits: isNoSlash };
    return token === '?' ? { kind: 'one', fits: isNoSlash } : token;
  });
}

// Loops, since an expression for the end of a text tries every run of these characters in it.
function trimmed(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimmedEnd(text.slice(start), characters);
}

function trimmedEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Names with other kinds of spaces look the same. */
function withUsualSpaces(text: string): string {
  return text.replaceAll(/\p{Zs}/gu, ' ');
}

/** Letters that some file system takes for the same become the same. */
function withoutCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** Runs of spaces and tabs are one space, and none at the ends. No other character separates words for every shell. */
function singleSpaced(text: string): string {
  return text
    .split(/[ \t]/)
    .filter(word => word !== '')
    .join(' ');
}
