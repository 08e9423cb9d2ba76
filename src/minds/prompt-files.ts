// Prompts that people keep in files, as other tools know them (SPEC 25.10): `/name` at the beginning of a message
// stands for their text.
import type { ServerOffer } from '../core/team/server-offer.ts';
import { promptOf } from '../core/team/server-offer.ts';
import { textsInHead, withoutFrontMatter } from './files/front-matter.ts';
import type { TextFiles } from './files/text-files.ts';

/**
 * Folders of prompts, with how their files end, and how deep subfolders are read; of two files beside each other with
 * the same name the first one counts.
 */
const places = [
  { folder: '.github/prompts', end: '.prompt.md', depth: 0 },
  { folder: '.claude/commands', end: '.md', depth: 3 },
] as const;

/** Folders that are looked into. */
const MOST_FOLDERS = 50;

/** More are not offered. */
const MOST = 100;
/** Characters of a description. */
const LONGEST = 200;

interface PromptFile {
  readonly name: string;
  /** Below the place; empty for the place itself. */
  readonly subfolder: string;
  readonly text: string;
}

export interface PromptFiles {
  list(): readonly ServerOffer[];
  /** The text that a message names, with the rest of the message as its arguments; undefined when it names none. */
  named(message: string): string | undefined;
}

/** The prompts among the files of an rtws. */
export function createPromptFiles(files: TextFiles): PromptFiles {
  const found = (): readonly PromptFile[] => {
    const all = places.flatMap(({ folder, end, depth }) =>
      subfoldersOf(files, folder, depth).flatMap(subfolder =>
        files.list(below(folder, subfolder)).flatMap(({ name, kind }): PromptFile[] => {
          if (kind !== 'file' || !name.endsWith(end) || name === end) return [];
          const read = files.read(`${below(folder, subfolder)}/${name}`, folder);
          return read.kind === 'text' ? [{ name: name.slice(0, -end.length), subfolder, text: read.text }] : [];
        }),
      ),
    );
    return toldApart(all).slice(0, MOST);
  };
  return {
    list: () =>
      found().map(({ name, subfolder, text }) => {
        const head = textsInHead(text);
        const parts = [
          name.startsWith(`${subfolder}/`) ? '' : subfolder,
          head.get('argument-hint'),
          head.get('description'),
        ];
        const detail = parts.flatMap(each => each?.trim() || []);
        const line = detail.join(' · ').replace(/\s+/g, ' ').slice(0, LONGEST);
        return { kind: 'prompt', insert: name, label: `/${name}`, detail: line };
      }),
    named(message) {
      const written = message.trim();
      const meant = written.startsWith('/') ? promptOf(written.slice(1), found()) : undefined;
      return meant && filled(withoutFrontMatter(meant.prompt.text).trim(), meant.rest);
    },
  };
}

/** A folder with those below it, each before its own; few enough to be read for each message. */
function subfoldersOf(files: TextFiles, folder: string, depth: number): readonly string[] {
  const found = [{ at: '', left: depth }];
  for (const { at, left } of found) {
    if (left === 0) continue;
    for (const { name, kind } of files.list(below(folder, at))) {
      if (kind !== 'folder' || found.length >= MOST_FOLDERS) continue;
      found.push({ at: at === '' ? name : `${at}/${name}`, left: left - 1 });
    }
  }
  return found.map(({ at }) => at);
}

function below(folder: string, subfolder: string): string {
  return subfolder === '' ? folder : `${folder}/${subfolder}`;
}

/** Files by names of their own: those of subfolders are named with their folder where another one has the same name. */
function toldApart(all: readonly PromptFile[]): readonly PromptFile[] {
  const count = Map.groupBy(all, ({ name }) => name);
  const named = all.map(file => {
    const { name, subfolder } = file;
    const isAlone = count.get(name)?.length === 1;
    return isAlone || subfolder === '' ? file : { ...file, name: `${subfolder}/${name}` };
  });
  const first = new Map(named.toReversed().map(file => [file.name, file]));
  return named.filter(file => first.get(file.name) === file);
}

/** `$ARGUMENTS` is all that follows the name, `$1` its first word; a text without either has it at its end. */
function filled(text: string, rest: string): string {
  const words = rest.match(/"[^"]*"|\S+/g) ?? [];
  const word = (at: number) => (words[at - 1] ?? '').replace(/^"(.*)"$/, '$1');
  let isUsed = false;
  const whole = text.replace(/\$(?:ARGUMENTS\b|([1-9])(?!\d))/g, (_, at: string | undefined) => {
    isUsed = true;
    return at === undefined ? rest : word(Number(at));
  });
  return isUsed || rest === '' ? whole : `${whole}\n\n${rest}`;
}
