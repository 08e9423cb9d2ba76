// Notes to the person about an // differently. One value per fact.

/** A remark on one source; paths are relative to the rtws. */
export type ImportNote = { readonly source: string } & (
  | { readonly kind: 'read-anyway' }
  | { readonly kind: 'member-anyway'; readonly member: string }
  | { readonly kind: 'same'; readonly target: string }
  | { readonly kind: 'kept'; readonly target: string }
  | { readonly kind: 'member-kept'; readonly member: string }
  | { readonly kind: 'no-member'; readonly member: string }
  | { readonly kind: 'bad-name'; readonly name: string }
  | { readonly kind: 'no-agent' }
  | { readonly kind: 'asks-first'; readonly member: string; readonly pattern: string }
  | { readonly kind: 'no-counterpart'; readonly what: string }
  | { readonly kind: 'scoped'; readonly paths: string }
  | { readonly kind: 'always-now' }
  | { readonly kind: 'cut'; readonly target: string; readonly limit: number }
  | { readonly kind: 'unreadable'; readonly why: string }
);

/** A clause for each. */
export type ImportNoteWords = {
  readonly [K in ImportNote['kind']]: (note: Extract<ImportNote, { kind: K }>) => string;
};
