// Reads a provider's stream into short forms that a test can compare.
import type { ChatMessage } from '../../src/core/base/chat.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/provider.ts';

/** A request with one user message; every part may be replaced. */
export function requestOf(
  overrides: Partial<LlmRequest> & { readonly messages?: readonly ChatMessage[] } = {},
): LlmRequest {
  const { messages = [{ role: 'user', content: 'hello' }], ...rest } = overrides;
  return {
    prompt: { messages, tools: [] },
    origin: { rootId: 'r1', selfId: 'r1', agentId: 'dominds', course: 1 },
    marks: [],
    ...rest,
  };
}

/** All events of one request. */
export async function collect(provider: LlmProvider, request = requestOf(), signal = never()): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

/**
 * One word or line per event, with the chunks of a segment joined: `thinking: …`, `saying: …`, `call …`, `finished …`.
 */
export function transcript(events: readonly LlmEvent[]): string[] {
  const lines: string[] = [];
  let text = '';
  for (const event of events) {
    if (event.kind === 'segmentStarted') text = '';
    else if (event.kind === 'chunk') text += event.text;
    else if (event.kind === 'segmentFinished') lines.push(`${event.segment}: ${text}`);
    else if (event.kind === 'wasThinking') {
      for (const [at, line] of lines.entries()) lines[at] = line.replace(/^saying: /, 'thinking: ');
    } else if (event.kind === 'toolCall') lines.push(`call ${event.id} ${event.name} ${event.args}`);
    else if (event.kind === 'finished') lines.push(`finished ${event.reason}`);
    else if (event.kind === 'failed')
      lines.push(`failed ${event.failure.code}${event.failure.retryable ? ', retryable' : ''}`);
  }
  return lines;
}

/** A signal that never aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
