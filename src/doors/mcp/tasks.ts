// Long work as tasks (SPEC 22.2), for clients that name the extension: the call returns at once, and the client polls.
// A task is its dialog: its id names the root, so that any process that serves the folder knows it.
import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { DialogNode, PendingQuestion } from '../../core/dialog/view/projection.ts';
import { doorWords, sayRefusal } from '../../words/say.ts';
import { dialogStatus } from '../reports.ts';
import { canAsk, elicitationOf, repliedIn } from './asking.ts';
import { type DialogToolsOptions, giveAnswer, settlesWithin, toldByMcp } from './following.ts';

/** The extension, as clients and this server name it. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/**
 * How long a request for the state of a task waits for its end, and the pause that clients are asked to make;
 * milliseconds.
 */
const HOLD_MS = 500;
const POLL_MS = 2000;

/** Whether the client of this request takes a task in place of a result. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const named = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return named?.extensions?.[TASKS] !== undefined;
}

/** What a call returns in place of its result: a task that follows the tree of `rootId`. */
export function newTask(rootId: RootId) {
  const taskId = [rootId, Date.now().toString(36), randomBytes(12).toString('base64url')].join('.');
  return { content: [], resultType: 'task', ...base(taskId), status: 'working' };
}

/** Answers requests about tasks. */
export function registerTasks(mcp: McpServer, options: DialogToolsOptions): void {
  const { server } = mcp;
  const params = z.object({ taskId: z.string() });
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => ({
    ...base(taskId),
    ...(await standingOf(await rootOf(taskId, options), { ...options, mcp, context })),
  }));
  server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    await takeAnswers(await rootOf(taskId, options), options, context);
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    await options.runtime.perform({ kind: 'stop', dialog: rootRef(await rootOf(taskId, options)) });
    return {};
  });
}

function base(taskId: string) {
  const began = Number.parseInt(taskId.split('.')[1] ?? '', 36);
  const createdAt = new Date(Number.isNaN(began) ? 0 : began).toISOString();
  return { taskId, createdAt, lastUpdatedAt: new Date().toISOString(), ttlMs: null, pollIntervalMs: POLL_MS };
}

/** Rejects for an id that is no task. */
async function rootOf(taskId: string, { runtime }: DialogToolsOptions): Promise<RootId> {
  const [root = '', ...rest] = taskId.split('.');
  const found = rest.length === 2 ? await runtime.resolve(root) : undefined;
  if (found?.ok && found.dialog.rootId === root) return found.dialog.rootId;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Task not found: ${taskId.slice(0, 100)}`);
}

interface Asking extends DialogToolsOptions {
  readonly mcp: McpServer;
  readonly context: ServerContext;
}

async function standingOf(rootId: RootId, asking: Asking): Promise<object> {
  const { runtime, mcp, context, language } = asking;
  const asked = await questionsOf(rootId, asking);
  const forms = canAsk(mcp, context) ? asked.filter(({ kind }) => kind !== 'permission') : [];
  if (forms.length > 0) {
    const requests = forms.map(question => [question.id, elicitationOf(question, doorWords(language))]);
    return { status: 'input_required', inputRequests: Object.fromEntries(requests) };
  }
  if (asked.length > 0) return { status: 'working', statusMessage: 'A question waits for the person in Dominds.' };
  if (!(await settlesWithin(asking, rootId, HOLD_MS))) return { status: 'working' };
  // It may have asked by now.
  if ((await questionsOf(rootId, asking)).length > 0) return { status: 'working' };
  const found = await runtime.tree(rootId);
  if (found.ok && goesOnByItself(found.tree)) return { status: 'working' };
  if (found.ok && found.tree.interruption?.code === 'stopped') return { status: 'cancelled' };
  const result = { resultType: 'complete', ...toldByMcp(await dialogStatus(runtime, rootRef(rootId))) };
  return { status: 'completed', result };
}

async function questionsOf(rootId: RootId, { runtime }: DialogToolsOptions): Promise<readonly PendingQuestion[]> {
  return (await runtime.questions()).filter(question => question.rootId === rootId);
}

/** It sleeps, retries later or waits in line. */
function goesOnByItself({ pause, children }: DialogNode): boolean {
  return (pause !== undefined && pause.kind !== 'left') || children.some(goesOnByItself);
}

/**
 * A question that the person declines stays open in Dominds. Rejects with the reason for an answer that is not taken.
 */
async function takeAnswers(rootId: RootId, options: DialogToolsOptions, { mcpReq }: ServerContext): Promise<void> {
  for (const { id, form, kind } of await questionsOf(rootId, options)) {
    const reply = repliedIn(inputResponse(mcpReq.inputResponses, id), form !== undefined);
    if (reply.kind !== 'said' || kind === 'permission') continue;
    const answered = await giveAnswer(options.runtime, id, reply.text);
    if (answered.ok) continue;
    const { message, remedy } = sayRefusal(answered, 'en');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} — ${remedy}`);
  }
}
