// Tokens by the size of texts, where no server has counted them (SPEC 10.10).
import type { Prompt, Usage } from '../../core/base/chat.ts';
import { costOf } from '../../core/spending/cost.ts';
import type { Spending } from '../../core/spending/spending.ts';
import type { Model } from '../../llm/models/choose-model.ts';

/** Bytes of a text that make a token, about. */
const BYTES_PER_TOKEN = 4;

/** The tokens of a request. Images are not in its text. */
export function tokensOfPrompt(prompt: Prompt): number {
  return tokensOf(JSON.stringify(prompt));
}

/** The tokens of a text. */
export function tokensOf(text: string): number {
  return Buffer.byteLength(text) / BYTES_PER_TOKEN;
}

/** What a call takes that takes so many tokens. */
export function expectedSpending(usage: Usage, { prices }: Pick<Model, 'prices'>): Spending {
  return { tokens: usage.promptTokens + usage.completionTokens, cost: prices ? costOf(usage, prices) : 0 };
}
