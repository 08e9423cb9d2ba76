// What an agent asks in the middle of its turn, as the driver knows it (SPEC 22.4): permission, edits and forms are
// tool calls. The turn waits until the next request brings what came of it.
import path from 'node:path';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import type { Prompt } from '../../core/base/chat.ts';
import { declineOption, fieldsOf, readAnswer, schemaOf, sentReply } from '../../core/dialog/form-answers.ts';
import { agentFormName, agentPermissionName, PERMITTED, WROTE } from '../../core/team/agent-permission.ts';
import { resultsAfter } from './acp-prompt.ts';

/** One open request of the agent. */
export interface Ask {
  /** The tool call by which the driver is asked. */
  readonly name: string;
  readonly args: string;
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
  const choose = (...kinds: readonly PermissionOptionKind[]) => {
    const option = kinds.map(kind => options.find(each => each.kind === kind)).find(each => each !== undefined);
    resolve({ outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } });
  };
  const diffs = (toolCall.content ?? []).flatMap(content => (content.type === 'diff' ? [content] : []));
  const command = toolCall.kind === 'execute' ? commandIn(toolCall.rawInput, folder) : undefined;
  const places = [...diffs.map(diff => diff.path), ...(toolCall.locations ?? []).map(location => location.path)];
  const args = {
    title: toolCall.title ?? toolCall.toolCallId,
    kind: toolCall.kind ?? 'other',
    paths: [...new Set(places.map(place => relativeTo(folder, place)))],
    ...command,
    ...(diffs.length > 0 && {
      changes: diffs.map(diff => ({
        path: relativeTo(folder, diff.path),
        before: diff.oldText ?? null,
        after: diff.newText,
      })),
    }),
    // The rest of what a command or a change comes with is not shown, and differs each time.
    ...(!command && diffs.length === 0 && toolCall.rawInput !== undefined && { input: toolCall.rawInput }),
  };
  return {
    ask: {
      name: agentPermissionName,
      args: JSON.stringify(args),
      settle: (prompt, known) => {
        // What the person allowed once is not made to last by the agent.
        if (resultsAfter(prompt, known).at(-1) === PERMITTED) choose('allow_once');
        else choose('reject_once', 'reject_always');
      },
      withdraw: () => resolve({ outcome: { outcome: 'cancelled' } }),
    },
    answer: promise,
  };
}

/** The command of a raw input, as a text or as arguments, and its folder if that is another one. */
function commandIn(rawInput: unknown, folder: string): { readonly command: string; readonly cwd?: string } | undefined {
  const { command, cwd } = { ...(rawInput as { readonly command?: unknown; readonly cwd?: unknown } | undefined) };
  const words = Array.isArray(command) ? (command as readonly unknown[]) : [];
  const line = typeof command === 'string' ? command : words.every(isText) ? lineOf(words) : undefined;
  if (line === undefined || line === '') return undefined;
  const isElsewhere = typeof cwd === 'string' && path.resolve(folder, cwd) !== path.resolve(folder);
  return { command: line, ...(isElsewhere && { cwd: relativeTo(folder, cwd) }) };
}

/** What a shell is given to run, or the arguments as a shell would read them. */
function lineOf(words: readonly string[]): string {
  const [shell = '', option = '', script] = words;
  const isScript = words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option);
  if (isScript && script !== undefined) return script;
  return words
    .map(word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A text file that the agent writes: by the file tool of the member, with its guards and permissions. */
export function writeAsk(file: string, content: string, folder: string): Pending<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    ask: {
      name: 'write_file',
      args: JSON.stringify({ path: relativeTo(folder, file), content }),
      settle(prompt, known) {
        const result = resultsAfter(prompt, known).at(-1) ?? 'The file was not written.';
        if (WROTE.test(result)) resolve();
        else reject(new Error(result));
      },
      withdraw: () => reject(new Error('The turn has ended.')),
    },
    answer: promise,
  };
}

/** A form: a question to the person. `undefined` for one that nobody could fill in. */
export function formAsk(request: CreateElicitationRequest): Pending<CreateElicitationResponse> | undefined {
  const schema = 'requestedSchema' in request ? request.requestedSchema : undefined;
  const fields = fieldsOf(schema);
  if (!fields || fields.length === 0) return undefined;
  const { promise, resolve } = Promise.withResolvers<CreateElicitationResponse>();
  return {
    ask: {
      name: agentFormName,
      args: JSON.stringify({ message: request.message, schema: schemaOf({ fields }) }),
      settle(prompt, known) {
        const reply = readAnswer({ fields }, contentIn(resultsAfter(prompt, known).at(-1) ?? ''));
        resolve(sentReply('kind' in reply || reply.action !== 'accept' ? { action: 'decline' } : reply));
      },
      withdraw: () => resolve({ action: 'cancel' }),
    },
    answer: promise,
  };
}

/** The values of a filled in form in the result of its call, as an answer; anything else declines. */
function contentIn(result: string): string {
  try {
    const { action, content } = JSON.parse(result) as { readonly action?: unknown; readonly content?: unknown };
    return action === 'accept' ? JSON.stringify(content) : declineOption;
  } catch {
    return declineOption;
  }
}

function relativeTo(folder: string, file: string): string {
  const relative = path.relative(folder, path.resolve(folder, file));
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative.replaceAll('\\', '/');
}
