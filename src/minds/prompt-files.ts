// Prompts that people keep in files, as other tools know them (SPEC 25.10): `/name` at the beginning of a message
// stands for their text.
import type { ServerOffer } from '../core/team/server-offer.ts';
import { promptOf } from '../core/team/server-offer.ts';
import { textsInHead, withoutFrontMatter } from './files/front-matter.ts';
import type { TextFiles } from './files/text-files.ts';

/** Folders of prompts, with how their files end; of two with the same name the first one counts. */
const places = [
  { folder: '.github/prompts', end: '.prompt.md' },
  { folder: '.claude/commands', end: '.md' },
] as const;

/** More are not offered. */
const MOST = 100;
/** Characters of a description. */
const LONGEST = 200;

interface PromptFile {
  readonly name: string;
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
    const all = places.flatMap(({ folder, end }) =>
      files.list(folder).flatMap(({ name, kind }): PromptFile[] => {
        if (kind !== 'file' || !name.endsWith(end) || name === end) return [];
        const read = files.read(`${folder}/${name}`, folder);
        return read.kind === 'text' ? [{ name: name.slice(0, -end.length), text: read.text }] : [];
      }),
    );
    return all.filter(({ name }, at) => all.findIndex(each => each.name === name) === at).slice(0, MOST);
  };
  return {
    list: () =>
      found().map(({ name, text }) => {
        const head = textsInHead(text);
        const detail = [head.get('argument-hint'), head.get('description')].flatMap(each => each?.trim() || []);
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
