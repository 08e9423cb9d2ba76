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
import type { FormValue } from '../core/form.ts';
import { fieldsOf, optionsOf, readAnswer } from '../core/form-answers.ts';
import { formBody, formEn } from '../core/prompt/form-words.ts';
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
      as: { kind: 'call', name: agentPermissionName, args: JSON.stringify(args) },
      settle: (prompt, known) =>
        choose(resultsAfter(prompt, known).at(-1) === PERMITTED ? 'allow_once' : 'reject_once'),
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

/** A form: a question to the person. `undefined` for one that nobody could fill in as text. */
export function formAsk(request: CreateElicitationRequest): Pending<CreateElicitationResponse> | undefined {
  const fields = 'requestedSchema' in request ? fieldsOf(request.requestedSchema) : undefined;
  if (!fields || fields.length === 0) return undefined;
  const { promise, resolve } = Promise.withResolvers<CreateElicitationResponse>();
  const [headline = '', ...rest] = request.message.trim().split('\n');
  // A list at the end of a question becomes its options, so that a form of one choice is answered by a button.
  const choices = optionsOf({ fields }).slice(0, -1);
  const body = choices.length > 0 ? rest.join('\n') : formBody({ fields }, rest.join('\n'), formEn);
  const lines = [...(body === '' ? [] : body.split('\n')), ...choices.map(option => `- ${option}`)];
  return {
    ask: {
      as: { kind: 'said', text: `!?@human ${headline}\n${lines.map(line => `!?${line}\n`).join('')}` },
      settle(prompt, known) {
        const talk = { messages: prompt.messages.slice(0, prompt.lasting), tools: [] };
        const reply = readAnswer({ fields }, answerIn(followingText(talk, known)));
        resolve('kind' in reply || reply.action !== 'accept' ? { action: 'decline' } : accepted(reply.content));
      },
      withdraw: () => resolve({ action: 'cancel' }),
    },
    answer: promise,
  };
}

function accepted(values: Readonly<Record<string, FormValue>>): CreateElicitationResponse {
  const content = Object.entries(values).map(([name, value]): [string, string | number | boolean | string[]] => [
    name,
    typeof value === 'object' ? [...value] : value,
  ]);
  return { action: 'accept', content: Object.fromEntries(content) };
}

function relativeTo(folder: string, file: string): string {
  const relative = path.relative(folder, path.resolve(folder, file));
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative.replaceAll('\\', '/');
}
