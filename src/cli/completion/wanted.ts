// What stands next on a command line that is being typed: a command, a flag, or a value of some kind. Reads the table of
// commands only.
import type { Command, ValueKind } from '../command.ts';
import { globalOptions } from '../parse-command-line.ts';

export interface Wanted {
  readonly kind: ValueKind | { readonly flagsOf?: Command };
  /** What is typed of it already. */
  readonly start: string;
  /** Stands before a value that is typed in one word with its flag: `--mode=`. */
  readonly before: string;
  /** The argument before it, for values that belong to another one. */
  readonly previous: string;
  /** As given with `-C` before. */
  readonly rtws?: string;
}

/** Values of arguments by their name in the table, where the command says nothing else. */
const kindsByName: Readonly<Record<string, ValueKind>> = {
  dialog: 'dialog',
  root: 'root',
  questionId: 'question',
};

/** What the last of `words` begins; they are what is typed after the program's name. */
export function wantedNext(typed: readonly string[], commands: readonly Command[]): Wanted {
  const words = joinFlags(typed);
  const start = words.at(-1) ?? '';
  const positionals: string[] = [];
  let command: Command | undefined;
  let rtws: string | undefined;
  let flag: string | undefined;
  let onlyWords = false;
  let isUnknown = false;
  for (const word of words.slice(0, -1)) {
    if (flag !== undefined) {
      if (flag === 'rtws') rtws = word;
      flag = undefined;
    } else if (onlyWords || !word.startsWith('-') || word === '-') {
      if (command) positionals.push(word);
      else if (word !== 'help') {
        command = commands.find(({ name }) => name === word);
        isUnknown ||= !command;
      }
    } else if (word === '--') onlyWords = true;
    else {
      const { name, value } = splitFlag(word);
      if (name === 'rtws' && value !== undefined) rtws = value;
      if (value === undefined && takesValue(name, command)) flag = name;
    }
  }
  const common = { start, before: '', previous: positionals.at(-1) ?? '', ...(rtws !== undefined && { rtws }) };
  if (flag !== undefined) return { ...common, kind: kindOfFlag(flag, command) };
  if (!onlyWords && start.startsWith('-')) {
    const { name, value } = splitFlag(start);
    if (value === undefined) return { ...common, kind: command ? { flagsOf: command } : {} };
    return {
      ...common,
      kind: kindOfFlag(name, command),
      start: value,
      before: start.slice(0, -value.length || undefined),
    };
  }
  if (!command) return { ...common, kind: isUnknown ? 'nothing' : 'command' };
  const name = command.args[positionals.length]?.replace(/\?$/, '');
  return { ...common, kind: (name && (command.values?.[name] ?? kindsByName[name])) || 'nothing' };
}

/** Bash gives `--mode=dr` as three words, and `--mode=` as two. */
function joinFlags(words: readonly string[]): readonly string[] {
  const isSign = (index: number) => words[index] === '=' && words[index - 1]?.startsWith('--') === true;
  const joined = words.filter((_, index) => !isSign(index));
  return isSign(words.length - 1) ? [...joined, ''] : joined;
}

function splitFlag(word: string): { readonly name: string; readonly value?: string } {
  if (/^-C./.test(word)) return { name: 'rtws', value: word.slice(2) };
  if (word === '-C') return { name: 'rtws' };
  const [, name = word, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  return value === undefined ? { name } : { name, value };
}

function takesValue(name: string, command: Command | undefined): boolean {
  return { ...globalOptions, ...command?.options }[name]?.type === 'string';
}

function kindOfFlag(name: string, command: Command | undefined): ValueKind {
  return name === 'rtws' ? 'folder' : (command?.values?.[`--${name}`] ?? 'nothing');
}
