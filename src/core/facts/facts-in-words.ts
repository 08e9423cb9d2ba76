// Facts about work in words (SPEC 23.7), for models and for people alike: one short line. Pure.
import type { ToolCounts, WorkFacts } from '../dialog/work-shape.ts';
import type { Offered } from '../dialog/workplace.ts';
import type { EvidenceCount, EvidenceState } from '../evidence/evidence.ts';

/** Facts as one line of a language. */
export type SayFacts = (facts: WorkFacts) => string;
export type SayEvidence = (evidence: EvidenceCount) => string;

interface FactWords {
  readonly noTool: string;
  readonly tools: Readonly<Record<keyof ToolCounts, (count: number) => string>>;
  readonly answers: (count: number) => string;
  readonly changed: (count: number) => string;
  readonly hunks: (count: number) => string;
  /** The last command with its end; `by` is a teammate. */
  readonly command: (command: string, exitCode: number | undefined, by: string | undefined) => string;
  readonly open: (members: readonly string[]) => string;
  readonly goals: (lines: readonly string[]) => string;
  readonly evidence: SayEvidence;
  /** The changes are in a place of its own; `callId` names the call for the caller. */
  readonly offered: (offered: Offered) => string;
  readonly more: (count: number) => string;
}

const evidenceStatesZh: Readonly<Record<EvidenceState, string>> = {
  verified: '已验证',
  claimed: '仅为声称',
  failed: '未通过',
  open: '尚未验证',
};

const wordsEn: FactWords = {
  noTool: 'no tool ran',
  tools: {
    read: count => counted(count, 'read'),
    edit: count => counted(count, 'edit'),
    command: count => counted(count, 'command'),
    other: count => counted(count, 'other tool call'),
    failed: count => counted(count, 'failed tool call'),
  },
  answers: count => `${counted(count, 'answer')} from teammates`,
  changed: count => `${counted(count, 'file')} changed`,
  hunks: count => `${count} hunks`,
  command: (command, exitCode, by) =>
    `last command${by === undefined ? '' : ` (by @${by})`}: \`${command}\` ${exitCode === undefined ? 'did not run to its end' : `exited with ${exitCode}`}`,
  open: members => `calls still open: ${members.map(member => `@${member}`).join(', ')}`,
  goals: lines => `not ticked off: ${lines.map(line => `"${line}"`).join(', ')}`,
  evidence: ({ state, verified, of }) =>
    state === 'verified'
      ? `verified (${counted(of, 'acceptance line')})`
      : `${state}: ${verified} of ${counted(of, 'acceptance line')} verified`,
  offered: ({ callId, asks }) =>
    asks
      ? 'these changes are in a place of its own; the person decides whether they are taken'
      : `these changes are in a place of its own: merge_work {"callId": "${callId}"} takes them (paths: a part), drops them or sends them back; show: true shows them by hunk`,
  more: count => `and ${count} more`,
};

const wordsZh: FactWords = {
  noTool: '没有运行过工具',
  tools: {
    read: count => `读取 ${count} 次`,
    edit: count => `编辑 ${count} 次`,
    command: count => `命令 ${count} 次`,
    other: count => `其他工具 ${count} 次`,
    failed: count => `工具调用失败 ${count} 次`,
  },
  answers: count => `队友回答 ${count} 次`,
  changed: count => `更改了 ${count} 个文件`,
  hunks: count => `${count} 处`,
  command: (command, exitCode, by) =>
    `最后一条命令${by === undefined ? '' : `（@${by} 运行）`}：\`${command}\` ${exitCode === undefined ? '没有运行到结束' : `退出码为 ${exitCode}`}`,
  open: members => `尚未回答的诉请：${members.map(member => `@${member}`).join('、')}`,
  goals: lines => `尚未勾选：${lines.map(line => `“${line}”`).join('、')}`,
  evidence: ({ state, verified, of }) =>
    state === 'verified'
      ? `已验证（${of} 条验收条目）`
      : `${evidenceStatesZh[state]}：${of} 条验收条目中验证了 ${verified} 条`,
  offered: ({ callId, asks }) =>
    asks
      ? '这些更改在它自己的副本中，由用户决定是否采用'
      : `这些更改在它自己的副本中：用 merge_work {"callId": "${callId}"} 采用（paths：一部分）、丢弃或退回；show: true 按改动逐处显示`,
  more: count => `另有 ${count} 个`,
};

export const sayFactsEn: SayFacts = facts => lineOf(facts, wordsEn);
export const sayFactsZh: SayFacts = facts => lineOf(facts, wordsZh);

/** The evidence for acceptance lines in a few words of a language. */
export const sayEvidenceEn: SayEvidence = wordsEn.evidence;
export const sayEvidenceZh: SayEvidence = wordsZh.evidence;

/** The last command and its end, in a sentence of a language. */
export const sayCommandEn = (command: NonNullable<WorkFacts['command']>) => commandText(command, wordsEn);
export const sayCommandZh = (command: NonNullable<WorkFacts['command']>) => commandText(command, wordsZh);

const kinds = ['read', 'edit', 'command', 'other', 'failed'] as const;

function lineOf(
  { tools, answers, changed, command, open, goals, evidence, offered }: WorkFacts,
  words: FactWords,
): string {
  const counts = kinds.flatMap(kind => (tools?.[kind] ? [words.tools[kind](tools[kind])] : []));
  const parts = [
    evidence && words.evidence(evidence),
    counts.length > 0 ? counts.join(', ') : !answers && words.noTool,
    answers && words.answers(answers),
    changed && filesText(changed, words),
    offered && words.offered(offered),
    command && commandText(command, words),
    open && words.open(open),
    goals && words.goals(goals),
  ];
  return parts.filter(part => part).join(' · ');
}

function filesText({ count, files }: NonNullable<WorkFacts['changed']>, words: FactWords): string {
  const named = files.map(({ path, hunks, ...lines }) =>
    [path, linesText(lines), ...(hunks === undefined ? [] : [`(${words.hunks(hunks)})`])]
      .filter(part => part !== '')
      .join(' '),
  );
  const more = count - files.length;
  return `${words.changed(count)}: ${[...named, ...(more > 0 ? [words.more(more)] : [])].join(', ')}`;
}

/** `+4 −1`; '' where lines were not counted. */
export function linesText({ added, removed }: { readonly added?: number; readonly removed?: number }): string {
  return added === undefined && removed === undefined ? '' : `+${added ?? 0} −${removed ?? 0}`;
}

function commandText({ command, exitCode, by }: NonNullable<WorkFacts['command']>, words: FactWords): string {
  return words.command(command.replaceAll('`', "'"), exitCode, by);
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
