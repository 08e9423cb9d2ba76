// Facts: values that say what happened by an id and what it names. `src/words/` makes sentences of them.

/** Of a fact that names nothing. */
export type Plain = Record<never, never>;

/** A fact of a table that says what each id names. */
export type FactOf<Table> = { readonly [Id in keyof Table]: { readonly id: Id } & Table[Id] }[keyof Table];

/** The words for each fact of a table: fixed ones, or made of what it names. */
export type WordsFor<Table, Words> = {
  readonly [Id in keyof Table]: keyof Table[Id] extends never ? Words : (names: Table[Id]) => Words;
};

/** The words for one fact. The type of the table says that the entry of an id takes what its fact names. */
export function wordsOf<Table, Words extends readonly string[] | string>(
  table: WordsFor<Table, Words>,
  { id, ...names }: FactOf<Table>,
): Words {
  const entry = table[id] as Words | ((names: object) => Words);
  return typeof entry === 'function' ? entry(names) : entry;
}
