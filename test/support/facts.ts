// The facts under the answers of scripted members, which mostly run no tool (SPEC 23.7).

/** Stands under an answer of a member that only talked. */
export const noToolRan = '\n\n[Facts from the runtime] No tool ran.';

/** A text without the facts at its end. */
export function withoutFacts(text: string): string {
  return text.replace(/\n\n\[Facts from the runtime\] [^\n]*$/, '');
}
