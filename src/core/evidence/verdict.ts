// Reads whether an answer accepts (SPEC 26.3). Pure. Only a plain yes at the beginning is one: a yes with a condition in
// the same line, or neither word, has not accepted.

export type Verdict = 'accepted' | 'rejected' | 'unclear';

const accepting =
  /^(?:accepted|accept|yes|approved|approve|通过|接受|同意|是|是的)(?:\s*[.!。！]?$|\s*[.:,;!。：，；！—–-]\s*(\S.*)$)/iu;
const rejecting = /^(?:reject(?:ed)?|no|not accepted|denied|不通过|未通过|不接受|拒绝|不同意|否|不)(?![\p{L}\p{N}])/iu;
const conditional =
  /\b(?:but|except|however|unless|if|not|no|once|after|when|pending|provided|though|fails?|failed)\b|[但未不除若]|如果|没有/iu;
const heading = /^(?:verdict|answer|result|decision|结论|结果|回答)\s*[:：]\s*/iu;

/** Words with which people agree, and models only comment. */
const agreeing = /^(?:ok|okay|fine|sure|lgtm|looks good|all good|好|好的|可以|行|没问题)\s*[.!。！]?$/iu;

/** The same of the person's answer. */
export function readPersonsVerdict(answer: string): Verdict {
  return agreeing.test(answer.trim()) ? 'accepted' : readVerdict(answer);
}

/** The verdict in the first line of an answer. */
export function readVerdict(answer: string): Verdict {
  const [first = ''] = answer.split('\n').filter(line => /[\p{L}\p{N}]/u.test(line));
  const words = first
    .replaceAll(/[*_`#>✓✔✅❌]/gu, '')
    .trim()
    .replace(heading, '')
    .trim();
  if (rejecting.test(words)) return 'rejected';
  const accepted = accepting.exec(words);
  return accepted && !conditional.test(accepted[1] ?? '') ? 'accepted' : 'unclear';
}
