// Facts: values that say what happened by an id and what it names. `src/words/` makes sentences of them.

/** Of a fact that names nothing. */
export type Plain = Record<never, never>;

/** A fact of a table that says what each id names. */
export type FactOf<Table> = { readonly [Id in keyof Table]: { readonly id: Id } & Table[Id] }[keyof Table];
