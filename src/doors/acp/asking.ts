// Questions of a dialog, put to the person at the client (SPEC 22.3): permission by `session/request_permission`,
// others by a form where the client has forms. Only what the person chose or wrote is an answer.
import { join } from 'node:path';
import {
  type AgentContext,
  type CreateElicitationRequest,
  methods,
  type PermissionOption,
  type RequestPermissionRequest,
  type ToolCallContent,
} from '@agentclientprotocol/sdk';
import { answerText, schemaOf } from '../../core/dialog/form-answers.ts';
import { lastingOptions } from '../../core/dialog/permission.ts';
import { bodyBeside } from '../../core/dialog/view/answer-options.ts';
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';
import type { Runtime } from '../../runtime.ts';
import type { DoorWords } from '../../words/en/doors.ts';
import { within } from './within.ts';

/** How a question is put: to which session, over which connection, about which tool call. */
export interface AcpAsking {
  readonly sessionId: string;
  readonly client: AgentContext;
  readonly toolCallId: string;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
  readonly words: DoorWords;
}

const [once, always, here, deny] = lastingOptions;
const choicesIn = (
  { allowOnce, allowAlways, allowHere, deny: denied }: DoorWords,
  options: readonly string[],
): PermissionOption[] => [
  { optionId: once, name: allowOnce, kind: 'allow_once' },
  { optionId: always, name: allowAlways, kind: 'allow_always' },
  ...(options.includes(here) ? [{ optionId: here, name: allowHere, kind: 'allow_always' } as const] : []),
  { optionId: deny, name: denied, kind: 'reject_once' },
];

/** Asks for permission. Resolves to the option that was chosen, or `undefined` when none was. */
export async function askPermission(
  runtime: Pick<Runtime, 'proposal' | 'rtws'>,
  question: PendingQuestion,
  { sessionId, client, toolCallId, signal, words }: AcpAsking,
): Promise<string | undefined> {
  const choices = choicesIn(words, question.options ?? []);
  const content = await shownFor(runtime, question);
  const toolCall = {
    toolCallId,
    title: `${question.agentId}: ${question.tellaskHead.trim()}`,
    status: 'pending' as const,
    content,
  };
  const request: RequestPermissionRequest = { sessionId, toolCall, options: choices };
  const { outcome } = await client.request(methods.client.session.requestPermission, request, within(signal));
  return outcome.outcome === 'selected' && choices.some(({ optionId }) => optionId === outcome.optionId)
    ? outcome.optionId
    : undefined;
}

/** The change side by side where the question is about a text file, else the question's own words. */
async function shownFor(
  runtime: Pick<Runtime, 'proposal' | 'rtws'>,
  question: PendingQuestion,
): Promise<ToolCallContent[]> {
  const proposed = question.about?.kind === 'text' ? await runtime.proposal(question.id) : undefined;
  if (!proposed?.ok) return [{ type: 'content', content: { type: 'text', text: question.bodyContent.trim() } }];
  const { path, before, after } = proposed.proposal.change;
  return [{ type: 'diff', path: join(runtime.rtws, path), oldText: before ?? null, newText: after ?? '' }];
}

const CHOICE = 'choice';
const ANSWER = 'answer';

/** Puts a question as a form. Resolves to the answer, or `undefined` when the person gave none. */
export async function askByForm(
  question: PendingQuestion,
  { sessionId, client, toolCallId, signal, words }: AcpAsking,
): Promise<string | undefined> {
  const { options = [], form } = question;
  const asked: CreateElicitationRequest = {
    mode: 'form',
    sessionId,
    ...(question.callId !== undefined && { toolCallId }),
    message: askedText(question, words),
    requestedSchema: (form && schemaOf(form)) ?? {
      type: 'object',
      properties: {
        ...(options.length > 0 && { [CHOICE]: { type: 'string', title: words.choose, enum: [...options] } }),
        [ANSWER]: { type: 'string', title: options.length > 0 ? words.ownWords : words.answer },
      },
      ...(options.length === 0 && { required: [ANSWER] }),
    },
  };
  const response = await client.request(methods.client.elicitation.create, asked, within(signal));
  if (response.action !== 'accept') return undefined;
  const given: Readonly<Record<string, unknown>> = {
    ...('content' in response && typeof response.content === 'object' ? response.content : {}),
  };
  if (form) return answerText(given);
  return [given[ANSWER], given[CHOICE]].find(text => typeof text === 'string' && text.trim() !== '') as
    | string
    | undefined;
}

/** The parts of a question that make its text. */
interface Asked extends Pick<PendingQuestion, 'tellaskHead' | 'bodyContent' | 'options'> {
  readonly agentId: string;
}

/** A question as text, with its options as a list. */
export function askedText({ agentId, tellaskHead, bodyContent, options = [] }: Asked, words: DoorWords): string {
  const body = bodyBeside(options, bodyContent).trim();
  return [words.asks(agentId, tellaskHead.trim()), body].filter(text => text !== '').join('\n\n');
}
