// A model of habits (SPEC 23.13): it plays one fault of real models, and puts itself right only when the feedback names the right way.
// So feedback that misleads is a red test.
import type { Dialect } from '../../src/core/tellask/segment.ts';
import type { MockReply } from '../support/mock-reply.ts';
import type { MockMessage, MockRequest } from '../support/mock-server.ts';

/** How calls are made in one dialect. */
export interface Forms {
  readonly dialect: Dialect;
  call(to: string, content: string): MockReply;
  human(question: string): MockReply;
  /** A line that calls, as the text dialects write it; `!?@name …` in the dialect `tools`. */
  line(to: string, content: string): string;
  /** Names the right way to call a member. */
  rightWay(to: string): RegExp;
}

export function formsOf(dialect: Dialect): Forms {
  const mark = dialect === 'texting' ? '@' : '!?@';
  const line = (to: string, content: string) => `${mark}${to} ${content}`;
  const byTool = dialect === 'tools';
  return {
    dialect,
    line,
    call: (to, content) =>
      byTool ? { tools: [{ name: 'tellask', args: { to, content } }] } : { say: `${line(to, content)}\n` },
    human: question =>
      byTool ? { tools: [{ name: 'ask_human', args: { question } }] } : { say: `${line('human', question)}\n` },
    rightWay: to =>
      byTool
        ? new RegExp(`\`tellask\`.*"${to}"`, 's')
        : new RegExp(`begins with \`${mark.replace('?', '\\?')}${to}\` in its first column`),
  };
}

/** One fault, of the lead or of the coder. */
export interface Habit {
  readonly name: string;
  readonly who: 'lead' | 'coder';
  /** Absent: in each dialect. */
  readonly dialects?: readonly Dialect[];
  /** The reply with the fault. */
  fault(forms: Forms): MockReply;
  /** Feedback that names the right way; absent: the fault has to be understood as it is. */
  feedback?(forms: Forms): RegExp;
  /** Absent: the proper reply of the story. */
  mended?(forms: Forms): MockReply;
}

/** The story that a habit disturbs: the lead gives the coder a job, reads the answer, and is done. */
const story = {
  answer: 'The function add subtracts: a - b in src/add.js.',
  lead: (forms: Forms): MockReply => forms.call('coder', 'What is wrong in src/add.js?\nRead it first.'),
};

/** More requests than any story takes. */
const MOST_REQUESTS = 25;

export interface Played {
  /** Who was asked, in order. */
  readonly requests: string[];
}

/** Replies of the model with this habit; without one it makes no fault. */
export function modelWith(
  habit: Habit | undefined,
  forms: Forms,
): { respond(request: MockRequest): MockReply; played: Played } {
  const played: Played = { requests: [] };
  let faulty = 0;
  let isMended = false;
  const proper = (who: string, news: string): MockReply => {
    if (who === 'lead') {
      if (news.includes('subtracts'))
        return { say: 'The coder found it: add subtracts.', tools: [{ name: 'mark_done', args: {} }] };
      return story.lead(forms);
    }
    return news.includes('a - b')
      ? { say: story.answer }
      : { tools: [{ name: 'read_file', args: { path: 'src/add.js' } }] };
  };
  return {
    played,
    respond({ body: { messages } }) {
      const who = /@(lead|coder)\)/.exec(messages[0]?.content ?? '')?.[1] ?? 'nobody';
      played.requests.push(who);
      if (played.requests.length > MOST_REQUESTS)
        return { status: 400, body: { error: { message: 'too many requests' } } };
      const news = newsIn(messages);
      if (habit?.who !== who || isMended) return proper(who, news);
      const goesOn = who === 'lead' ? news.includes('subtracts') : false;
      if (goesOn) return proper(who, news);
      if (faulty === 0 || !habit.feedback?.(forms).test(news)) {
        // What is understood is not done again.
        if (faulty > 0 && !habit.feedback && who === 'coder') return proper(who, news);
        faulty += 1;
        return habit.fault(forms);
      }
      isMended = true;
      return habit.mended?.(forms) ?? proper(who, news);
    },
  };
}

/** What came since the model spoke last; notes of the closing part included. */
function newsIn(messages: readonly MockMessage[]): string {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(at + 1)
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => content ?? '')
    .join('\n');
}
