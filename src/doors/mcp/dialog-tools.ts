// A client's tools for dialogs: start one, send a message, get its state, answer, stop (SPEC 22.2).
import { randomUUID } from 'node:crypto';
import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';
import type { Refusal } from '../../core/facts/trouble.ts';
import type { ActingRuntime } from '../../runtime.ts';
import { doorWords, sayRefusal } from '../../words/say.ts';
import { dialogStatus, questionList } from '../reports.ts';
import { type AskedBackState, askBack, canAsk, confirmAnswer, confirmedIn, repliedTo } from './asking.ts';
import { type DialogToolsOptions, giveAnswer, settlesWithin, toldByMcp } from './following.ts';
import { newTask, takesTasks } from './tasks.ts';

type Result = CallToolResult | InputRequiredResult;

interface Call extends DialogToolsOptions {
  readonly server: McpServer;
  readonly context: ServerContext;
}

const dialog = z.string().min(1).meta({ description: 'Id of a dialog, or the beginning of it.' });

/** Most clients give a call up after a minute. */
const waitFor = z
  .number()
  .min(0)
  .max(3600)
  .default(45)
  .meta({ description: 'Seconds to wait until the dialog has finished or asks; then it goes on in the background.' });

/** Registers the tools. */
export function registerDialogTools(server: McpServer, options: DialogToolsOptions): void {
  const callOf = (context: ServerContext): Call => ({ ...options, server, context });
  server.registerTool(
    'start_dialog',
    {
      title: 'Start a dialog',
      description: 'Gives a task to the team of this folder. Its members work together and may ask the person.',
      inputSchema: z.object({
        task: z.string().min(1).meta({ description: 'What the team should do.' }),
        agent: z.string().optional().meta({ description: 'Member that responds; the default one when absent.' }),
        wait_s: waitFor,
      }),
    },
    ({ task, agent, wait_s }, context) => startDialog(callOf(context), { task, agent, waitS: wait_s }),
  );
  server.registerTool(
    'send',
    {
      title: 'Say something to a dialog',
      description: 'Gives a message to a dialog. While it works or waits for an answer, the message is kept for later.',
      inputSchema: z.object({ dialog, text: z.string().min(1), wait_s: waitFor }),
    },
    ({ dialog: name, text, wait_s }, context) => send(callOf(context), { name, text, waitS: wait_s }),
  );
  server.registerTool(
    'get_dialog',
    {
      title: 'How a dialog stands',
      description: 'State, last words, subdialogs and open questions of a dialog.',
      inputSchema: z.object({ dialog, wait_s: waitFor.default(0) }),
      annotations: { readOnlyHint: true },
    },
    ({ dialog: name, wait_s }, context) => getDialog(callOf(context), name, wait_s),
  );
  server.registerTool(
    'list_questions',
    {
      title: 'Open questions',
      description: 'All questions of dialogs to the person.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    async () => toldByMcp({ questions: questionList(await options.runtime.questions()) }),
  );
  server.registerTool(
    'answer_question',
    {
      title: 'Answer a question',
      description: 'Answers a question of a dialog, once the person confirms the answer.',
      inputSchema: z.object({
        question_id: z.string().min(1),
        answer: z.string().min(1).meta({ description: 'One of its options, or any text.' }),
      }),
    },
    ({ question_id, answer }, context) => answerQuestion(callOf(context), question_id, answer),
  );
  server.registerTool(
    'stop',
    {
      title: 'Stop a dialog',
      description: 'Stops a dialog and all dialogs below it. What was said stays.',
      inputSchema: z.object({ dialog }),
    },
    ({ dialog: name }) => stop(options.runtime, name),
  );
}

async function startDialog(
  call: Call,
  { task, agent, waitS }: { readonly task: string; readonly agent: string | undefined; readonly waitS: number },
): Promise<Result> {
  const { runtime, context } = call;
  if (isComingBack(context)) return takeReply(call, waitS);
  const started = await runtime.perform({
    kind: 'start',
    text: task,
    msgId: randomUUID(),
    ...(agent && { agentId: agent }),
  });
  return started.ok ? followed(call, started.rootId, waitS) : refused(started);
}

async function send(
  call: Call,
  { name, text, waitS }: { readonly name: string; readonly text: string; readonly waitS: number },
): Promise<Result> {
  const { runtime, context } = call;
  if (isComingBack(context)) return takeReply(call, waitS);
  const found = await runtime.resolve(name);
  if (!found.ok) return refused(found);
  const said = await runtime.perform({ kind: 'say', dialog: found.dialog, content: text, msgId: randomUUID() });
  return said.ok ? followed(call, found.dialog.rootId, waitS) : refused(said);
}

async function getDialog(call: Call, name: string, waitS: number): Promise<Result> {
  const { runtime, context } = call;
  if (isComingBack(context)) return takeReply(call, waitS);
  const found = await runtime.resolve(name);
  return found.ok ? standing(call, found.dialog.rootId, waitS) : refused(found);
}

async function answerQuestion(call: Call, questionId: string, answer: string): Promise<Result> {
  const { runtime, context, server, clientConfirms } = call;
  const question = (await runtime.questions()).find(({ id }) => id === questionId);
  if (question?.kind === 'permission')
    return failed('Permission is given by the person in Dominds, never through a tool.');
  const confirmed = confirmedIn(context);
  if (question && !clientConfirms && confirmed === 'none') {
    if (canAsk(server, context)) return confirmAnswer(question, answer, doorWords(call.language));
    return failed(
      'This client has no form in which the person could confirm the answer. They answer it in Dominds (`dominds answer`), or start `dominds mcp --client-confirms`.',
    );
  }
  if (confirmed === 'declined') return failed('The person did not confirm this answer. The question stays open.');
  const answered = await giveAnswer(runtime, questionId, answer);
  return answered.ok ? toldByMcp({ answered: questionId }) : refused(answered);
}

async function stop(runtime: ActingRuntime, name: string): Promise<Result> {
  const found = await runtime.resolve(name);
  if (!found.ok) return refused(found);
  const stopped = await runtime.perform({ kind: 'stop', dialog: rootRef(found.dialog.rootId) });
  return stopped.ok ? toldByMcp({ stopped: stopped.stopped.map(({ selfId }) => selfId) }) : refused(stopped);
}

/** The call is made once more with what it asked for. */
function isComingBack({ mcpReq }: ServerContext): boolean {
  return mcpReq.requestState() !== undefined;
}

/**
 * Gives the dialog the person's answer, and goes on waiting; a question that was declined stays open. What is no answer
 * is asked for once more.
 */
async function takeReply(call: Call, waitS: number): Promise<Result> {
  const { runtime, context } = call;
  const asked = context.mcpReq.requestState<AskedBackState>();
  const reply = repliedTo(context, asked?.isForm);
  if (asked === undefined) return failed('The call has lost its place: get_dialog tells how the dialog stands.');
  if (reply.kind === 'none') return standing(call, asked.rootId, waitS);
  if (reply.kind !== 'said') return toldByMcp(await statusOf(runtime, asked.rootId));
  const answered = await giveAnswer(runtime, asked.questionId, reply.text);
  return answered.ok ? begun(call, asked.rootId, waitS) : refused(answered);
}

/** The work that a call began: a task where the client takes one, else what `begun` tells. */
function followed(call: Call, rootId: RootId, waitS: number): Promise<Result> | Result {
  return waitS > 0 && takesTasks(call.context) ? newTask(rootId) : begun(call, rootId, waitS);
}

/**
 * How a tree stands that has something to do since this call. A client that does not wait is not to take its last
 * saying for the answer.
 */
function begun(call: Call, rootId: RootId, waitS: number): Promise<Result> {
  return waitS > 0 ? standing(call, rootId, waitS) : goingOn(call, rootId);
}

async function goingOn({ runtime }: Call, rootId: RootId): Promise<Result> {
  const note = 'It works on in the background; get_dialog tells how it stands.';
  const status = await statusOf(runtime, rootId);
  // It has something to do, and is about to ask its model.
  return toldByMcp({ ...status, ...(status.state === 'idle' && { state: 'generating' }), note });
}

/**
 * How a tree stands when it has settled, or after so many seconds; its first question is put to the person where that
 * is possible.
 */
async function standing(call: Call, rootId: RootId, waitS: number): Promise<Result> {
  const { runtime, context, server } = call;
  const hasSettled = waitS > 0 && (await settlesWithin(call, rootId, waitS * 1000));
  const question = hasSettled ? await firstQuestion(runtime, rootId) : undefined;
  if (question && canAsk(server, context)) return askBack(question, context, doorWords(call.language));
  return hasSettled || waitS === 0 ? toldByMcp(await statusOf(runtime, rootId)) : goingOn(call, rootId);
}

/** Leave for a tool call is the person's to give in Dominds. */
async function firstQuestion(runtime: ActingRuntime, rootId: RootId): Promise<PendingQuestion | undefined> {
  const questions = await runtime.questions();
  return questions.find(question => question.rootId === rootId && question.kind !== 'permission');
}

function statusOf(runtime: ActingRuntime, rootId: RootId): Promise<{ readonly state?: string }> {
  return dialogStatus(runtime, rootRef(rootId));
}

function refused(refusal: Refusal): CallToolResult {
  const { message, remedy } = sayRefusal(refusal, 'en');
  return failed(`${message} — ${remedy}`);
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
