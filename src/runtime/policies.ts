// The policies of the settings as driver and servers of tools ask for them: checked when they changed, told once what is
// wrong with them. While one cannot be read, the last good ones hold (SPEC 18.6).
import { forbidsServer, type SettingsRule } from '../core/policy.ts';
import { parsePolicies } from '../minds/settings-policies.ts';

/** The policies as they stand now; each method reads the settings anew. */
export interface Policies {
  /** The same rules are the same object. */
  rules(): readonly SettingsRule[];
  /** Whether a server of tools may not be started; `command` is that of a local one. */
  forbidsServer(name: string, command: string | undefined): boolean;
}

interface Reading {
  readonly text: string;
  readonly rules: readonly SettingsRule[];
  /** Whether all rules were readable, or stand in for ones that were. */
  readonly isGood: boolean;
}

export function createPolicies(given: () => unknown, log: { error(message: string): void }): Policies {
  let last: Reading | undefined;
  const read = (): Reading => {
    const value = given();
    const text = JSON.stringify(value) ?? '';
    if (text === last?.text) return last;
    const { rules, problems } = parsePolicies(value);
    const before = last?.isGood ? last.rules : undefined;
    const meanwhile = before ? 'the last good rules hold' : 'every call that a policy can decide is asked about';
    for (const problem of problems) log.error(`${problem}: until it is corrected, ${meanwhile}`);
    const isBroken = problems.length > 0;
    last = { text, rules: isBroken && before ? before : rules, isGood: !isBroken || before !== undefined };
    return last;
  };
  return {
    rules: () => read().rules,
    forbidsServer(name, command) {
      const { rules, isGood } = read();
      // Starting a server is not asked about, so what cannot be read forbids it.
      return !isGood || forbidsServer(rules, name, command);
    },
  };
}
