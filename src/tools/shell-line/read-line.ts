// Reads a line as bash does (SPEC 24.1): the simple commands in its lists, loops, functions and substitutions, quotes
// taken out, and wrappers seen through. Loaded late: it brings the grammar of bash. Pure.
import {
  type Assignment,
  type Command,
  forEachChild,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';
import type { RedirectedFile, ShellCommand, ShellWord } from './shell-command.ts';
import { innerOf } from './wrappers.ts';

/** Lines within lines, as of `sh -c`. */
const MAX_DEPTH = 5;
/** Commands of one line that are judged. */
const MAX_COMMANDS = 200;

/**
 * The commands of a line, each that it may run; `unreadable` when it cannot be read whole, or when what runs is known
 * only then.
 */
export function commandsOf(line: string): readonly ShellCommand[] | 'unreadable' {
  const found: ShellCommand[] = [];
  try {
    return readInto(found, line, 0) ? found : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function readInto(found: ShellCommand[], line: string, depth: number): boolean {
  if (depth > MAX_DEPTH || line.includes('\0')) return false;
  let isReadable = true;
  const visit = (node: SyntaxNode): void => {
    isReadable &&= isSound(node) && takeNode(found, node, depth) && found.length <= MAX_COMMANDS;
    if (isReadable) forEachChild(node, visit);
  };
  visit(parse(line));
  return isReadable;
}

/** False for what has no script though it needs one, and for a script with errors. */
function isSound(node: SyntaxNode): boolean {
  if ('errors' in node && node.errors !== undefined && node.errors.length > 0) return false;
  return !('script' in node) || node.script !== undefined;
}

function takeNode(found: ShellCommand[], node: SyntaxNode, depth: number): boolean {
  switch (node.type) {
    case 'Command':
      return takeCommand(found, commandFrom(node), depth);
    case 'Redirected':
      found.push({ words: [], sets: [], files: node.redirects.flatMap(fileOf) });
      return true;
    case 'For':
    case 'Select':
      found.push({ words: [], sets: [node.name.text], files: [] });
      return true;
    default:
      return true;
  }
}

/** Takes a command, and what it runs in turn. */
function takeCommand(found: ShellCommand[], command: ShellCommand, depth: number): boolean {
  const inner = innerOf(command);
  if (inner === 'unreadable') return false;
  if (!inner.isHidden) found.push(command);
  if (depth > MAX_DEPTH) return false;
  return (
    inner.commands.every(each => takeCommand(found, each, depth + 1)) &&
    inner.lines.every(line => readInto(found, line, depth + 1))
  );
}

function commandFrom({ name, prefix, args, redirects }: Command): ShellCommand {
  return {
    words: [
      ...(name ? [wordOf(name)] : []),
      ...args.map(each => (each.type === 'Word' ? wordOf(each) : setting(each))),
    ],
    sets: prefix.flatMap(each => (each.type === 'Assignment' ? [each.text] : [])),
    files: redirects.flatMap(fileOf),
  };
}

/** `X=1` behind `export` and its like. */
function setting({ text }: Assignment): ShellWord {
  return /^[\w+=.,:/@%-]*$/.test(text) ? { text, value: text } : { text };
}

function wordOf({ text, value, parts = [] }: Word): ShellWord {
  const kinds = new Set(parts.map(({ type }) => type));
  const isKnown = parts.every(
    part =>
      plainParts.has(part.type) || (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
  if (!isKnown) return { text };
  return kinds.has('Glob') || kinds.has('ExtendedGlob') ? { text, value, isGlob: true } : { text, value };
}

const plainParts: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'AnsiCQuoted', 'Glob', 'ExtendedGlob']);

function fileOf(redirection: Redirection): readonly RedirectedFile[] {
  if (redirection.type !== 'Redirect' || !redirection.target) return [];
  const word = wordOf(redirection.target);
  const { operator } = redirection;
  // `2>&1` and `>&-` name streams.
  if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(word.value ?? '')) return [];
  if (operator === '<' || operator === '<&') return [{ word, access: 'read' }];
  return [{ word, access: operator === '>>' || operator === '&>>' ? 'append' : 'replace' }];
}
