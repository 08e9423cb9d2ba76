// Keys that a person typed into a prompt of the editor until the composer had the focus. The focus goes from the prompt to the
// composer in one step, so each key is in one of the two; those of the prompt belong before what was typed here since.

/**
 * `due`: the composer is to take the focus, and say so. `held`: it has it, and waits for the keys, which belong at `at` of its text;
 * `sends` when Enter was pressed here meanwhile. `arrived`: they are here.
 */
export type Handover =
  | { readonly phase: 'due' }
  | { readonly phase: 'held'; readonly at: number; readonly sends: boolean }
  | { readonly phase: 'arrived'; readonly at: number; readonly sends: boolean; readonly keys: string };

/** What the composer does with keys that arrived, in this order; each text is its whole text. */
export type TypedStep = { readonly kind: 'type'; readonly text: string } | { readonly kind: 'send' };

/** The keys have arrived; those that nobody waits for are dropped. */
export function withKeys(handover: Handover | undefined, keys: string): Handover | undefined {
  return handover?.phase === 'held' ? { ...handover, phase: 'arrived', keys } : undefined;
}

/** Puts keys into the text where they belong. The first Enter among them sends; what follows it begins the next text. */
export function stepsOf(
  { at, sends, keys }: Extract<Handover, { phase: 'arrived' }>,
  typed: string,
): readonly TypedStep[] {
  const [before, ...after] = keys.split('\n');
  const send: TypedStep = { kind: 'send' };
  const text = (inserted: string): TypedStep => ({
    kind: 'type',
    text: typed.slice(0, at) + inserted + typed.slice(at),
  });
  if (after.length === 0) return sends ? [text(before ?? ''), send] : [text(before ?? '')];
  const rest = after.join('') + typed.slice(at);
  const next: readonly TypedStep[] = rest === '' ? [] : [{ kind: 'type', text: rest }, ...(sends ? [send] : [])];
  return [{ kind: 'type', text: typed.slice(0, at) + (before ?? '') }, send, ...next];
}
