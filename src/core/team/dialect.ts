// The way in which a member of a team makes tellasks (SPEC 2.11). Pure.

/**
 * How a dialog's member makes tellasks: by tools, or in text. Text is read as `tellask` beside the tools (SPEC 2.12).
 */
export type Dialect = 'tools' | 'tellask' | 'texting';

/** A team's or member's choice; `auto` is `tools` for every model that calls tools. */
export const dialectChoices = ['auto', 'tools', 'tellask', 'texting'] as const;
export type DialectChoice = (typeof dialectChoices)[number];

/** The dialect of new dialogs. A model that calls no tools is told of the text form instead, request by request. */
export function dialectOf(choice: DialectChoice): Dialect {
  return choice === 'auto' ? 'tools' : choice;
}

/** The dialect that a request teaches, given the names of its tools. */
export function offeredDialect(dialect: Dialect, tools: readonly string[]): Dialect {
  return dialect === 'tools' && !tools.includes('tellask') ? 'tellask' : dialect;
}
