// The policies of the settings for driver and tool servers: checked when they change, with each problem reported once.
// While one cannot be read, the last good ones apply (SPEC 18.6).
import { forbidsServer, type SettingsRule } from '../../core/team/policy.ts';
import { parsePolicies } from '../../minds/settings-policies.ts';

/** The current policies; each method reads the settings again. */
export interface Policies {
  /** The same rules are the same object. */
  rules(): readonly SettingsRule[];
  /** True if a tool server may not be started; `command` is that of a local one. */
  forbidsServer(name: string, command: string | undefined): boolean;
}

interface Reading {
  readonly text: string;
  readonly rules: readonly SettingsRule[];
  /** True if all rules were readable; otherwise the previous ones apply. */
  readonly isGood: boolean;
}

/** The policies as `given` has them at each call; a problem of them is logged once. */
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
