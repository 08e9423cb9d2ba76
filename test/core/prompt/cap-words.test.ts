// What a person reads when a cap is reached (SPEC 10.10).
import assert from 'node:assert/strict';
import { capQuestionEn } from '../../../src/core/prompt/words/en/questions.ts';
import type { CapReport } from '../../../src/core/prompt/words/questions.ts';
import { capQuestionZh } from '../../../src/core/prompt/words/zh/questions.ts';

const branch = (agentId: string, tokens: number, isRoot = false) => ({
  agentId,
  headline: `@${agentId} do it`,
  isRoot,
  tokens,
  cost: tokens / 1_000,
});
const report: CapReport = {
  reached: [
    { spent: { tokens: 6_000, cost: 4 }, cap: { maxTokens: 6_000, maxCost: 10 }, left: { maxTokens: 0, maxCost: 6 } },
    { agentId: 'bob', spent: { tokens: 1_200, cost: 0 }, cap: { maxTokens: 1_000 }, left: { maxTokens: 0 } },
  ],
  unattended: { made: 500, cap: 500 },
  atWork: { count: 2, tokens: 3_000, cost: 0 },
  branches: [branch('bob', 4_000), branch('lead', 2_000, true)],
};

describe('the question about a cap', () => {
  it('says what is used, what may still be used, what is at work, and which branch used it', () => {
    assert.equal(
      capQuestionEn(report).body,
      `This dialog tree has used 6,000 tokens (cap 6,000) and a cost of 4.00 (cap 10.00). It may still use 0 tokens and a cost of 6.00.
@bob in this tree has used 1,200 tokens (cap 1,000). It may still use 0 tokens.
This dialog tree has made 500 generations since you last said something (cap 500).
Generations at work now: 2, expected to use 3,000 tokens more.
Used by:
- @bob (@bob do it): 4,000 tokens (4.00)
- @lead (this root): 2,000 tokens (2.00)

"continue" allows as much again; anything else you write does so too, but "stop".`,
    );
  });

  it('says the same in Chinese', () => {
    assert.equal(
      capQuestionZh(report).body,
      `这棵对话树已用 6,000 个词元（上限 6,000）、费用 4.00（上限 10.00），还可以用 0 个词元、费用 6.00。
这棵树里的 @bob 已用 1,200 个词元（上限 1,000），还可以用 0 个词元。
从你上次说话以来，这棵对话树已生成 500 次（上限 500）。
正在进行的生成：2 次，预计还要用 3,000 个词元。
各分支用量：
- @bob (@bob do it): 4,000 个词元 (4.00)
- @lead (本根对话): 2,000 个词元 (2.00)

选 continue 再给同样的额度，写别的话也一样；选 stop 则停下。`,
    );
  });

  it('says what is an estimate, in both languages', () => {
    const spent = { tokens: 6_000, cost: 0, isEstimated: true } as const;
    const estimated: CapReport = {
      ...report,
      reached: [{ spent, cap: { maxTokens: 6_000 }, left: { maxTokens: 0 } }],
    };
    assert.match(
      capQuestionEn(estimated).body,
      /^This dialog tree has used about 6,000 tokens .*\nSome model reported no usage: its part is estimated /,
    );
    assert.match(capQuestionZh(estimated).body, /^这棵对话树已用约 6,000 个词元.*\n有的模型不报告用量：/);
    assert.doesNotMatch(capQuestionEn(report).body, /about|estimated/);
  });

  it('lists no branches where there is one only, and at most six', () => {
    assert.doesNotMatch(capQuestionEn({ ...report, branches: [branch('lead', 1, true)] }).body, /Used by/);
    const many = Array.from({ length: 9 }, (_, index) => branch(`m${index}`, 9 - index));
    assert.match(capQuestionEn({ ...report, branches: many }).body, /@m5 .*\n- …\n/);
  });
});
