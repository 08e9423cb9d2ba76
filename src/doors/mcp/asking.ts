// Questions that go back to the person at the other end of a tool call, by elicitation (SPEC 22.2). A request of the
// newer protocol is answered with what is wanted and comes again with it, so a call that was asked back carries where
// it was; that is sealed.
import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { RootId } from '../../core/base/ids.ts';
import { answerText, schemaOf } from '../../core/dialog/form-answers.ts';
import { bodyBeside } from '../../core/dialog/view/answer-options.ts';
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';
import type { DoorWords } from '../../words/en/doors.ts';

/** The state of a call when it asked back. */
export interface AskedBackState {
  readonly rootId: RootId;
  readonly questionId: string;
  /** It was put as a form of its own: all values are the answer. */
  readonly isForm?: true;
}

/**
 * The person's answer to a question of a call; `none` before they were asked, and for what is no answer to what was
 * asked.
 */
export type Replied = { readonly kind: 'none' | 'declined' } | { readonly kind: 'said'; readonly text: string };

/** How long a person may take to answer, in seconds. */
const DAY_S = 86_400;

/** One key for each process: what an earlier one sealed is not taken. */
export const stateCodec = createRequestStateCodec<AskedBackState>({ key: randomBytes(32), ttlSeconds: DAY_S });

const ANSWER = 'answer';

/** Whether the client can show a form to its person. */
export function canAsk(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const named = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return (named ?? server.server.getClientCapabilities())?.elicitation !== undefined;
}

/** Puts a question of a dialog to the person. */
export async function askBack(
  question: PendingQuestion,
  context: ServerContext,
  words: DoorWords,
): Promise<InputRequiredResult> {
  const { rootId, id: questionId, form } = question;
  return inputRequired({
    requestState: await stateCodec.mint({ rootId, questionId, ...(form && { isForm: true }) }, context),
    inputRequests: { [ANSWER]: elicitationOf(question, words) },
  });
}

/** A question of a dialog as a form. */
export function elicitationOf(
  { agentId, tellaskHead, bodyContent, options = [], form }: PendingQuestion,
  words: DoorWords,
): InputRequest {
  const body = bodyBeside(options, bodyContent).trim();
  const choices = options.length > 0 ? words.oneOf(options) : undefined;
  const answer = z
    .string()
    .min(1)
    .meta({ title: words.answer, ...(choices !== undefined && { description: choices }) });
  return inputRequired.elicit({
    message: [words.asks(agentId, tellaskHead.trim()), body].filter(text => text !== '').join('\n\n'),
    requestedSchema: form ? (schemaOf(form) as FormSchema) : z.object({ [ANSWER]: answer }),
  });
}

type InputRequest = ReturnType<typeof inputRequired.elicit>;

type FormSchema = ElicitRequestFormParams['requestedSchema'];

/** Asks the person whether a model's answer to a question is theirs. */
export function confirmAnswer(
  { agentId, tellaskHead }: PendingQuestion,
  answer: string,
  words: DoorWords,
): InputRequiredResult {
  return inputRequired({
    inputRequests: {
      [ANSWER]: inputRequired.elicit({
        message: `${words.asks(agentId, tellaskHead.trim())}\n\n${words.proposed(answer)}`,
        requestedSchema: z.object({ [ANSWER]: z.boolean().meta({ title: words.giveAnswer }) }),
      }),
    },
  });
}

/** The answer. */
export function repliedTo({ mcpReq }: ServerContext, isForm = false): Replied {
  return repliedIn(inputResponse(mcpReq.inputResponses, ANSWER), isForm);
}

/** The same of one response. */
export function repliedIn(response: Response, isForm: boolean): Replied {
  const given = givenIn(response);
  if (typeof given === 'string') return { kind: given };
  if (isForm) return { kind: 'said', text: answerText(given) };
  const value = given[ANSWER];
  return typeof value === 'string' && value.trim() !== '' ? { kind: 'said', text: value } : { kind: 'none' };
}

/** What the person said to `confirmAnswer`. */
export function confirmedIn({ mcpReq }: ServerContext): 'none' | 'declined' | 'confirmed' {
  const given = givenIn(inputResponse(mcpReq.inputResponses, ANSWER));
  if (typeof given === 'string') return given;
  const value = given[ANSWER];
  return typeof value === 'boolean' ? (value ? 'confirmed' : 'declined') : 'none';
}

type Response = ReturnType<typeof inputResponse>;

/** The values of a form. A client may send anything. */
function givenIn(response: Response): 'none' | 'declined' | FormValues {
  if (response.kind !== 'elicit') return 'none';
  if (response.action !== 'accept') return 'declined';
  const { success, data } = formValues.safeParse(response.content);
  return success ? data : 'none';
}

const formValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

type FormValues = z.infer<typeof formValues>;
