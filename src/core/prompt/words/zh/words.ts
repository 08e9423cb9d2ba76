// Chinese texts for models. Kept short: the fixed part of a request stays within 9 kB (SPEC 17).
import { assertNever } from '../../../base/assert.ts';
import { listSteps, REPEATS } from '../../../dialog/circles.ts';
import type { ProcessEnd } from '../../../dialog/processes.ts';
import type { Waking } from '../../../dialog/sleep.ts';
import type { Dialect } from '../../../team/dialect.ts';
import type { Misread } from '../../../tellask/misread.ts';
import { withoutBlankEdges } from '../../../text/blank-edges.ts';
import { quoteLines } from '../../../text/quote-lines.ts';
import type { PromptTexts, Words } from '../words.ts';
import { beliefZh } from './belief.ts';
import { capQuestionZh, formZh, longWaitQuestionZh, missWordsZh, permissionZh } from './questions.ts';
import { resultsZh } from './results.ts';
import { systemZh } from './system.ts';
import { specsZh, toolTextsZh } from './tools.ts';
import { evidenceZh, factsZh, ledgerZh, restoreZh, workZh } from './work.ts';

const prompts: PromptTexts = {
  openingPrompt: (course, assignment) =>
    assignment === undefined
      ? `【新的一程：第 ${course} 程】此前的谈话已不在你的上下文里。请读 Taskdoc 和你的提醒，然后走下一步。`
      : `【新的一程：第 ${course} 程】此前的谈话已不在你的上下文里，你的任务仍然有效。请读 Taskdoc 和你的提醒，然后接着做。\n\n${quoteCall(`@${assignment.caller} 诉请你：`, assignment)}`,
  courseWasFull: lastWords =>
    `上一程已过大，因此被结束。${lastWords === '' ? '' : `你在其中最后说的话：\n\n${lastWords}`}`,
  arrivingTellask: call => quoteCall(`【诉请】@${call.caller} 诉请你：`, call),
  arrivingTellaskBack: call =>
    quoteCall(
      `【回问】正在做你所派任务的 @${call.caller} 向你回问。你下一条不含工具调用和诉请的回复就是对它的回答：`,
      call,
    ),
  wasTold: ({ caller, content, by }) =>
    `${by === 'person' ? '[用户对你的任务有补充]' : `[@${caller} 对它的诉请有补充]`}\n\n${withoutBlankEdges(content)}`,
  callDismissed: ({ caller, headline }) =>
    `【诉请已撤回】@${caller} 的诉请“${headline.trim()}”已撤回，不必再做，也不必再回答。`,
  aside: {
    words: content => `[插话] 你在等回答，用户在这时对你说话；你的回复是说给用户的。\n\n${content}`,
    answers:
      '[插话] 这些回答先到了，其他人还在工作。如果它们影响其余的工作，请告诉他们；否则简短说一句即可。其余回答到齐后交给你。',
    cleared:
      '[插话已清空] 这次插话的内容已不在你的上下文里；之前的工作和未回答的诉请没有变。做完插话里剩下的事，或简短说一句结束它。',
  },
  suppliedAnswer: ({ member, headline, ok, content, facts, part }) => {
    const which = part ? `（${part.number}/${part.of}）` : '';
    const opening = ok ? `【回答】@${member}${which} 回答` : `【未能回答】@${member}${which} 未能回答`;
    const tellask = headline === undefined ? '你在先前一程里的诉请' : `你的诉请“${headline.trim()}”`;
    const text = `${opening}${tellask}：\n\n${withoutBlankEdges(content)}`;
    return facts ? `${text}\n\n${factsZh.underAnswer(facts)}` : text;
  },
  questionAnswered: ({ headline }, content) => `【用户的回答】针对你的问题“${headline.trim()}”：\n\n${content}`,
  questionClosed: ({ headline }, reason) => `【问题已关闭】“${headline.trim()}”未经回答就关闭了：${reason}`,
  tellaskRefused: (headline, message) => `【诉请未发出】“${headline.trim()}”：${message}`,
  textToolResult: (tool, ok, content) => `【@${tool} ${ok ? '结果' : '出错'}】${content}`,
  answerBrokenOff: '【此回答被模型服务器中断：结尾缺失。】',
  misread: (found, dialect) => [...found.map(each => misreadLine(each, dialect)), ifNoCall(found)].join('\n\n'),
  tookAsAnswer: caller =>
    `你的话已作为回答交给${caller === undefined ? '诉请者' : ` @${caller}`}。直接用文字回复也是一样，不需要诉请。`,
  callOpen: member => `进行中：@${member} 正在处理。回答稍后以消息的形式到来。`,
  callGone: '这次诉请已不再有效。',
  saidNothing: '该对话两次结束工作，都没有说话。',
  emptyOutput: '你的上一条回复是空的。做完了就现在说出结果；没做完就继续做。',
  diligence: `你停下了，但没有结束这个对话。请选一项：
- 没有事要做了，或者只是聊天：调用 mark_done，不必再说什么。
- 还有事没做：就在这条回复里用工具或诉请走下一步；诉请没有发出的，再写一次。
- 缺一个决定或许可：向用户提问（Q4H），写出可选方案和你的建议。`,
  continueQuestion: ({ dialog, who, pushes, lastWords }) => ({
    headline: `${named(dialog)}${who} 提前停下了 ${pushes} 次，要继续吗？`,
    body: [
      ...(lastWords === '' ? [] : [`${who} 最后说：`, quoteLines(lastWords)]),
      '选 continue 或写任何文字，它会继续，并得到同样多次提醒；选 stop，它会停着，直到你再写消息；选 stop reminding，它会停着，并且此对话不再提醒。',
    ].join('\n\n'),
    options: ['continue', 'stop', 'stop reminding'],
  }),
  circleQuestion: (who, steps, dialog, idle = false) => ({
    headline: `${named(dialog)}${
      {
        agent: '这个对话在重复自己，接下来怎么办？',
        mind: '心智在重复自己，要继续吗？',
        internal: '后台流程在重复自己，要继续吗？',
      }[who]
    }`,
    body: [
      steps.length === 1
        ? `最近 ${REPEATS} 次回复完全相同：`
        : `最近 ${REPEATS * steps.length} 次回复在重复同样的 ${steps.length} 步：`,
      listSteps(steps, '（无）'),
      ...(idle
        ? [
            '这个对话里没有运行过工具：模型对这项工作可能太小，或者服务器不支持工具调用。请选择其他模型，然后选 continue。',
          ]
        : []),
      who === 'agent'
        ? '选 continue 让它再试，选 stop 让它停下；也可以写明该换什么做法。'
        : '选 continue 让它再试，选 stop 让它停下。',
    ].join('\n\n'),
    options: ['continue', 'stop'],
  }),
  misses: missWordsZh,
  capQuestion: capQuestionZh,
  longWaitQuestion: longWaitQuestionZh,
  contextCaution: (tokens, optimal, canTidy) =>
    `【上下文】这段谈话已有 ${tokens} 个词元，${optimal} 以内效果最好。${
      canTidy ? '请更新提醒和 Taskdoc，删去已了结的提醒，并在合适的时候清理头脑。' : '回复请尽量简短。'
    }`,
  contextCritical: (percent, left, canTidy) =>
    `【上下文】上下文窗口已用 ${percent}%。${
      canTidy
        ? `现在就把还需要的内容记进提醒和 Taskdoc，然后清理头脑。${left > 0 ? `再有 ${left} 条这样的消息，就会自动开始新的一程。` : '这条回复之后会自动开始新的一程。'}`
        : `现在就在回复里写出你还需要知道的一切。${left > 0 ? `再有 ${left} 条这样的消息，就会自动开始新的一程，只带上你的最后一条回复。` : '这条回复之后会自动开始新的一程，只带上这条回复。'}`
    }`,
  woken: (waking, at) => `${wokenBy(waking)}现在是 ${at}。`,
  processesEnded: ends =>
    ends
      .map(
        ({ processId, command, ...end }) =>
          `后台命令 ${processId}（${command}）${endOf(end)}它的输出用 \`read_process\` 读取。`,
      )
      .join('\n'),
  toolOutcomeUnknown: tool =>
    `结果未知：程序中断时 ${tool} 已经开始，没有留下结果，也没有再次运行。重做之前，请先查明它留下了什么状态。`,
  toolLapsed: tool =>
    `${tool} 已被终止：连不上存储的时间太长，这个对话可能已由其他工作进程接手。重做之前，请先查明它留下了什么状态。`,
  imageNotShown: (name, why) =>
    why === 'missing'
      ? `【图片 ${name}：文件已不在，你看不到它】`
      : why === 'refused'
        ? `【图片 ${name}：用户附上了它，但模型服务器无法使用，你看不到它。需要图中的内容时请直说。】`
        : `【图片 ${name}：用户附上了它，但这个模型只收文字，你看不到它。需要图中的内容时请直说。】`,
  forkNote:
    '【分叉】这个对话是从另一个对话的此处分叉出来的。文件没有退回，就是现在的样子。那边未了的诉请和问题在这里并未打开；仍需要的请重新提出。',
  forkHeadline: (number, headline) => `分叉${number > 1 ? ` ${number}` : ''}：${headline}`,
  restored: restoreZh,
  editsUndone: paths => `【已还原】用户还原了你对这些文件的修改：${paths.join('、')}。再次修改之前请先重读。`,
  hunkUndone: (path, diff) =>
    `【已还原】用户撤销了你在 ${path} 里的这处改动。没有要求就不要再做；再次修改之前请先重读这个文件。\n\n${diff}`,
  editsRedone: paths => `【已恢复】用户恢复了你对这些文件的修改：${paths.join('、')}。再次修改之前请先重读。`,
  facts: factsZh,
  evidence: evidenceZh,
  work: workZh,
  permission: permissionZh,
  specs: specsZh,
  results: resultsZh,
  tools: toolTextsZh,
  form: formZh,
  ledger: ledgerZh,
  cutNote: (shown, total) => `【……在此截断：共 ${total} 个字符，只显示 ${shown} 个】`,
  leftOutNote: names => `【篇幅所限未显示：${names.join('、')}】`,
  empty: '（空）',
  otherSections: '其他章节，只列名字',
  belief: beliefZh,
};

/** 中文文案。 */
export const zh: Words = { system: systemZh, prompts };

function quoteCall(opening: string, { headline, body }: { headline: string; body: string }): string {
  return [opening, headline.trim(), withoutBlankEdges(body)].filter(part => part !== '').join('\n\n');
}

function misreadLine({ form, quote, name = '' }: Misread, dialect: Dialect): string {
  switch (form) {
    case 'line':
      return `【没有诉请任何人】你回复里的这一行没有诉请任何人：“${quote}”。${howToCall(name, dialect)}`;
    case 'text':
      return `【没有执行】你把对 ${name} 的调用写成了文字：“${quote}”。它没有执行，什么也没有发生。请调用这个工具；或者让回复只以这个调用结尾，参数要正确。`;
    case 'announced':
      return `【什么也没做】你的回复以“${quote}”结尾，但没有调用任何东西，所以什么也不会发生。请在这次回复里就做。`;
    default:
      return assertNever(form);
  }
}

function howToCall(name: string, dialect: Dialect): string {
  if (dialect === 'texting') return `诉请是顶格以 \`@${name}\` 开头的一行，前面不能有任何符号。`;
  if (dialect === 'tellask') return `诉请是顶格以 \`!?@${name}\` 开头的一行，前面不能有任何符号。`;
  if (name === 'human') return '要向用户提问，请用工具 `ask_human`。';
  if (name === 'tellasker') return '要回问，请用工具 `ask_back`。';
  return `要诉请 @${name}，请用工具 \`tellask\`，\`to\` 写 "${name}"。`;
}

function ifNoCall(found: readonly Misread[]): string {
  return found.some(({ form }) => form === 'announced')
    ? '如果都做完了，就给出完整的结果。'
    : '如果你并不想诉请或调用，请去掉它，把完整的回答再说一遍。';
}

function named(dialog: string): string {
  if (dialog === '') return '';
  return '.!?…。！？'.includes(dialog.at(-1) ?? ' ') ? `${dialog}` : `${dialog}：`;
}

function endOf({ outcome, code }: Pick<ProcessEnd, 'outcome' | 'code'>): string {
  switch (outcome) {
    case 'exited':
      return `已结束，退出码 ${code}。`;
    case 'killed':
      return '被信号终止。';
    case 'lost':
      return '已不在：运行它的进程已结束，或连不上存储了。需要时请重新启动。';
    default:
      return assertNever(outcome);
  }
}

function wokenBy(waking: Waking): string {
  switch (waking.kind) {
    case 'time':
      return '你等待的时间到了。';
    case 'file':
      return `${waking.path} 有变化。`;
    case 'root':
      return `对话 ${waking.rootId} ${rootEnds[waking.status]}。`;
    case 'circle':
      return resultsZh.waitsInCircle(waking.rootId);
    case 'process':
      return '你的一个后台命令已结束。';
    case 'askedBack':
      return `等待提前结束：@${waking.by} 有事要问你。请结束这次回复，接着就会读到；回答之后可再次调用 wait_for。`;
    case 'words':
      return '用户在说话，所以等待提前结束：请先读。要继续等待，就再次调用 wait_for。';
    default:
      return assertNever(waking);
  }
}

const rootEnds: Readonly<Record<Extract<Waking, { kind: 'root' }>['status'], string>> = {
  completed: '已完成',
  archived: '已归档',
  deleted: '已删除',
};
