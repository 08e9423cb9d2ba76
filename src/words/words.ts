// Words for facts: a value names what happened and its arguments, and the tables here make sentences of it, in English (`en/`)
// and Chinese (`zh/`). Both have the same type, so a missing word does not compile. Pure.
import type { RefusalFacts } from '../core/refusals.ts';

/** What happened and what to do, without a capital letter for the second and without full stops: front ends join them in their own way. */
export type Clauses = readonly [what: string, remedy: string];

/** The words for each fact: fixed ones, or made of what it names. */
export type WordsFor<Facts, Words> = {
  readonly [Id in keyof Facts]: keyof Facts[Id] extends never ? Words : (names: Facts[Id]) => Words;
};

/** Everything that is said in a language. */
export interface WordTables {
  readonly refusals: WordsFor<RefusalFacts, Clauses>;
}
