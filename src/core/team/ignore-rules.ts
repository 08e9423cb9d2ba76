// Rules of `.gitignore` files as Git reads them, matched in linear time. Pure.
import { matchesAll, type WildcardStep } from '../text/wildcard.ts';

/** One rule of an ignore file. */
export interface IgnoreRule {
  /** The effect of a match; `kept` comes from a rule with `!`. */
  readonly verdict: 'ignored' | 'kept';
  readonly foldersOnly: boolean;
  /** Whether it matches the last name of a path alone. */
  readonly isName: boolean;
  readonly steps: readonly WildcardStep[];
  /** Letter case does not count. */
  readonly isCaseless: boolean;
  /** Exact texts at both ends: most paths are told apart by them. */
  readonly prefix: string;
  readonly suffix: string;
}

/** The rule of one line; none for a comment, an empty line and a rule that can match nothing. */
export function parseIgnoreRule(line: string, isCaseless: boolean): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined;
  const written = withoutEndSpaces(line);
  const verdict = written.startsWith('!') ? 'kept' : 'ignored';
  const pattern = verdict === 'kept' ? written.slice(1) : written;
  const foldersOnly = pattern.endsWith('/');
  const path = foldersOnly ? pattern.slice(0, -1) : pattern;
  const isName = !path.includes('/');
  const steps = stepsOf(path.startsWith('/') ? path.slice(1) : path, isCaseless);
  if (!steps || steps.length === 0) return undefined;
  const end = steps.findLastIndex(step => typeof step !== 'string') + 1;
  const start = end === 0 ? steps.length : steps.findIndex(step => typeof step !== 'string');
  return {
    verdict,
    foldersOnly,
    isName,
    steps,
    isCaseless,
    prefix: steps.slice(0, start).join(''),
    suffix: steps.slice(end).join(''),
  };
}

/** The files with such rules, in any folder. */
export const ignoreFiles = ['.gitignore', '.ignore'] as const;

/** Longer rules are not applied. Characters. */
export const MAX_IGNORE_RULE = 1_000;

/** The rules of a folder's ignore files; `isCut`: some were too long. `isCaseless` as Git's `core.ignoreCase`. */
export function parseIgnoreRules(
  texts: readonly string[],
  isCaseless: boolean,
): {
  readonly rules: readonly IgnoreRule[];
  readonly isCut: boolean;
} {
  const lines = texts.flatMap(text => withoutMark(text).split(/\r?\n/));
  const short = lines.filter(line => line.startsWith('#') || line.length <= MAX_IGNORE_RULE);
  return {
    rules: short.map(line => parseIgnoreRule(line, isCaseless)).filter(rule => rule !== undefined),
    isCut: short.length < lines.length,
  };
}

/** The rules of one folder; `base` are the names that lead to it from the rtws. */
export interface FolderIgnoreRules {
  readonly base: readonly string[];
  readonly own: readonly IgnoreRule[];
}

/** The nearest ignore file with a rule for a path decides. Entries of an ignored folder are never checked. */
export function isIgnored(rules: readonly FolderIgnoreRules[], path: readonly string[], isFolder: boolean): boolean {
  return verdictOfFolders(rules, path, isFolder) === 'ignored';
}

/** The verdict of the nearest ignore file with a rule for a path. */
export function verdictOfFolders(
  rules: readonly FolderIgnoreRules[],
  path: readonly string[],
  isFolder: boolean,
): IgnoreRule['verdict'] | undefined {
  for (const { base, own } of rules.toReversed()) {
    const verdict = ignoreVerdict(own, path.slice(base.length).join('/'), isFolder);
    if (verdict) return verdict;
  }
  return undefined;
}

/** True for a folder whose contents are of others whatever ignore files say, in any letter case. */
export function isSkippedFolder(name: string): boolean {
  return /^(?:\.git|node_modules)$/i.test(name);
}

/** The effect of the last rule that matches a path; `path` is relative to the folder of the rules, with `/`. */
export function ignoreVerdict(
  rules: readonly IgnoreRule[],
  path: string,
  isFolder: boolean,
): IgnoreRule['verdict'] | undefined {
  const folded = path.toLowerCase();
  return rules.findLast(rule => (isFolder || !rule.foldersOnly) && isHit(rule, rule.isCaseless ? folded : path))
    ?.verdict;
}

function isHit({ steps, prefix, suffix, isName }: IgnoreRule, path: string): boolean {
  const text = isName ? path.slice(path.lastIndexOf('/') + 1) : path;
  return text.startsWith(prefix) && text.endsWith(suffix) && matchesAll(steps, text);
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function withoutEndSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

const isNoSlash = (character: string) => character !== '/';
const anyText: readonly WildcardStep[] = [
  { kind: 'one', fits: () => true },
  { kind: 'many', fits: () => true },
];

/** None when a bracket is not closed or nothing follows a backslash: git matches nothing with those. */
function stepsOf(pattern: string, isCaseless: boolean): readonly WildcardStep[] | undefined {
  const steps: WildcardStep[] = [];
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + 3);
    const isAtName = at === 0 || pattern[at - 1] === '/';
    if (isAtName && rest === '**/') {
      steps.push({ kind: 'folders' });
      at += 3;
    } else if (isAtName && rest === '**') {
      steps.push(...anyText);
      at += 2;
    } else {
      const part = partAt(pattern, at, isCaseless);
      if (!part) return undefined;
      steps.push(...part.steps);
      at = part.end;
    }
  }
  return steps;
}

interface Part {
  readonly steps: readonly WildcardStep[];
  /** The start of the next one. */
  readonly end: number;
}

function partAt(pattern: string, at: number, isCaseless: boolean): Part | undefined {
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  switch (character) {
    case '*':
      return { steps: [{ kind: 'many', fits: isNoSlash }], end: at + 1 };
    case '?':
      return { steps: [{ kind: 'one', fits: isNoSlash }], end: at + 1 };
    case '[':
      return bracketAt(pattern, at, isCaseless);
    case '\\': {
      const next = pattern.codePointAt(at + 1);
      return next === undefined ? undefined : letter(String.fromCodePoint(next), at + 1, isCaseless);
    }
    default:
      return letter(character, at, isCaseless);
  }
}

/** A letter may have more than one character in lower case. */
function letter(character: string, at: number, isCaseless: boolean): Part {
  return { steps: [...(isCaseless ? character.toLowerCase() : character)], end: at + character.length };
}

/** `[a-z]`, `[!a-z]`, `[^a-z]`, `[[:digit:]]`. A `]` right at the beginning is one of the characters. */
function bracketAt(pattern: string, at: number, isCaseless: boolean): Part | undefined {
  const isNegated = /^[!^]$/.test(pattern.charAt(at + 1));
  const members: ((character: string) => boolean)[] = [];
  const start = at + (isNegated ? 2 : 1);
  for (let next = start; next < pattern.length; ) {
    if (pattern[next] === ']' && next > start) {
      const has = (character: string) => members.some(fits => fits(character));
      const hasAny = (character: string) => has(character) || (isCaseless && has(character.toUpperCase()));
      const fits = (character: string) => isNoSlash(character) && hasAny(character) !== isNegated;
      return { steps: [{ kind: 'one', fits }], end: next + 1 };
    }
    const named = /^\[:([^\]]*):\]/.exec(pattern.slice(next, next + LONGEST_CLASS));
    if (named) {
      const wanted = classes.get(named[1] ?? '');
      if (!wanted) return undefined;
      members.push(character => wanted.test(character));
      next += named[0].length;
      continue;
    }
    const [from, afterFrom] = memberAt(pattern, next);
    const isRange = pattern[afterFrom] === '-' && afterFrom + 1 < pattern.length && pattern[afterFrom + 1] !== ']';
    const [to, afterTo] = isRange ? memberAt(pattern, afterFrom + 1) : [from, afterFrom];
    members.push(character => character >= from && character <= to);
    next = afterTo;
  }
  return undefined;
}

const LONGEST_CLASS = '[:xdigit:]'.length;
/** The classes of POSIX; another name makes a rule that matches nothing. */
const classes: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /^[A-Za-z0-9]$/],
  ['alpha', /^[A-Za-z]$/],
  ['blank', /^[ \t]$/],
  ['cntrl', /^\p{Cc}$/u],
  ['digit', /^[0-9]$/],
  ['graph', /^[!-~]$/],
  ['lower', /^[a-z]$/],
  ['print', /^[ -~]$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['space', /^[ \t-\r]$/],
  ['upper', /^[A-Z]$/],
  ['xdigit', /^[0-9A-Fa-f]$/],
]);

/** A character between brackets, and where the next one begins. */
function memberAt(pattern: string, at: number): readonly [string, number] {
  const skipped = pattern[at] === '\\' && at + 1 < pattern.length ? 1 : 0;
  const character = String.fromCodePoint(pattern.codePointAt(at + skipped) ?? 0);
  return [character, at + skipped + character.length];
}
