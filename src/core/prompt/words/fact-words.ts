// What the runtime says to models of its own knowledge (SPEC 23.7, 23.8): facts under an answer, facts before a push,
// and refusals that name a fact. Pure.
import type { WorkFacts } from '../../dialog/work-shape.ts';
import { sayCommandEn, sayCommandZh, sayFactsEn, sayFactsZh } from '../../facts/facts-in-words.ts';
import { dayAndTime } from '../../text/clock-time.ts';

type LastCommand = NonNullable<WorkFacts['command']>;

/** What is known of a member that stopped. */
export interface PushFacts {
  /** Members at work on its calls. */
  readonly open: readonly string[];
  /** Commands that run in the background. */
  readonly running: readonly string[];
  /** What its last words announced, and did not do. */
  readonly announced?: string;
  /** Lines of goals and acceptance that are not ticked. */
  readonly goals: readonly string[];
  /** The last command, if it failed. */
  readonly failed?: LastCommand;
}

export interface FactTexts {
  /** Stands under an answer. */
  underAnswer(facts: WorkFacts): string;
  /** Stands before the text of a push. */
  beforePush(facts: PushFacts): string;
  /** Why `mark_done` is refused once. */
  failedBeforeDone(command: LastCommand): string;
  /** Ends a refusal of `mark_done`: how to go on. */
  howToEnd(asked: { readonly by?: string; readonly isCalling: boolean; readonly isWaiting: boolean }): string;
  /** In place of a question that the person has answered; `at` is ISO. */
  answeredBefore(headline: string, content: string, at: string): string;
  /** What the person wrote or chose in answer to a question of the runtime. */
  personSays(content: string): string;
}

export const factsEn: FactTexts = {
  underAnswer: facts => `[Facts from the runtime] ${upper(sayFactsEn(facts))}.`,
  beforePush: ({ open, running, announced, goals, failed }) =>
    [
      '[Facts]',
      open.length > 0
        ? `- Open calls: ${names(open)}.`
        : '- No call is open; nobody works for you, and nothing happens by itself.',
      ...(running.length > 0 ? [`- In the background: ${quoted(running)}.`] : []),
      ...(announced === undefined ? [] : [`- You announced "${announced}", but called nothing.`]),
      ...(failed ? [`- ${upper(sayCommandEn(failed))}.`] : []),
      ...(goals.length > 0 ? ['- Not ticked off in the taskdoc:', ...goals.map(line => `  - ${line}`)] : []),
    ].join('\n'),
  failedBeforeDone: command =>
    `Refused once: ${sayCommandEn(command)}. If the work is not done, go on. If that result is expected, say why to the person and call mark_done again.`,
  howToEnd: ({ by, isCalling, isWaiting }) =>
    [
      ...(by === undefined
        ? []
        : [`@${by} asked you something: your next reply in plain text, without any call, is the answer.`]),
      ...(isCalling ? ['Call mark_done alone, once the answers are in.'] : []),
      ...(isWaiting ? ['To wait for an answer, just end your reply; it comes by itself.'] : []),
    ].join(' '),
  answeredBefore: (headline, content, at) =>
    `[Answered already] You asked "${headline.trim()}" before. The person answered on ${dayAndTime(at)}:\n\n${content}\n\nThe person was not asked again. If you must know anew, ask once more and say what has changed.`,
  personSays: content => `[The person] ${content}`,
};

export const factsZh: FactTexts = {
  underAnswer: facts => `【运行时记录的事实】${sayFactsZh(facts)}。`,
  beforePush: ({ open, running, announced, goals, failed }) =>
    [
      '【事实】',
      open.length > 0
        ? `- 尚未回答的诉请：${names(open)}。`
        : '- 没有尚未回答的诉请；没有人在为你做事，什么也不会自己发生。',
      ...(running.length > 0 ? [`- 在后台运行：${quoted(running)}。`] : []),
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

function names(members: readonly string[]): string {
  return members.map(member => `@${member}`).join(', ');
}

function quoted(commands: readonly string[]): string {
  return commands.map(command => `\`${command}\``).join(', ');
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
