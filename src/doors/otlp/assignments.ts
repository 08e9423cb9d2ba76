// The spans of a root and of the tasks that a dialog works on: one for each call, from its arrival to its answer.
import type { AgentId, CallId } from '../../core/base/ids.ts';
import type { InboundCall } from '../../core/dialog/record-parts.ts';
import { messagesOf, taskOf } from './content.ts';
import { OWN_PROVIDER } from './provider-name.ts';
import type { Span } from './span.ts';
import type { OpenSpan, Traced, Tracker } from './tracker.ts';

interface Assignment {
  readonly callId: CallId;
  readonly span: OpenSpan;
}

/** `innermost` is the id of the task that is worked on now; undefined when there is none. */
export function trackAssignments(traced: Traced): Tracker & { innermost(): string | undefined } {
  const { ref, idOf, content } = traced;
  /** The innermost is last. */
  const open: Assignment[] = [];
  let root: OpenSpan | undefined;

  function begin(id: string, from: number, more: Partial<OpenSpan>): OpenSpan {
    const attributes = { ...agentAttributes(traced.agentId, ref.selfId), ...more.attributes };
    const name = `invoke_agent ${traced.agentId}`;
    return { rootId: ref.rootId, kind: 'internal', id, name, from, ...more, attributes };
  }

  function assign(call: InboundCall, from: number): readonly Span[] {
    const attributes = { 'dominds.call.kind': call.callKind, ...taskOf(content, call) };
    const id = idOf(ref.selfId, 'assignment', call.callId);
    open.push({ callId: call.callId, span: begin(id, from, { parent: idOf('call', call.callId), attributes }) });
    return [];
  }

  function end(callId: CallId, to: number, more: Partial<Span>): readonly Span[] {
    const at = open.findLastIndex(each => each.callId === callId);
    const [ended] = at < 0 ? [] : open.splice(at, 1);
    return ended ? [{ ...ended.span, ...more, attributes: { ...ended.span.attributes, ...more.attributes }, to }] : [];
  }

  return {
    innermost: () => open.at(-1)?.span.id,
    open: () => [...(root ? [root] : []), ...open.map(({ span }) => span)],
    take: {
      dialogCreated({ identity, call }, at) {
        if (identity.kind === 'root') {
          root = begin(idOf(ref.rootId), at, { attributes: { 'dominds.dialog.mode': identity.mode } });
        }
        return call ? assign(call, at) : [];
      },
      callReceived: ({ call }, at) => assign(call, at),
      responseGiven: ({ callId, ok, content: said }, at) =>
        end(callId, at, { attributes: messagesOf(content, 'output', said), ...(!ok && { error: 'failed' }) }),
      assignmentDropped: ({ callId }, at) => end(callId, at, { attributes: { 'dominds.outcome': 'dropped' } }),
      dialogCompleted(_, at) {
        const ended = root ? [{ ...root, to: at }] : [];
        root = undefined;
        return ended;
      },
    },
  };
}

function agentAttributes(agentId: AgentId, selfId: string): Span['attributes'] {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': OWN_PROVIDER,
    'gen_ai.agent.name': agentId,
    'gen_ai.agent.id': selfId,
  };
}
