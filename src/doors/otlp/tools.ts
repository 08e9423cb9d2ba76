// The spans of tool calls, from their start to their result.
import type { CallId } from '../../core/base/ids.ts';
import { argumentsOfCall, resultOf } from './content.ts';
import type { OpenSpan, Traced, Tracker } from './tracker.ts';

/** A call that waits for permission has not started; its wait is a span of its own. */
export function trackTools(traced: Traced): Tracker {
  const { ref, idOf, content } = traced;
  const open = new Map<CallId, OpenSpan>();
  return {
    open: () => [...open.values()],
    take: {
      toolCalled(record, from) {
        const { callId, name } = record;
        const attributes = {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': name,
          'gen_ai.tool.type': 'function',
          'gen_ai.tool.call.id': callId,
          'gen_ai.agent.name': traced.agentId,
          ...argumentsOfCall(content, record),
        };
        const id = idOf(ref.selfId, 'tool', callId);
        const { rootId } = ref;
        const span = { rootId, id, parent: traced.parent(), name: `execute_tool ${name}`, from, attributes };
        open.set(callId, { ...span, kind: 'internal' });
        return [];
      },
      toolStarted({ callId }, from) {
        const span = open.get(callId);
        if (span) open.set(callId, { ...span, from });
        return [];
      },
      toolReturned(record, to) {
        const span = open.get(record.callId);
        open.delete(record.callId);
        if (!span) return [];
        const attributes = { ...span.attributes, ...resultOf(content, record) };
        return [{ ...span, attributes, to, ...(!record.ok && { error: 'tool_error' }) }];
      },
    },
  };
}
