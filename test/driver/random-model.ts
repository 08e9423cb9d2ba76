// A model without memory of its own: what it says follows from a seed, the job it was given, and how often it has
// spoken about it. The same request gives the same reply, after a restart too; only failures come once.
import { openCalls } from '../../src/core/dialog/state.ts';
import { hashText } from '../../src/core/text/hash.ts';
import type { DriverMinds } from '../../src/driver/driver-context.ts';
import type { LlmFailure, LlmRequest } from '../../src/llm/provider.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import type { Reply } from '../support/scripted-llm.ts';

export const members = ['lead', 'coder', 'researcher', { id: 'thinker', fbr: { effort: 2, tools: true } }];

const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };

/** Tools with which the model steers its team and clears its mind; it uses those that it is offered. */
export const steeringTools = [
  ...controlTools({ states: () => [] }),
  ...mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc }),
];

/** Minds that list the open calls of a dialog, so that the model can steer them. */
export const callsListed: Partial<DriverMinds> = {
  systemParts: ({ state }) => ({
    fixed: [{ id: 'all', title: '', text: 'system' }],
    open: openCalls(state).map(({ callId }) => ({ id: callId, title: '', text: `open call ${callId}` })),
  }),
};

/** After so many requests the model only answers, so that every tree comes to its end. */
const REQUESTS = 120;
const DEPTH = 4;
const ROUNDS = 3;

const failures: readonly LlmFailure[] = [
  { code: 'auth', message: 'no key', retryable: false },
  { code: 'server-error', message: 'busy', retryable: true },
  { code: 'bad-request', message: 'refused', retryable: false },
];

/** A script for `createTestDriver`; share it between restarts. It only answers after so many requests. */
export function randomModel(seed: number, most = REQUESTS): (request: LlmRequest) => Reply {
  const failed = new Set<string>();
  let requests = 0;
  return ({ origin, prompt }) => {
    const { job, round } = jobOf(prompt.messages);
    const pick = (what: string, count: number) => numberOf(`${seed} ${origin.agentId} ${job} ${round} ${what}`) % count;
    requests += 1;
    if (requests > most || round >= ROUNDS) return `Done with ${job}.`;
    const key = `${origin.selfId} ${job} ${round}`;
    if (pick('fails', 8) === 0 && !failed.has(key)) {
      failed.add(key);
      const fail = failures[pick('failure', failures.length)];
      return { say: pick('cut', 2) === 0 ? 'Half a' : '', ...(fail && { fail }) };
    }
    if (pick('silent', 12) === 0) return '';
    const least = round === 0 && job.split('.').length < 3 ? 1 : 0;
    const blocks = Array.from({ length: least + pick('blocks', 4 - least) }, (_, index) =>
      block((what, count) => pick(`${index} ${what}`, count), `${job}.${round}${index}`),
    );
    const byTool = prompt.tools.some(({ name }) => name === 'tellask')
      ? blocks.filter((_, index) => pick(`${index} by tool`, 4) > 0)
      : [];
    const say = ['Thinking.', ...blocks.filter(each => !byTool.includes(each))].join('\n\n');
    const steering = steeringCall(prompt, (what, count) => pick(`steers ${what}`, count), job);
    const odd = pick('tool', 8) === 0 ? [{ name: 'nothing' }] : [];
    const tools = [...byTool.map(callOf), ...(steering ? [steering] : odd)];
    return tools.length > 0 ? { say, tools } : say;
  };
}

/** A block as a call of a tool. */
function callOf(written: string): { readonly name: string; readonly args: object } {
  const [, to = '', session, content = ''] = /^!\?@?(\w+)(?: !tellaskSession (\w+))? ?(.*)$/.exec(written) ?? [];
  if (to === 'human') return { name: 'ask_human', args: { question: content } };
  if (to === 'tellasker') return { name: 'ask_back', args: { question: content } };
  return { name: 'tellask', args: { to, content, ...(session !== undefined && { session }) } };
}

/** Now and then a call of a tool that steers the team, or clears the mind. */
function steeringCall(
  { messages, tools }: LlmRequest['prompt'],
  pick: (what: string, count: number) => number,
  job: string,
) {
  const has = (name: string) => tools.some(tool => tool.name === name);
  const open = [...(messages.at(-1)?.content ?? '').matchAll(/open call (\S+)/g)].map(([, callId]) => callId);
  const callId = open[pick('call', Math.max(1, open.length))];
  if (callId === undefined) return has('clear_mind') && pick('clear', 12) === 0 ? { name: 'clear_mind' } : undefined;
  switch (pick('how', 6)) {
    case 0:
      return { name: 'tell_subdialog', args: { callId, content: `job ${job}t` } };
    case 1:
      return { name: 'dismiss_subdialog', args: { callId } };
    case 2:
    case 3:
      return { name: 'dismiss_subdialog', args: { callId, reassign: true } };
    case 4:
      // Else the same would follow again.
      return messages.some(({ content }) => content.startsWith('[Aside cleared]')) ? undefined : { name: 'clear_mind' };
    default:
      return undefined;
  }
}

function block(pick: (what: string, count: number) => number, job: string): string {
  const isDeep = job.split('.').length > DEPTH;
  const name = ['lead', 'coder', 'researcher', 'thinker', 'self'][pick('name', 5)];
  const session = ['s1', 's2'][pick('session', 2)];
  switch (isDeep ? 7 + pick('kind', 3) : pick('kind', 10)) {
    case 0:
    case 1:
    case 2:
      return `!?@${name} job ${job}`;
    case 3:
    case 4:
    case 5:
      return `!?@${name} !tellaskSession ${session} job ${job}`;
    case 6:
    case 7:
      return `!?@tellasker job ${job}`;
    case 8:
      return `!?@human job ${job}`;
    default:
      return ['!?@nobody job', '!?nothing', 'Just talk.'][pick('odd', 3)] ?? '';
  }
}

/** The newest job that was given, and how often was spoken since. */
function jobOf(messages: LlmRequest['prompt']['messages']): { job: string; round: number } {
  const at = messages.findLastIndex(({ role, content }) => role === 'user' && givenJob(content) !== undefined);
  const round = messages.slice(at + 1).filter(({ role }) => role === 'assistant').length;
  return { job: givenJob(messages[at]?.content ?? '') ?? '0', round };
}

function givenJob(content: string): string | undefined {
  const isGiven =
    content.startsWith('job') || /^\[(Tellask|TellaskBack|New course|Aside|@\w+ adds|The person adds)/.test(content);
  return isGiven ? /job ([\w.]+)/.exec(content)?.[1] : undefined;
}

/** A number that follows from a text alone. */
export function numberOf(text: string): number {
  return Number.parseInt(
    hashText(text)
      .replaceAll(/[^0-9a-f]/g, '')
      .slice(-8),
    16,
  );
}
