// Makes words of facts: the only place where a value becomes a sentence. Pure.
import type { Language } from '../core/prompt/language.ts';
import type { Refusal } from '../core/trouble.ts';
import { en } from './en/words.ts';
import type { Clauses, WordTables } from './words.ts';
import { zh } from './zh/words.ts';

/** What happened and what to do. */
export interface Told {
  readonly message: string;
  readonly remedy: string;
}

/** A refusal as two clauses, as `<message> — <remedy>` joins them. */
export function sayRefusal({ why }: Pick<Refusal, 'why'>, language: Language): Told {
  if (why.id === 'told') return { message: why.message, remedy: why.remedy };
  const [message, remedy] = say<Clauses>(tables(language).refusals, why);
  return { message, remedy };
}

/** A refusal as two sentences; either may be empty. */
export function sayRefusalInSentences(refusal: Pick<Refusal, 'why'>, language: Language): Told {
  const { message, remedy } = sayRefusal(refusal, language);
  const begun = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return { message: closed(message, language), remedy: closed(begun, language) };
}

function tables(language: Language): WordTables {
  return language === 'zh' ? zh : en;
}

/** Looks a fact up in its table; the type of the table says that the entry takes what the fact names. */
function say<Words extends object>(table: object, { id, ...names }: { readonly id: string }): Words {
  const entry = (table as Readonly<Record<string, Words | ((names: object) => Words)>>)[id];
  if (entry === undefined) throw new Error(`no words for ${id}`);
  return typeof entry === 'function' ? entry(names) : entry;
}

/** With its full stop. */
function closed(clause: string, language: Language): string {
  return clause === '' || /[.!?…:。！？：]$/.test(clause) ? clause : `${clause}${language === 'zh' ? '。' : '.'}`;
}
