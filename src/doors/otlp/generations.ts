// The spans of generations: one for each request to a model, failed attempts included.

import type { GenerationOutcome } from '../../core/dialog/record.ts';
import type { SideCall } from '../../core/spending/call-figures.ts';
import { messagesOf, saidIn } from './content.ts';
import { providerOf } from './provider-name.ts';
import type { Span } from './span.ts';
import type { OpenSpan, Traced, Tracker } from './tracker.ts';

/** At most one is open. */
export function trackGenerations(traced: Traced): Tracker {
  const { ref, idOf, content } = traced;
  let open: { readonly genseq: number; readonly span: OpenSpan } | undefined;
  /** The reply of the open one; its message is written when its end is known. */
  let said = '';

  function end(to: number, { genseq, ...figures }: SideCall, more: Partial<Span> = {}): readonly Span[] {
    if (open?.genseq !== genseq) return [];
    const { span } = open;
    open = undefined;
    const { model } = figures;
    const attributes = { ...span.attributes, ...figuresOf(figures), ...more.attributes };
    return [{ ...span, ...more, ...(model !== undefined && { name: `chat ${model}` }), attributes, to }];
  }

  return {
    open: () => (open ? [open.span] : []),
    take: {
      generationStarted({ genseq }, from) {
        const attributes = {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': providerOf(),
          'gen_ai.request.stream': true,
          'gen_ai.agent.name': traced.agentId,
        };
        // Its end was never recorded, as after a crash of an earlier version.
        const lost = open ? end(from, { genseq: open.genseq }, unanswered('cut')) : [];
        const id = idOf(ref.selfId, 'generation', genseq);
        const { rootId } = ref;
        said = '';
        open = {
          genseq,
          span: { rootId, id, parent: traced.parent(), name: 'chat', kind: 'client', from, attributes },
        };
        return lost;
      },
      assistantSaid(record) {
        said = saidIn(content, record);
        return [];
      },
      generationEnded({ outcome, finish = 'stop', ...record }, at) {
        const reason = outcome === 'complete' ? reasonOf(finish) : 'error';
        return end(at, record, {
          attributes: {
            ...(said !== '' && messagesOf(content, 'output', said, reason)),
            'gen_ai.response.finish_reasons': outcome === 'complete' ? [reason] : undefined,
            'dominds.outcome': outcome,
          },
          ...(isFailed(outcome) && { error: outcome }),
        });
      },
      draftStepped: (record, at) => end(at, record),
      // It is asked again.
      predictionUnread: (record, at) => end(at, record, unanswered('unread')),
      turnBegan: ({ call }, at) => (call ? end(at, call) : []),
    },
  };
}

/** A reply that was not to be had whole fails, also when a part of it came; one that the person stopped does not. */
function isFailed(outcome: GenerationOutcome): boolean {
  return outcome !== 'complete' && outcome !== 'stopped';
}

/** An attempt without a reply that counts. */
function unanswered(outcome: 'cut' | 'unread'): Partial<Span> {
  return { attributes: { 'dominds.outcome': outcome }, error: outcome };
}

function figuresOf({ model, usage, cost }: Omit<SideCall, 'genseq'>): Span['attributes'] {
  return {
    'gen_ai.provider.name': providerOf(model),
    'gen_ai.request.model': model,
    'gen_ai.response.model': model,
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'gen_ai.usage.cache_read.input_tokens': usage?.cachedTokens,
    'dominds.cost': cost,
  };
}

/** The word of the conventions for the end of a reply. */
function reasonOf(finish: string): string {
  switch (finish) {
    case 'tool-calls':
      return 'tool_call';
    case 'content-filter':
    case 'refusal':
    case 'refused':
      return 'content_filter';
    default:
      return finish;
  }
}
