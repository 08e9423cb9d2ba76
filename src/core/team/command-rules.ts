// What of the shell needs nobody's word, for the prompt of a member (SPEC 24.5). Pure.
import { anyCommand, type Decision, decide, type PolicyRule } from './policy.ts';

/** The rules about commands, in short. */
export interface CommandRules {
  /** Commands that only read run unasked. */
  readonly readsFreely: boolean;
  /** Patterns that are allowed, and those that are denied. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  /** The decision on any other command. */
  readonly others: Decision;
}

/** Patterns that are named, and their characters. */
const MOST = 8;
const LONGEST = 60;

/** The rules that hold for a member, in short. */
export function commandRulesOf(rules: readonly PolicyRule[], readsFreely: boolean): CommandRules {
  const patterns = (decision: Decision) =>
    rules
      .filter(rule => rule.decision === decision && !rule.isWithheld)
      .flatMap(({ commands = [] }) => commands)
      .filter(pattern => pattern !== '*' && pattern.length <= LONGEST)
      .slice(0, MOST);
  const others = decide(rules, anyCommand);
  return {
    readsFreely: readsFreely && others !== 'deny',
    allowed: patterns('allow'),
    denied: patterns('deny'),
    others,
  };
}
