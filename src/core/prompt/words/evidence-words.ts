// What the runtime says of acceptance lines: to the member whose `mark_done` fails, to reviewers, and in the question to
// the person (SPEC 26.3). Pure.
import { FURTHER_FILES } from '../../evidence/checks.ts';
import type { EvidenceLine } from '../../evidence/evidence.ts';

/** A file that changed, and who changed it. */
export interface ChangedBy {
  readonly path: string;
  readonly by: readonly string[];
}

/** What is put to the person. */
export interface AskedOfPerson {
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
  readonly files: readonly string[];
}

export interface EvidenceTexts {
  /** The result of a `mark_done` whose lines do not all hold. */
  notDone(failing: readonly EvidenceLine[], all: number): string;
  readonly reviewHeadline: (subject: string) => string;
  reviewBody(changed: readonly ChangedBy[]): string;
  readonly question: string;
  questionBody(asked: AskedOfPerson): string;
  readonly accept: string;
  readonly reject: string;
  /** Outputs of checks that the runtime makes itself. */
  readonly fileFound: string;
  readonly noFile: string;
  readonly emptyFile: string;
  readonly noShell: string;
  readonly unclear: (answer: string) => string;
  readonly noMember: (name: string) => string;
  readonly isAuthor: (name: string) => string;
  readonly isClaiming: (name: string) => string;
  readonly changesFiles: string;
  readonly notAlone: string;
  readonly notAnswered: string;
  readonly personSays: (answer: string) => string;
  /** A reviewer asks back. */
  readonly askedBack: (name: string) => string;
}

/** Characters of an output that a result repeats. */
const SHOWN = 1_500;

export const evidenceEn: EvidenceTexts = {
  notDone: (failing, all) =>
    [
      `Not done: ${failing.length} of ${all} acceptance ${all === 1 ? 'line' : 'lines'} ${failing.length === 1 ? 'is' : 'are'} not verified.`,
      ...failing.map(line => {
        const why = line.dropped
          ? 'a member removed this line; restore it, or the person must agree'
          : line.changedChecks
            ? `passed, but files that it checks with changed: ${line.changedChecks.map(fileEn).join(', ')}`
            : (line.outcome ?? 'not checked');
        return `- ${line.line}: ${why}${output(line)}`;
      }),
      'Fix what fails, then call mark_done again. Only checks by the runtime count. If a line cannot hold, tell the person why.',
    ].join('\n'),
  reviewHeadline: subject => `Review: ${subject}\n`,
  reviewBody: changed =>
    [
      'Is this true of the files as they are now? Look for yourself; do not rely on what others say, and change no file.',
      ...changedLines(changed, 'Changed files:'),
      'Begin your answer with a line that is only `accepted` or `rejected`. Then say why.',
    ].join('\n'),
  question: 'Does the work meet these acceptance lines?',
  questionBody: ({ lines, dropped, files }) =>
    sections([
      ['', lines],
      ['Members removed these lines. Is that right?', dropped],
      ['Members changed files that the checks run. Do the checks still prove what you want?', files.map(fileEn)],
    ]),
  accept: 'accept',
  reject: 'reject',
  fileFound: 'The file is there.',
  noFile: 'There is no such file.',
  emptyFile: 'The file is empty.',
  noShell: 'Commands cannot run here.',
  unclear: answer => `The answer does not begin with "accepted" or "rejected": ${answer}`,
  noMember: name => `There is no teammate @${name}.`,
  isAuthor: name => `@${name} changed files for this task and cannot review them.`,
  isClaiming: name => `@${name} marks the task done and cannot review it.`,
  changesFiles:
    'The check changes files each time it runs. Ignore these files in Git, or let the check write elsewhere.',
  notAlone: 'Call mark_done alone, after the work: the checks must see the last change.',
  notAnswered: 'The person did not answer.',
  personSays: answer => `The person says: ${answer}`,
  askedBack: name => `@${name} reviews the work and asks back. Answer first, then call mark_done again.`,
};

export const evidenceZh: EvidenceTexts = {
  notDone: (failing, all) =>
    [
      `尚未完成：${all} 条验收条目中有 ${failing.length} 条没有得到验证。`,
      ...failing.map(line => {
        const outcomes = { passed: '通过', failed: '未通过', unclear: '结果不明', denied: '不允许运行' };
        const why = line.dropped
          ? '成员删除了这一条；请恢复，或由用户同意'
          : line.changedChecks
            ? `通过，但它依赖的文件被修改：${line.changedChecks.map(fileZh).join('、')}`
            : line.outcome === undefined
              ? '未检查'
              : outcomes[line.outcome];
        return `- ${line.line}：${why}${output(line)}`;
      }),
      '请修正未通过的部分，再调用 mark_done。只有运行时做的检查才算数。如果某一条无法达到，请告诉用户原因。',
    ].join('\n'),
  reviewHeadline: subject => `评审：${subject}\n`,
  reviewBody: changed =>
    [
      '就现在的文件而言，这一条是否属实？请亲自查看，不要依赖别人的说法，也不要修改任何文件。',
      ...changedLines(changed, '被修改的文件：'),
      '回答的第一行只写 `accepted` 或 `rejected`，然后说明理由。',
    ].join('\n'),
  question: '工作是否符合这些验收条目？',
  questionBody: ({ lines, dropped, files }) =>
    sections([
      ['', lines],
      ['成员删除了以下条目。这样可以吗？', dropped],
      ['成员修改了检查所运行的文件。这些检查还能证明你想要的结果吗？', files.map(fileZh)],
    ]),
  accept: '接受',
  reject: '不接受',
  fileFound: '文件存在。',
  noFile: '没有这个文件。',
  emptyFile: '文件是空的。',
  noShell: '这里不能运行命令。',
  unclear: answer => `回答没有以 accepted 或 rejected 开头：${answer}`,
  noMember: name => `没有队友 @${name}。`,
  isAuthor: name => `@${name} 为此任务修改过文件，不能评审。`,
  isClaiming: name => `@${name} 正在把任务标记为完成，不能自己评审。`,
  changesFiles: '这项检查每次运行都会修改文件。请让 Git 忽略这些文件，或让检查写到别处。',
  notAlone: '请在工作之后单独调用 mark_done：检查必须看到最后的修改。',
  notAnswered: '用户没有回答。',
  personSays: answer => `用户说：${answer}`,
  askedBack: name => `@${name} 正在评审并向你追问。请先回答，再调用 mark_done。`,
};

const fileEn = (path: string) => (path === FURTHER_FILES ? 'further files, which nobody can name' : path);
const fileZh = (path: string) => (path === FURTHER_FILES ? '另外一些无法列出的文件' : path);

function output({ output: text = '', state }: EvidenceLine): string {
  if (text === '' || state === 'stale') return '';
  const shown = text.length > SHOWN ? `… ${text.slice(-SHOWN)}` : text;
  return `\n${shown.replaceAll(/^/gm, '  ')}`;
}

function changedLines(changed: readonly ChangedBy[], heading: string): readonly string[] {
  return changed.length === 0 ? [] : [heading, ...changed.map(({ path, by }) => `- ${path} (${by.join(', ')})`)];
}

function sections(parts: readonly (readonly [heading: string, lines: readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [...(heading === '' ? [] : [heading]), ...lines.map(line => `- ${line}`)].join('\n'))
    .join('\n\n');
}
