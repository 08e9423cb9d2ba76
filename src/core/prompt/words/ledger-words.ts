// The words of the ledger that a new course opens with, and of reading earlier courses (SPEC 23.11).

/** What a ledger says around its facts. */
export interface LedgerWords {
  readonly opening: (canRead: boolean) => string;
  /** Headings of its parts. */
  readonly words: string;
  readonly questions: string;
  readonly calls: string;
  readonly assignments: string;
  readonly files: string;
  readonly processes: string;
  readonly failure: string;
  /** `who`: the teammate who added it to an assignment. */
  readonly said: (course: number, who: string | undefined) => string;
  readonly call: (who: string, headline: string) => string;
  readonly assignment: (who: string, headline: string) => string;
  readonly open: string;
  readonly unanswered: string;
  readonly failed: (answer: string) => string;
  readonly closed: (reason: string) => string;
  readonly change: Readonly<Record<'created' | 'changed' | 'deleted', string>>;
  readonly failedCall: (course: number, call: string) => string;
  readonly leftOut: (count: number) => string;
  /** Refuses to clear the mind once: these answers were read, and nothing followed from them. */
  readonly notWorkedOn: (answers: readonly string[]) => string;
  readonly reading: CourseWords;
}

/** What `read_course` says. */
export interface CourseWords {
  readonly noneYet: string;
  readonly noSuchCourse: (course: number, last: number) => string;
  readonly unreadable: (course: number) => string;
  readonly noSuchEntry: (course: number, entries: number) => string;
  readonly user: string;
  readonly assistant: string;
  readonly calls: (tool: string) => string;
  readonly result: (tool: string) => string;
  readonly heading: (shown: { course: number; from: number; to: number; of: number }) => string;
  readonly readOn: (course: number, from: number) => string;
}

export const ledgerEn: LedgerWords = {
  opening: canRead =>
    `[Ledger] Facts that the runtime recorded before this.${canRead ? ' Everything said and done in earlier courses: `read_course`.' : ''}`,
  words: "The person's words, newest first",
  questions: 'Questions and what the person answered',
  calls: 'Your calls',
  assignments: 'Calls that you answered',
  files: 'Files you changed',
  processes: 'Commands running in the background',
  failure: 'The last failure',
  said: (course, who) => `(course ${course}${who === undefined ? '' : `, added by @${who}`})`,
  call: (who, headline) => `@${who}${headline === '' ? '' : ` "${headline}"`}`,
  assignment: (who, headline) => `@${who}${headline === '' ? '' : ` "${headline}"`}; your answer`,
  open: 'open, no answer yet',
  unanswered: 'no answer',
  failed: answer => `could not answer: ${answer}`,
  closed: reason => `closed without an answer (${reason})`,
  change: { created: 'created', changed: 'changed', deleted: 'deleted' },
  failedCall: (course, call) => `(course ${course}) ${call}`,
  leftOut: count => `[${count} older ${count === 1 ? 'fact is' : 'facts are'} left out here.]`,
  notWorkedOn: answers =>
    `Refused once: nothing has followed yet from what you have just read, and it leaves your context:\n${answers.map(answer => `- ${answer}`).join('\n')}\nNote what matters in a reminder or the taskdoc, or act on it. If nothing in it matters, call clear_mind again.`,
  reading: {
    noneYet: 'There is no earlier course: this is the first one, and all of it is in your context.',
    noSuchCourse: (course, last) =>
      `There is no earlier course ${course}. ${last === 1 ? 'The only earlier one is 1' : `The earlier ones are 1 to ${last}`}: read_course {"course": ${last}}.`,
    unreadable: course => `Course ${course} cannot be read: its file is missing or damaged.`,
    noSuchEntry: (course, entries) =>
      entries === 0
        ? `Course ${course} has no entries.`
        : `Course ${course} has entries 1 to ${entries}: read_course {"course": ${course}, "from": 1, "to": ${entries}}.`,
    user: 'to you',
    assistant: 'you',
    calls: tool => `you called ${tool}`,
    result: tool => `result of ${tool}`,
    heading: ({ course, from, to, of }) => `Course ${course}, entries ${from} to ${to} of ${of}.`,
    readOn: (course, from) => `Read on: read_course {"course": ${course}, "from": ${from}}.`,
  },
};

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
