// The tokens and money that a dialog tree, or one member in it, has used, and whether that reaches a cap (SPEC 10.4).
// Pure.
import type { AgentId } from '../base/ids.ts';

/** `tokens`: prompt and completion together. `cost`: in the currency of the prices, 0 where none are configured. */
export interface Spending {
  readonly tokens: number;
  readonly cost: number;
  /** Some of it is an estimate by the size of texts, as its server told no usage. */
  readonly isEstimated?: true;
}

/** Limits for which a person set a cap; absent ones are not limited. */
export interface Cap {
  readonly maxTokens?: number;
  readonly maxCost?: number;
}

/** The caps of a whole tree. */
export interface TreeCap extends Cap {
  /** Generations without a word of the person in between; `DEFAULT_MAX_GENERATIONS` when absent (SPEC 7.4). */
  readonly maxGenerations?: number;
}

export const DEFAULT_MAX_GENERATIONS = 500;

/** A cap that the person let be passed: what may be used from then on. Without a member: of the whole tree. */
export interface RaisedCap extends Cap {
  readonly agentId?: AgentId;
  /** It counts only on the machine that made this (`sealedCap`). */
  readonly seal?: string;
}

/** A cap that is reached. */
export interface ReachedCap {
  readonly agentId?: AgentId;
  readonly spent: Spending;
  readonly cap: Cap;
}

/** The state of a dialog, as far as it was paid for. */
interface Spent {
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly cost?: number;
  readonly estimated?: { readonly tokens: number; readonly cost: number };
}

/** The sum over dialogs. */
export function spendingOf(states: readonly Spent[]): Spending {
  return sumSpending(
    states.flatMap(({ tokens, cost = 0, estimated }) => [
      { tokens: tokens.prompt + tokens.completion, cost },
      ...(estimated ? [{ ...estimated, isEstimated: true as const }] : []),
    ]),
  );
}

/** The sum of parts. */
export function sumSpending(parts: readonly Spending[]): Spending {
  return parts.reduce(
    (sum, part) => ({
      tokens: sum.tokens + part.tokens,
      cost: sum.cost + part.cost,
      ...((sum.isEstimated || part.isEstimated) && { isEstimated: true }),
    }),
    { tokens: 0, cost: 0 },
  );
}

/** The present amount of a cap: its own, or the raised one. */
export function raisedLimit({ maxTokens, maxCost }: Cap, raised: Cap = {}): Cap {
  return {
    ...(maxTokens !== undefined && { maxTokens: Math.max(maxTokens, raised.maxTokens ?? 0) }),
    ...(maxCost !== undefined && { maxCost: Math.max(maxCost, raised.maxCost ?? 0) }),
  };
}

/** True if a cap, as raised, is reached. */
export function isReached(spent: Spending, cap: Cap, raised: Cap = {}): boolean {
  const { maxTokens, maxCost } = raisedLimit(cap, raised);
  return (maxTokens !== undefined && spent.tokens >= maxTokens) || (maxCost !== undefined && spent.cost >= maxCost);
}

/** The remaining amount under a cap. */
export function capLeft(cap: Cap, raised: Cap, spent: Spending): Cap {
  const { maxTokens, maxCost } = raisedLimit(cap, raised);
  return {
    ...(maxTokens !== undefined && { maxTokens: Math.max(0, maxTokens - spent.tokens) }),
    ...(maxCost !== undefined && { maxCost: Math.max(0, maxCost - spent.cost) }),
  };
}

/** The same cap again, on top of the present usage. */
export function raise({ agentId, spent, cap }: ReachedCap): RaisedCap {
  const { maxTokens, maxCost } = cap;
  return {
    ...(agentId !== undefined && { agentId }),
    ...(maxTokens !== undefined && { maxTokens: spent.tokens + maxTokens }),
    ...(maxCost !== undefined && { maxCost: spent.cost + maxCost }),
  };
}

/** The last raise of a cap, of those that count; undefined if it was never raised. */
export function raisedTo(
  raised: readonly RaisedCap[],
  agentId: AgentId | undefined,
  counts: (raised: RaisedCap) => boolean,
): RaisedCap | undefined {
  return raised.findLast(each => each.agentId === agentId && counts(each));
}
