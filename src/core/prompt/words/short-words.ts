// The instructions of the short form, in the languages of models.
import type { Dialect } from '../../team/dialect.ts';

/** What a member is told of how it works, in a few lines. */
export interface ShortWords {
  readonly work: string;
  readonly calls: Readonly<Record<Dialect, string>>;
  /** Asking the caller, in a subdialog. */
  readonly back: Readonly<Record<Dialect, string>>;
  readonly taskdoc: (canChange: boolean) => string;
  readonly clarity: string;
  readonly rootEnd: string;
  readonly subEnd: string;
}

export const shortEn: ShortWords = {
  work: '# How you work\nAct with tools instead of announcing. Never write as if a tool had run or a teammate had answered.',
  calls: {
    tools:
      '`tellask` gives a teammate a job; it knows only your text. `ask_human` asks what only the person can decide. You go on when answers are in.',
    tellask:
      'A line that begins with `!?@id` and says what to do calls that teammate; lines below that begin with `!?` give the details. `!?@human` and a question asks the person. You go on when answers are in.',
    texting:
      'A line that begins with `@id` and says what to do calls that teammate; the lines below give the details. `@human` and a question asks the person. You go on when answers are in.',
  },
  back: {
    tools: '`ask_back` asks the one who called you.',
    tellask: '`!?@tellasker` asks the one who called you.',
    texting: '`@tellasker` asks the one who called you.',
  },
  taskdoc: canChange =>
    `The taskdoc holds what the task is${canChange ? '; keep its goals, constraints and progress true with `change_mind`' : ''}.`,
  clarity: 'When the talk is long, call `clear_mind` with all that you still need to know.',
  rootEnd: 'When the goals are met and checked, tell the person the result and call `mark_done`.',
  subEnd:
    'Do this assignment only. Your first reply without a call is your answer, word for word: what you did, found and left open.',
};

export const shortZh: ShortWords = {
  work: '# 怎样工作\n要用工具动手，不要预告。不要写得好像工具已经运行、队友已经回答。',
  calls: {
    tools: '`tellask` 把活交给队友，它只知道你写的内容。`ask_human` 问只有用户才能决定的事。得到回答后你再继续。',
    tellask:
      '以 `!?@id` 开头、写明要做什么的行，就是把活交给那位队友；下面以 `!?` 开头的行写细节。`!?@human` 加问题就是问用户。得到回答后你再继续。',
    texting:
      '以 `@id` 开头、写明要做什么的行，就是把活交给那位队友；下面的行写细节。`@human` 加问题就是问用户。得到回答后你再继续。',
  },
  back: {
    tools: '`ask_back` 回问诉请者。',
    tellask: '`!?@tellasker` 回问诉请者。',
    texting: '`@tellasker` 回问诉请者。',
  },
  taskdoc: canChange =>
    `Taskdoc 写着任务是什么${canChange ? '；用 `change_mind` 让其中的 goals、constraints、progress 与实际相符' : ''}。`,
  clarity: '谈话长了，就调用 `clear_mind`，写下还需要知道的一切。',
  rootEnd: '目标达到并核实之后，把结果告诉用户，再调用 `mark_done`。',
  subEnd: '只做这项任务。你第一条不含调用的回复就是回答，会原样交出：做了什么、发现了什么、还有什么没了结。',
};
