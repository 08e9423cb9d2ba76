// The policies of the settings as the driver asks for them: checked when they changed, told once what is wrong with them.
import type { SettingsRule } from '../core/policy.ts';
import { parsePolicies } from '../minds/settings-policies.ts';

/** Reads the policies anew at every call; the same rules are the same object. */
export function createPolicies(
  given: () => unknown,
  log: { error(message: string): void },
): () => readonly SettingsRule[] {
  let last: { readonly text: string; readonly rules: readonly SettingsRule[] } = { text: '', rules: [] };
  return () => {
    const value = given();
    const text = JSON.stringify(value) ?? '';
    if (text === last.text) return last.rules;
    const { rules, problems } = parsePolicies(value);
    for (const problem of problems) log.error(`${problem}: until it is mended, whatever writes or runs is asked about`);
    last = { text, rules };
    return rules;
  };
}
