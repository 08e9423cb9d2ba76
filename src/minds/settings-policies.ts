// The policies of a person's settings (SPEC 12.4), checked like those of a team file. An unreadable rule may have been
// one that forbids, so until it is corrected every action is asked about, reading included.
import type { SettingsRule } from '../core/team/policy.ts';
import { settingsRuleSchema } from './team/team-schema.ts';

export interface SettingsPolicies {
  readonly rules: readonly SettingsRule[];
  /** The problems, one per line. */
  readonly problems: readonly string[];
}

/** Stands in for a rule that cannot be read. */
const askFirst: SettingsRule = { decision: 'ask', tools: ['*'] };

/** Reads the rules of the settings, in order; never throws. `given` may be any value. */
export function parsePolicies(given: unknown): SettingsPolicies {
  if (given === undefined || given === null) return { rules: [], problems: [] };
  if (!Array.isArray(given)) return { rules: [askFirst], problems: ['dominds.policies must be a list of rules'] };
  const problems: string[] = [];
  const rules = given.map((rule: unknown, index): SettingsRule => {
    const parsed = settingsRuleSchema.safeParse(rule);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      problems.push(`dominds.policies[${[index, ...(issue?.path ?? [])].join('.')}]: ${issue?.message}`);
      return askFirst;
    }
    const { decision, members, tools, paths, commands } = parsed.data;
    return {
      decision,
      ...(members && { members }),
      ...(tools && { tools }),
      ...(paths && { paths }),
      ...(commands && { commands }),
    };
  });
  return { rules, problems };
}
