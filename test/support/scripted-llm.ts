// A model that plays a script: per member a list of replies, one for each generation. It can also wait at a gate, so
// that a test decides what happens while a dialog generates.

import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from '../../src/llm/provider.ts';
import { faultOf } from './check-request.ts';

export type Reply =
  | string
  | {
      readonly think?: string;
      readonly say?: string;
      readonly tools?: readonly { readonly name: string; readonly args?: object }[];
      readonly fail?: LlmFailure;
      /** Said before the failure. */
      readonly until?: Promise<unknown>;
      readonly events?: readonly LlmEvent[];
    };

/** Replies per member id, or a function of the request. */
export type Script = Readonly<Record<string, readonly Reply[]>> | ((request: LlmRequest) => Reply);

export interface ScriptedLlm extends LlmProvider {
  readonly requests: LlmRequest[];
  /** What servers would refuse in them. */
  readonly faults: string[];
}

export function createScriptedLlm(script: Script): ScriptedLlm {
  const requests: LlmRequest[] = [];
  const faults: string[] = [];
  const used = new Map<string, number>();
  const nextReply = (request: LlmRequest): Reply => {
    if (typeof script === 'function') return script(request);
    const { agentId } = request.origin;
    const index = used.get(agentId) ?? 0;
    used.set(agentId, index + 1);
    const reply = script[agentId]?.[index];
    if (reply === undefined) throw new Error(`the script has no reply ${index + 1} for ${agentId}`);
    return reply;
  };
  return {
    id: 'scripted',
    label: 'scripted',
    requests,
    faults,
    async *stream(request, signal) {
      requests.push(request);
      const fault = faultOf(request.prompt.messages);
      if (fault !== undefined) faults.push(`${request.origin.selfId}: ${fault}`);
      yield* play(nextReply(request), signal);
    },
  };
}

async function* play(reply: Reply, signal: AbortSignal): AsyncGenerator<LlmEvent> {
  const script = typeof reply === 'string' ? { say: reply } : reply;
  if (script.events) {
    yield* script.events;
    return;
  }
  if (script.think) yield* segment('thinking', script.think);
  if (script.say) yield* segment('saying', script.say);
  if (script.until) {
    await Promise.race([script.until, new Promise(resolve => signal.addEventListener('abort', resolve))]);
    if (signal.aborted) return;
  }
  for (const [index, { name, args }] of (script.tools ?? []).entries()) {
    yield { kind: 'toolCall', id: `t${index}`, name, args: JSON.stringify(args ?? {}) };
  }
  if (script.fail) yield { kind: 'failed', failure: script.fail };
  else yield { kind: 'finished', reason: 'stop' };
}

function* segment(kind: 'thinking' | 'saying', text: string): Generator<LlmEvent> {
  yield { kind: 'segmentStarted', segment: kind };
  for (let at = 0; at < text.length; at += 7) yield { kind: 'chunk', segment: kind, text: text.slice(at, at + 7) };
  yield { kind: 'segmentFinished', segment: kind };
}
