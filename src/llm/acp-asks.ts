// What an agent asks in the middle of its turn, as the driver knows it (SPEC 22.4): permission and edits are tool calls, a form is a question
// to the person. The turn waits until the next request brings what came of it.
import path from 'node:path';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { agentPermissionName, PERMITTED, WROTE } from '../core/agent-permission.ts';
import type { Prompt } from '../core/chat.ts';
import { answerIn, followingText, resultsAfter } from './acp-prompt.ts';

/** One open request of the agent. */
export interface Ask {
  /** How the driver is asked: by a tool call, or by text that is said. */
  readonly as:
    | { readonly kind: 'call'; readonly name: string; readonly args: string }
    | { readonly kind: 'said'; readonly text: string };
  /** Answers the agent from the request that followed; `known` are the messages that it had seen before. */
  settle(prompt: Prompt, known: number): void;
  /** The turn is over, or given up. */
  withdraw(): void;
}

/** An ask with the promise that the agent waits for. */
export interface Pending<T> {
  readonly ask: Ask;
  readonly answer: Promise<T>;
}

/** Permission for a tool call of the agent. */
export function permissionAsk(request: RequestPermissionRequest, folder: string): Pending<RequestPermissionResponse> {
  const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>();
  const { toolCall, options } = request;
  const choose = (kind: 'allow_once' | 'reject_once') => {
    const option = options.find(each => each.kind === kind);
    resolve({ outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } });
  };
  const diffs = (toolCall.content ?? []).flatMap(content => (content.type === 'diff' ? [content] : []));
  const { command } = { ...(toolCall.rawInput as Readonly<Record<string, unknown>> | undefined) };
  const places = [...diffs.map(diff => diff.path), ...(toolCall.locations ?? []).map(location => location.path)];
  const args = {
    title: toolCall.title ?? toolCall.toolCallId,
    kind: toolCall.kind ?? 'other',
    paths: [...new Set(places.map(place => relativeTo(folder, place)))],
    ...(toolCall.kind === 'execute' && typeof command === 'string' && { command }),
    ...(diffs.length > 0 && {
      changes: diffs.map(diff => ({
        path: relativeTo(folder, diff.path),
        before: diff.oldText ?? null,
        after: diff.newText,
      })),
    }),
    ...(toolCall.rawInput !== undefined && { input: toolCall.rawInput }),
  };
  return {
    ask: {
      as: { kind: 'call', name: agentPermissionName, args: JSON.stringify(args) },
      settle: (prompt, known) =>
        choose(resultsAfter(prompt, known).at(-1) === PERMITTED ? 'allow_once' : 'reject_once'),
      withdraw: () => resolve({ outcome: { outcome: 'cancelled' } }),
    },
    answer: promise,
  };
}

/** A text file that the agent writes: by the file tool of the member, with its guards and permissions. */
export function writeAsk(file: string, content: string, folder: string): Pending<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    ask: {
      as: { kind: 'call', name: 'write_file', args: JSON.stringify({ path: relativeTo(folder, file), content }) },
      settle(prompt, known) {
        const result = resultsAfter(prompt, known).at(-1) ?? 'The file was not written.';
        if (result.startsWith(WROTE)) resolve();
        else reject(new Error(result));
      },
      withdraw: () => reject(new Error('The turn has ended.')),
    },
    answer: promise,
  };
}

/** A form of one field: a question to the person. `undefined` for any other, which nobody can answer in one line. */
export function formAsk(request: CreateElicitationRequest): Pending<CreateElicitationResponse> | undefined {
  const schema = 'requestedSchema' in request ? (request.requestedSchema as Schema) : undefined;
  const fields = Object.entries(schema?.properties ?? {});
  const [name, field] = fields[0] ?? [];
  if (name === undefined || field === undefined || fields.length !== 1) return undefined;
  const { promise, resolve } = Promise.withResolvers<CreateElicitationResponse>();
  const options =
    field.enum ?? field.oneOf?.map(option => option.const) ?? (field.type === 'boolean' ? ['yes', 'no'] : []);
  const [headline = '', ...body] = request.message.trim().split('\n');
  const lines = [...body, ...options.map(option => `- ${option}`)].map(line => `!?${line}\n`).join('');
  return {
    ask: {
      as: { kind: 'said', text: `!?@human ${headline}\n${lines}` },
      settle(prompt, known) {
        const value = fieldValue(
          answerIn(followingText({ messages: prompt.messages.slice(0, prompt.lasting), tools: [] }, known)),
          field.type,
        );
        resolve(value === undefined ? { action: 'decline' } : { action: 'accept', content: { [name]: value } });
      },
      withdraw: () => resolve({ action: 'cancel' }),
    },
    answer: promise,
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, Field>>;
}

interface Field {
  readonly type: string;
  readonly enum?: readonly string[] | null;
  readonly oneOf?: readonly { readonly const: string }[] | null;
}

function fieldValue(answer: string, type: string): string | number | boolean | undefined {
  if (answer === '') return undefined;
  if (type === 'boolean') return /^(y|yes|true|是)\b/i.test(answer);
  if (type !== 'number' && type !== 'integer') return answer;
  const number = Number(answer);
  return Number.isFinite(number) ? number : undefined;
}

function relativeTo(folder: string, file: string): string {
  const relative = path.relative(folder, path.resolve(folder, file));
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative.replaceAll('\\', '/');
}
