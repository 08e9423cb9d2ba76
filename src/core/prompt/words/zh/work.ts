// Texts about work and its history, in Chinese.
import type { WorkFacts } from '../../../dialog/work-shape.ts';
import { FURTHER_FILES } from '../../../evidence/checks.ts';
import type { EvidenceState } from '../../../evidence/evidence.ts';
import {
  commandText,
  type FactWords,
  factsLine,
  type SayEvidence,
  type SayFacts,
} from '../../../facts/facts-in-words.ts';
import { dayAndTime } from '../../../text/clock-time.ts';
import type { EvidenceTexts, FactTexts, LedgerWords, RestoreTexts, untoldEn, WorkTexts } from '../en/work.ts';
import { changedFileLines, checkedOutput, inBackticks, joinedParts, mentions, sectionsText } from '../work-words.ts';

const evidenceStatesZh: Readonly<Record<EvidenceState, string>> = {
  verified: '已验证',
  claimed: '仅为声称',
  failed: '未通过',
  open: '尚未验证',
};

export const untoldZh: typeof untoldEn = {
  some: '改动的文件比列出的更多。',
  all: '命令可能还改动了其他未知的文件。',
};

const moreThan = { some: '不止', all: '至少' };

const factWordsZh: FactWords = {
  noTool: '没有运行过工具',
  tools: {
    read: count => `读取 ${count} 次`,
    edit: count => `编辑 ${count} 次`,
    command: count => `命令 ${count} 次`,
    other: count => `其他工具 ${count} 次`,
    failed: count => `工具调用失败 ${count} 次`,
  },
  answers: count => `队友回答 ${count} 次`,
  changed: (count, untold) => {
    if (count === 0) return '更改了哪些文件未知';
    return `更改了${untold ? moreThan[untold] : ''} ${count} 个文件`;
  },
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

export const sayFactsZh: SayFacts = facts => factsLine(facts, factWordsZh);

export const sayEvidenceZh: SayEvidence = factWordsZh.evidence;

const sayCommandZh = (command: NonNullable<WorkFacts['command']>) => commandText(command, factWordsZh);

export const factsZh: FactTexts = {
  underAnswer: facts => `【运行时记录的事实】${sayFactsZh(facts)}。`,
  beforePush: ({ open, running, announced, goals, failed }) =>
    [
      '【事实】',
      open.length > 0
        ? `- 尚未回答的诉请：${mentions(open)}。`
        : '- 没有尚未回答的诉请；没有人在为你做事，什么也不会自己发生。',
      ...(running.length > 0 ? [`- 在后台运行：${inBackticks(running)}。`] : []),
      ...(announced === undefined ? [] : [`- 你说了“${announced}”，但没有发出任何调用。`]),
      ...(failed ? [`- ${sayCommandZh(failed)}。`] : []),
      ...(goals.length > 0 ? ['- Taskdoc 里尚未勾选：', ...goals.map(line => `  - ${line}`)] : []),
    ].join('\n'),
  failedBeforeDone: command =>
    `暂不接受：${sayCommandZh(command)}。没做完就继续做；如果这个结果在意料之中，请向用户说明原因，再调用一次 mark_done。`,
  howToEnd: ({ by, isCalling, isWaiting }) =>
    [
      ...(by === undefined ? [] : [`@${by} 在问你：你下一条不含任何调用的纯文字回复就是回答。`]),
      ...(isCalling ? ['等回答到齐之后，单独调用 mark_done。'] : []),
      ...(isWaiting ? ['要等回答，直接结束这条回复即可，回答会自己到来。'] : []),
    ].join(''),
  answeredBefore: (headline, content, at) =>
    `【已经回答过】你先前问过“${headline.trim()}”，用户在 ${dayAndTime(at)} 回答：\n\n${content}\n\n这次没有再问用户。如果确实需要重新确认，请再问一次，并说明有什么变化。`,
  personSays: content => `【用户】${content}`,
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
        return `- ${line.line}：${why}${checkedOutput(line)}`;
      }),
      '请修正未通过的部分，再调用 mark_done。只有运行时做的检查才算数。如果某一条无法达到，请告诉用户原因。',
    ].join('\n'),
  reviewHeadline: subject => `评审：${subject}\n`,
  reviewBody: changed =>
    [
      '就现在的文件而言，这一条是否属实？请亲自查看，不要依赖别人的说法，也不要修改任何文件。',
      ...changedFileLines(changed, '被修改的文件：'),
      '回答的第一行只写 `accepted` 或 `rejected`，然后说明理由。',
    ].join('\n'),
  question: '工作是否符合这些验收条目？',
  questionBody: ({ lines, dropped, files }) =>
    sectionsText([
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

const fileZh = (path: string) => (path === FURTHER_FILES ? '另外一些无法列出的文件' : path);

export const workZh: WorkTexts = {
  place: (root, bring) =>
    `你在一份只属于你的工作区副本中工作：${root}。路径和命令都以它为准。Git 忽略的文件不在其中${bring.length > 0 ? `，但 ${bring.join('、')} 除外` : ''}。在你回答之前，没有人看得到你的更改；之后由诉请你的人或用户采用。`,
  lost: paths =>
    `你工作的副本不见了。已按工作区现在的样子重新建立一份。${paths.length > 0 ? `随之丢失的是你对这些文件的更改：${paths.join('、')}。如果缺失，请重新做出来。` : '请查看缺了哪些更改，并重新做出来。'}`,
  notMade: why => `无法为该成员建立自己的副本，因此没有开始工作：${why}`,
  sharedPath: (named, own) => `${named} 是别人工作的文件夹。你在自己的副本中工作：请改用 ${own}。`,
  question: ({ agentId, headline, again, count, added, removed, body, trouble, isPart, example }) => ({
    headline: `采用 @${agentId} 的${isPart ? '其余' : ''}更改吗？${count} 个文件 +${added} −${removed}`,
    body: joinedParts([
      trouble,
      again ? `${headline}（第 ${again.round} 轮）` : headline,
      again?.said && `你退回时说：${again.said}`,
      body,
      example && `要采用一部分，请用文件和改动编号回答：\`${example}\`。其余的会再次询问你。`,
    ]),
    options: ['全部采用', '退回', '丢弃'],
  }),
  merged: (agentId, paths, left) =>
    `[@${agentId} 的工作] 已采用：${paths.join('、') || '无，这里已经有了'}。${left.length > 0 ? `仍在等待：${left.join('、')}。` : ''}`,
  dropped: (agentId, paths, isPart) =>
    isPart
      ? `[@${agentId} 的工作] 其余部分已丢弃：${paths.join('、')}。之前采用的部分在这里。`
      : `[@${agentId} 的工作] 已丢弃。这里没有它的任何更改。`,
  shown: (agentId, body) => `[@${agentId} 的工作] 它的更改，尚未采用：\n\n${body}`,
  notTaken: paths =>
    paths.length === 0
      ? undefined
      : `你上次回答中有些更改没有被采用：${paths.join('、')}。你的副本是新建的，不含这些更改。`,
  failed: (agentId, why) => `[@${agentId} 的工作] 未采用：${why}`,
  sentBack: (agentId, words) => `[@${agentId} 的工作] 已退回，附言：${words}`,
  conflicted: (agentId, paths) =>
    `[@${agentId} 的工作] 未采用，因为别人更改了同样的地方：${paths.join('、')}。@${agentId} 会解决冲突并再次回答。这里没有任何改动。`,
  backTitle: '你的工作被退回。',
  lookAgain: '这样不予采用。请再看一遍你的更改，然后重新回答。',
  notForAgents: '其他厂商的代理不能在自己的副本中工作',
  noText: (was, is) => (was ? (is ? '已更改；不是文本。' : '已删除；不是文本。') : '新建；不是文本。'),
  conflict: conflicts =>
    [
      '在你工作期间，别人更改了同样的文件。你的工作尚未采用。请在你的副本中把两边合在一起，然后再次回答。',
      ...conflicts.map(({ path, isMarked, isGone, change }) =>
        [
          isMarked
            ? `${path}：两边都在你的文件里，位于 <<<<<<< 和 >>>>>>> 之间。保留双方需要的内容，并删除标记。`
            : isGone
              ? `${path}：别人删除了它，而你更改了它。除非你也删除，否则它会恢复。`
              : `${path}：别人更改了它，且无法逐行合并。照现在的样子，你的版本会取代他们的。`,
          change,
        ]
          .filter(part => part !== '')
          .join('\n'),
      ),
    ].join('\n\n'),
  conflictTitle: '你的工作与别人的更改冲突。',
  sides: { ours: '你的', theirs: '别人的' },
  gone: paths =>
    `它所在的副本不见了，或在另一台机器上。${paths.length > 0 ? `丢失的是对这些文件的更改：${paths.join('、')}。` : ''}需要时请再次诉请。`,
  nothing: '其中已没有任何差别',
  changedSince: '询问之后它又有了更改，请再看一遍',
  unsaved: paths => `用户在 ${paths.join('、')} 中有未保存的更改`,
  noSuchPaths: (paths, there) => `${paths.join('、')} 不在更改的文件中（${there.join('、')}）`,
  changing: '这些文件一直在变',
  settles: '已记下。结果随后告知。',
  noSuchWork: (callId, offered) =>
    `没有属于诉请 ${callId} 的工作在等待。${offered.length > 0 ? `在等待的有：${offered.join('；')}。` : '目前没有任何工作在等待。'}`,
  offeredWork: (callId, agentId, headline) => `${callId}（@${agentId}：${headline}）`,
  personDecides: '这项工作由用户决定。',
  waiting: (agentId, callId) => `@${agentId} 的工作既没有采用也没有丢弃：merge_work {"callId": "${callId}"}`,
};

export const restoreZh: RestoreTexts = {
  fork: files =>
    `【分叉】用户从另一个对话的此处继续。${filesZh(files)}那边未了的诉请和问题在这里并未打开；仍需要的请重新提出。`,
  course: files => `【已恢复】用户回到对话里较早的位置，此后说过和做过的都不再算数。${filesZh(files)}`,
};

function filesZh(files: readonly string[]): string {
  if (files.length === 0) return '文件没有退回，就是现在的样子。';
  return `这些文件已退回到当时的样子：${files.join('、')}。再次修改之前请先重读。`;
}

export const ledgerZh: LedgerWords = {
  opening: canRead =>
    `【台账】以下是运行时此前记录的事实。${canRead ? '先前各程的全部言行可用 `read_course` 查看。' : ''}`,
  words: '用户说的话，新的在前',
  questions: '问题和用户的回答',
  calls: '你的诉请',
  assignments: '你回答过的诉请',
  files: '你改过的文件',
  processes: '后台正在运行的命令',
  failure: '最近一次失败',
  said: (course, who) => `（第 ${course} 程${who === undefined ? '' : `，@${who} 补充`}）`,
  call: (who, headline) => `@${who}${headline === '' ? '' : `“${headline}”`}`,
  assignment: (who, headline) => `@${who}${headline === '' ? '' : `“${headline}”`}；你的回答`,
  open: '未了，尚无回答',
  unanswered: '没有回答',
  failed: answer => `未能回答：${answer}`,
  closed: reason => `未回答即关闭（${reason}）`,
  change: { created: '新建', changed: '修改', deleted: '删除' },
  failedCall: (course, call) => `（第 ${course} 程）${call}`,
  leftOut: count => `【此处略去较早的 ${count} 条。】`,
  notWorkedOn: answers =>
    `拒绝一次：你刚读到的下列回答还没有任何后续，清理头脑后就不在你的上下文里了：\n${answers.map(answer => `- ${answer}`).join('\n')}\n请把要紧的记入提醒或 Taskdoc，或者据此行动。若其中没有要紧的，再调用一次 clear_mind 即可。`,
  reading: {
    noneYet: '没有更早的程：这是第一程，全部内容都在你的上下文里。',
    noSuchCourse: (course, last) =>
      `没有第 ${course} 程可读。更早的${last === 1 ? '只有第 1 程' : `是第 1 到 ${last} 程`}：read_course {"course": ${last}}。`,
    unreadable: course => `第 ${course} 程读不出来：文件缺失或已损坏。`,
    noSuchEntry: (course, entries) =>
      entries === 0
        ? `第 ${course} 程没有条目。`
        : `第 ${course} 程有第 1 到 ${entries} 条：read_course {"course": ${course}, "from": 1, "to": ${entries}}。`,
    user: '对你说',
    assistant: '你说',
    calls: tool => `你调用 ${tool}`,
    result: tool => `${tool} 的结果`,
    heading: ({ course, from, to, of }) => `第 ${course} 程，第 ${from} 到 ${to} 条，共 ${of} 条。`,
    readOn: (course, from) => `接着读：read_course {"course": ${course}, "from": ${from}}。`,
  },
};
