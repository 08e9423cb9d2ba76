// The question whether a tree may continue beyond a cap (SPEC 10.10), in the work language: the usage, the remaining
// amount, and the usage by branch. Pure.
import { formatCost } from '../../spending/cost.ts';
import type { Cap, Spending } from '../../spending/spending.ts';
import type { QuestionText } from '../question-text.ts';

/** Everything that the question tells. */
export interface CapReport {
  readonly reached: readonly ReachedLimit[];
  /** Generations without a word of the person, when those are too many. */
  readonly unattended?: { readonly made: number; readonly cap: number };
  /** Generations that run now, and what they are expected to use. */
  readonly atWork: Spending & { readonly count: number };
  /** The dialogs below the root with their subtrees, and the root itself, highest usage first. */
  readonly branches: readonly Branch[];
}

/** A cap of the tree, or of a member in it. `left`: the remaining amount under the raised cap. */
export interface ReachedLimit {
  readonly agentId?: string;
  readonly spent: Spending;
  readonly cap: Cap;
  readonly left: Cap;
}

export interface Branch extends Spending {
  readonly agentId: string;
  readonly headline: string;
  readonly isRoot: boolean;
}

export type CapQuestion = (report: CapReport) => QuestionText;

/** Branches that the question lists. */
const MAX_BRANCHES = 6;

export const capQuestionEn: CapQuestion = report => ({
  headline: 'A cap is reached. Go on?',
  body: [
    ...report.reached.map(({ agentId, spent, cap, left }) => {
      const who = agentId === undefined ? 'This dialog tree' : `@${agentId} in this tree`;
      const used = usedText(spent, cap, amountEn);
      return `${who} has used ${about(spent, 'about ')}${used}. It may still use ${leftText(left, amountEn)}.`;
    }),
    ...(isEstimated(report)
      ? ['Some model reported no usage: its part is estimated by the size of its requests and replies.']
      : []),
    ...(report.unattended
      ? [
          `This dialog tree has made ${count(report.unattended.made)} generations since you last said something (cap ${count(report.unattended.cap)}).`,
        ]
      : []),
    ...(report.atWork.count > 0
      ? [
          `Generations at work now: ${report.atWork.count}, expected to use ${spendingText(report.atWork, amountEn)} more.`,
        ]
      : []),
    ...branchLines(report, 'Used by:', amountEn, 'this root'),
    '\n"continue" allows as much again; anything else you write does so too, but "stop".',
  ].join('\n'),
  options: ['continue', 'stop'],
});

export const capQuestionZh: CapQuestion = report => ({
  headline: '已达上限，要继续吗？',
  body: [
    ...report.reached.map(({ agentId, spent, cap, left }) => {
      const who = agentId === undefined ? '这棵对话树' : `这棵树里的 @${agentId} `;
      const used = usedText(spent, cap, amountZh);
      return `${who}已用${about(spent, '约')} ${used}，还可以用 ${leftText(left, amountZh)}。`;
    }),
    ...(isEstimated(report) ? ['有的模型不报告用量：这部分按请求和回复的大小估算。'] : []),
    ...(report.unattended
      ? [
          `从你上次说话以来，这棵对话树已生成 ${count(report.unattended.made)} 次（上限 ${count(report.unattended.cap)}）。`,
        ]
      : []),
    ...(report.atWork.count > 0
      ? [`正在进行的生成：${report.atWork.count} 次，预计还要用 ${spendingText(report.atWork, amountZh)}。`]
      : []),
    ...branchLines(report, '各分支用量：', amountZh, '本根对话'),
    '\n选 continue 再给同样的额度，写别的话也一样；选 stop 则停下。',
  ].join('\n'),
  options: ['continue', 'stop'],
});

/** The word for an amount that is not exact, if it is not. */
function about({ isEstimated }: Spending, word: string): string {
  return isEstimated ? word : '';
}

function isEstimated({ reached }: CapReport): boolean {
  return reached.some(({ spent }) => spent.isEstimated);
}

interface AmountWords {
  readonly tokens: (tokens: string) => string;
  readonly cost: (cost: string) => string;
  readonly limit: (limit: string) => string;
  readonly and: string;
}

const amountEn: AmountWords = {
  tokens: tokens => `${tokens} tokens`,
  cost: cost => `a cost of ${cost}`,
  limit: limit => ` (cap ${limit})`,
  and: ' and ',
};
const amountZh: AmountWords = {
  tokens: tokens => `${tokens} 个词元`,
  cost: cost => `费用 ${cost}`,
  limit: limit => `（上限 ${limit}）`,
  and: '、',
};

/** The amounts that a cap limits, each with its limit. */
function usedText({ tokens, cost }: Spending, { maxTokens, maxCost }: Cap, words: AmountWords): string {
  return [
    ...(maxTokens === undefined ? [] : [words.tokens(count(tokens)) + words.limit(count(maxTokens))]),
    ...(maxCost === undefined ? [] : [words.cost(formatCost(cost)) + words.limit(formatCost(maxCost))]),
  ].join(words.and);
}

function leftText({ maxTokens, maxCost }: Cap, words: AmountWords): string {
  return [
    ...(maxTokens === undefined ? [] : [words.tokens(count(maxTokens))]),
    ...(maxCost === undefined ? [] : [words.cost(formatCost(maxCost))]),
  ].join(words.and);
}

function spendingText({ tokens, cost }: Spending, words: AmountWords): string {
  const price = cost > 0 ? ` (${formatCost(cost)})` : '';
  return `${words.tokens(count(tokens))}${price}`;
}

function branchLines({ branches }: CapReport, title: string, words: AmountWords, root: string): string[] {
  if (branches.length < 2) return [];
  const lines = branches.slice(0, MAX_BRANCHES).map(branch => {
    const what = branch.isRoot ? root : branch.headline;
    return `- @${branch.agentId} (${what}): ${spendingText(branch, words)}`;
  });
  return [title, ...lines, ...(branches.length > MAX_BRANCHES ? ['- …'] : [])];
}

function count(number: number): string {
  return Math.ceil(number).toLocaleString('en');
}
