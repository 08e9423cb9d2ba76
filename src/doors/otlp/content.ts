// Messages, requests and results as attributes of spans: only when the person asks for it (SPEC 22.6). Pure.
import type { RecordOf } from '../../core/dialog/record.ts';
import type { InboundCall } from '../../core/dialog/record-parts.ts';
import { saidText } from '../../core/dialog/transcript/transcript-blocks.ts';
import type { Span } from './span.ts';

/** `none`: no text of any dialog leaves the machine. */
export type TraceContent = 'none' | 'all';

type Attributes = Span['attributes'];

/** The arguments of a tool call. */
export function argumentsOfCall(content: TraceContent, { args }: RecordOf<'toolCalled'>): Attributes {
  return content === 'all' ? { 'gen_ai.tool.call.arguments': args } : {};
}

/** The result of a tool. */
export function resultOf(content: TraceContent, { content: text }: RecordOf<'toolReturned'>): Attributes {
  return content === 'all' ? { 'gen_ai.tool.call.result': text } : {};
}

/** The text of a generation; '' when it is not wanted. */
export function saidIn(content: TraceContent, { parts }: RecordOf<'assistantSaid'>): string {
  return content === 'all' ? saidText(parts) : '';
}

/** The assignment of a subdialog. */
export function taskOf(content: TraceContent, { headline, body }: InboundCall): Attributes {
  return messagesOf(content, 'input', `${headline}${body}`);
}

/** One message in the form of the conventions; `reason`: why a message of a model ended. */
export function messagesOf(content: TraceContent, side: 'input' | 'output', text: string, reason = 'stop'): Attributes {
  if (content === 'none') return {};
  const role = side === 'input' ? 'user' : 'assistant';
  const message = {
    role,
    parts: [{ type: 'text', content: text }],
    ...(side === 'output' && { finish_reason: reason }),
  };
  return { [`gen_ai.${side}.messages`]: JSON.stringify([message]) };
}
