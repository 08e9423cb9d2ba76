// A model of habits (SPEC 23.13): it plays one fault of real models, and puts itself right only when the feedback names
// the right way. So feedback that misleads is a red test.
import type { Dialect } from '../../src/core/team/dialect.ts';
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
  /** What it disturbs; default: the lead gives the coder a job, reads the answer, and is done. */
  readonly story?: Story;
}

/** What the person asks for. */
export const task = 'Find the fault in src/add.js.';

export interface Story {
  /** The proper reply of a member to what came since it spoke. */
  proper(who: string, news: string, forms: Forms): MockReply;
  /** True while the fault can be made, by what came. */
  begins(news: string): boolean;
}

export const done = (say: string): MockReply => ({ say, tools: [{ name: 'mark_done', args: {} }] });

const jobOfTheCoder: Story = {
  proper(who, news, forms) {
    if (who === 'lead') {
      if (news.includes('subtracts')) return done('The coder found it: add subtracts.');
      return forms.call('coder', 'What is wrong in src/add.js?\nRead it first.');
    }
    return news.includes('a - b')
      ? { say: 'The function add subtracts: a - b in src/add.js.' }
      : { tools: [{ name: 'read_file', args: { path: 'src/add.js' } }] };
  },
  begins: news => !news.includes('subtracts'),
};

/** More requests than any story takes. */
const MOST_REQUESTS = 25;

export interface Played {
  /** Who was asked, in order. */
  readonly requests: string[];
}

/** Replies of the model with this habit; one that is not `faulty` plays the story without its fault. */
export function modelWith(
  habit: Habit,
  forms: Forms,
  { faulty }: { readonly faulty: boolean },
): { respond(request: MockRequest): MockReply; played: Played } {
  const played: Played = { requests: [] };
  const story = habit.story ?? jobOfTheCoder;
  let faults = 0;
  let isMended = !faulty;
  return {
    played,
    respond({ body: { messages } }) {
      const who = /@(lead|coder)\)/.exec(messages[0]?.content ?? '')?.[1] ?? 'nobody';
      played.requests.push(who);
      if (played.requests.length > MOST_REQUESTS)
        return { status: 400, body: { error: { message: 'too many requests' } } };
      const news = newsIn(messages);
      const proper = () => story.proper(who, news, forms);
      if (habit.who !== who || isMended) return proper();
      if (!story.begins(news)) return proper();
      if (faults > 0 && habit.feedback?.(forms).test(news)) {
        isMended = true;
        return habit.mended?.(forms) ?? proper();
      }
      // What is understood is not done again.
      if (faults > 0 && !habit.feedback && who === 'coder') return proper();
      faults += 1;
      return habit.fault(forms);
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
