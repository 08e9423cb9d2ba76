// The calls of one connection to an MCP server, each of which may stop to ask the person (SPEC 22.1).
import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { FormReply } from '../../core/dialog/form.ts';
import { fieldsOf, sentReply } from '../../core/dialog/form-answers.ts';
import type { AnsweredCall } from '../tool.ts';
import { LiveServerCall } from './live-call.ts';
import type { HowToCall, McpAnswer, McpAsks } from './mcp-connection.ts';
import { textOfContent } from './mcp-content.ts';

/** The limit of a whole call without the time of the person, however often it reports progress. */
const MAX_CALL_MS = 3_600_000;
/** The SDK's own limit: ours ends a call earlier. */
const MAX_WAIT_MS = 86_400_000;
/** How often in a row a server may ask to be called again without wanting anything, and the pause before. */
const MAX_ROUNDS = 10;
const ROUND_MS = 250;
/** Characters of the state that a server wants back; it is kept with the dialog. */
const MAX_STATE = 100_000;

interface Wanted {
  readonly inputRequests: Record<string, unknown>;
  readonly requestState?: string;
}

/** A server of the protocol of 2026 wants something before it goes on. */
class InputWanted extends Error {
  readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    super('the server wants input');
    this.wanted = wanted;
  }
}

/** A client that hands on what a server wants, so that the answer may come much later, from another process even. */
export class AskingClient extends Client {
  protected override _resolveNonCompleteResult({
    inputRequests,
    requestState,
  }: Wanted & { readonly kind: 'input_required' }): Promise<unknown> {
    return Promise.reject(new InputWanted({ inputRequests, ...(requestState !== undefined && { requestState }) }));
  }
}

interface ToolCall {
  readonly name: string;
  readonly input: object;
}

/**
 * Makes calls and goes on with them; one that was held open by an earlier process is made again. A question of the
 * older protocol belongs to no call: the newest that is under way has it.
 */
export function createLiveCalls(client: Client) {
  const live = new Map<string, LiveServerCall>();

  client.setRequestHandler('elicitation/create', (request, { mcpReq }) => {
    const calls = [...live.values()];
    const asking = calls.findLast(call => !call.isAsking) ?? calls.at(-1);
    return asking?.elicit(request, mcpReq.signal) ?? { action: 'cancel' };
  });

  const begin = (tool: ToolCall, { asked, progress, timeoutMs }: HowToCall): LiveServerCall =>
    new LiveServerCall({
      known: asked?.held ? asked.replies : {},
      timeoutMs,
      mostMs: MAX_CALL_MS,
      silent: ms => new SdkError(SdkErrorCode.RequestTimeout, silentFor(ms)),
      send: (signal, onProgress) =>
        send(client, tool, { asked: asked?.held ? undefined : asked, progress, signal, onProgress }),
    });

  return {
    /** Rejects with why there is no answer. */
    async call(tool: ToolCall, how: HowToCall): Promise<McpAnswer> {
      const { id, asked, signal } = how;
      const held = live.get(id);
      if (!held && asked?.held && isWithdrawn(asked)) return { ok: false, content: w => w.heldAndLost };
      const call = held ?? begin(tool, how);
      live.set(id, call);
      if (held) held.reply(asked?.replies ?? {});
      try {
        const answer = await call.next(signal);
        if (answer.asks?.held) return whileHeld(answer, answer.asks, () => live.delete(id));
        live.delete(id);
        return answer;
      } catch (error) {
        live.delete(id);
        throw error;
      }
    },
  };
}

function silentFor(ms: number): string {
  return `it was silent for ${Math.round(ms) / 1_000} s, so the call was ended. It is not known what it had done by then`;
}

/** The server gave up a form, so that a repeated call would ask for it again. */
function isWithdrawn({ replies }: AnsweredCall): boolean {
  return Object.values(replies).some(({ action }) => action === 'cancel');
}

function whileHeld(answer: McpAnswer, asks: McpAsks, forget: () => void): McpAnswer {
  const { held } = asks;
  if (!held) return answer;
  const release = () => {
    forget();
    held.release();
  };
  return { ...answer, asks: { ...asks, held: { ...held, release } } };
}

interface Sending {
  readonly asked: HowToCall['asked'];
  readonly progress: HowToCall['progress'];
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

async function send(client: Client, { name, input }: ToolCall, sending: Sending): Promise<McpAnswer> {
  const { asked, progress, signal, onProgress } = sending;
  let given = { ...(asked && givenBack(asked)) };
  for (let round = 0; ; round++) {
    try {
      const result = await client.callTool(
        { name, arguments: { ...input }, ...given },
        {
          signal,
          timeout: MAX_WAIT_MS,
          onprogress({ message }) {
            onProgress();
            if (message !== undefined) progress(message);
          },
        },
      );
      return { ok: result.isError !== true, content: w => textOfContent(result, w) };
    } catch (error) {
      if (!(error instanceof InputWanted)) throw error;
      const { inputRequests, requestState } = error.wanted;
      if (Object.keys(inputRequests).length > 0) return asking(error.wanted);
      if (round === MAX_ROUNDS) throw new Error('it asks to be called again and again', { cause: error });
      await pause(signal);
      given = { ...(requestState !== undefined && { requestState }) };
    }
  }
}

function givenBack({ state, replies }: NonNullable<HowToCall['asked']>) {
  const inputResponses = Object.fromEntries(
    Object.entries(replies).map(([key, reply]: [string, FormReply]) => [key, sentReply(reply)]),
  );
  return { inputResponses, ...(state !== undefined && { requestState: state }) };
}

function asking({ inputRequests, requestState: state }: Wanted): McpAnswer {
  const forms = Object.entries(inputRequests).map(([key, request]) => {
    const { method, params } = request as {
      method?: unknown;
      params?: { message?: unknown; requestedSchema?: unknown };
    };
    const fields = method === 'elicitation/create' ? fieldsOf(params?.requestedSchema) : undefined;
    return fields && { key, fields, message: `${params?.message ?? ''}` };
  });
  const fit = forms.filter(form => form !== undefined);
  if (fit.length < forms.length) return { ok: false, content: w => w.cannotGive };
  if ((state?.length ?? 0) > MAX_STATE) return { ok: false, content: w => w.asksTooMuch };
  const asks: McpAsks = { forms: fit, ...(state !== undefined && { state }) };
  return { ok: false, content: w => w.stoppedAsking, asks };
}

function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ROUND_MS);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      reject(signal.reason);
    },
    { once: true },
  );
  return promise;
}
