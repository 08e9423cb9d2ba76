// What a mock model server answers, and its wire form: the frames of a Chat Completions stream.

/** A reply by its meaning (`think`, `say`, `tools`), by raw `frames`, or an HTTP error by `status`. */
export interface MockReply {
  readonly think?: string;
  /** How thinking is sent; default `reasoning_content`. */
  readonly thinkAs?: 'reasoning_content' | 'reasoning' | 'tags';
  readonly say?: string;
  readonly tools?: readonly MockToolCall[];
  /** Characters in one delta; default: each text is one delta. */
  readonly chunkSize?: number;
  /** Default `stop`, or `tool_calls` with tools; null leaves it out. */
  readonly finishReason?: string | null;
  /** Default 10 prompt and 5 completion tokens; null leaves usage out. */
  readonly usage?: Readonly<Record<string, unknown>> | null;
  readonly model?: string;
  /** False leaves `data: [DONE]` out. */
  readonly done?: boolean;
  /** Sent as they are instead of all above: text, bytes, or a pause until a promise resolves. */
  readonly frames?: readonly (string | Uint8Array | Promise<unknown>)[];
  /** Bytes of one network write; default: as much as possible. */
  readonly writeSize?: number;
  /** Waited for before the status line is sent. */
  readonly before?: Promise<unknown>;
  /** Waited for after so many frames, the earlier ones being sent. */
  readonly gates?: Readonly<Record<number, Promise<unknown>>>;
  /** Breaks the connection after so many frames. */
  readonly cutAfter?: number;
  /** Default 200; any other gives `body` instead of a stream. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text sent as it is. */
  readonly body?: unknown;
}

export interface MockToolCall {
  readonly id?: string;
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>> | string;
}

/** One frame of a stream. */
export function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** A frame whose only choice has this delta. */
export function deltaFrame(delta: Readonly<Record<string, unknown>>, model = 'mock-model'): string {
  return frame({ model, choices: [{ index: 0, delta }] });
}

/** A frame that ends the only choice. */
export function finishFrame(reason: string, model = 'mock-model'): string {
  return frame({ model, choices: [{ index: 0, delta: {}, finish_reason: reason }] });
}

export const doneFrame = 'data: [DONE]\n\n';

/** The frames of a reply in the order of a real server: thinking, saying, tool calls, finish, usage, `[DONE]`. */
export function framesOf(reply: MockReply): readonly (string | Uint8Array | Promise<unknown>)[] {
  if (reply.frames !== undefined) return reply.frames;
  const model = reply.model ?? 'mock-model';
  const tools = reply.tools ?? [];
  const reason = reply.finishReason === undefined ? (tools.length > 0 ? 'tool_calls' : 'stop') : reply.finishReason;
  const usage = reply.usage === undefined ? { prompt_tokens: 10, completion_tokens: 5 } : reply.usage;
  return [
    ...deltasOf(reply).map(delta => deltaFrame(delta, model)),
    ...tools.map((call, index) => deltaFrame({ tool_calls: [toWire(call, index)] }, model)),
    ...(reason === null ? [] : [finishFrame(reason, model)]),
    ...(usage === null ? [] : [frame({ model, choices: [], usage })]),
    ...(reply.done === false ? [] : [doneFrame]),
  ];
}

function deltasOf({ think = '', thinkAs = 'reasoning_content', say = '', chunkSize }: MockReply) {
  if (thinkAs === 'tags' && think !== '') {
    return pieces(`<think>${think}</think>${say}`, chunkSize).map(content => ({ content }));
  }
  const thoughts = pieces(think, chunkSize).map(text => ({ [thinkAs]: text }));
  return [...thoughts, ...pieces(say, chunkSize).map(content => ({ content }))];
}

function pieces(text: string, size = Math.max(1, text.length)): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function toWire({ id, name, args = {} }: MockToolCall, index: number) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { index, id: id ?? `call_mock_${index}`, type: 'function', function: { name, arguments: text } };
}
