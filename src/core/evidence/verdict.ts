// Reads whether an answer accepts (SPEC 26.3). Pure. Only a plain yes at the beginning is one: a yes with a condition in
// the same line, or neither word, has not accepted.

type Verdict = 'accepted' | 'rejected' | 'unclear';

// Other letters are escaped: bundles hold ASCII alone, and expressions are not converted.
const accepting =
  /^(?:accepted|accept|yes|approved|approve|\u901a\u8fc7|\u63a5\u53d7|\u540c\u610f|\u662f|\u662f\u7684)(?:\s*[.!\u3002\uff01]?$|\s*[.:,;!\u3002\uff1a\uff0c\uff1b\uff01\u2014\u2013-]\s*(\S.*)$)/iu;
const rejecting =
  /^(?:reject(?:ed)?|no|not accepted|denied|\u4e0d\u901a\u8fc7|\u672a\u901a\u8fc7|\u4e0d\u63a5\u53d7|\u62d2\u7edd|\u4e0d\u540c\u610f|\u5426|\u4e0d)(?![\p{L}\p{N}])/iu;
const conditional =
  /\b(?:but|except|however|unless|if|not|no|once|after|when|pending|provided|though|fails?|failed)\b|[\u4f46\u672a\u4e0d\u9664\u82e5]|\u5982\u679c|\u6ca1\u6709/iu;
const heading = /^(?:verdict|answer|result|decision|\u7ed3\u8bba|\u7ed3\u679c|\u56de\u7b54)\s*[:\uff1a]\s*/iu;

/** Words with which people agree, and models only comment. */
const agreeing =
  /^(?:ok|okay|fine|sure|lgtm|looks good|all good|\u597d|\u597d\u7684|\u53ef\u4ee5|\u884c|\u6ca1\u95ee\u9898)\s*[.!\u3002\uff01]?$/iu;

/** The same of the person's answer. */
export function readPersonsVerdict(answer: string): Verdict {
  return agreeing.test(answer.trim()) ? 'accepted' : readVerdict(answer);
}

/** The verdict in the first line of an answer. */
export function readVerdict(answer: string): Verdict {
  const [first = ''] = answer.split('\n').filter(line => /[\p{L}\p{N}]/u.test(line));
  const words = first
    .replaceAll(/[*_`#>\u2713\u2714\u2705\u274c]/gu, '')
    .trim()
    .replace(heading, '')
    .trim();
  if (rejecting.test(words)) return 'rejected';
  const accepted = accepting.exec(words);
  return accepted && !conditional.test(accepted[1] ?? '') ? 'accepted' : 'unclear';
}
