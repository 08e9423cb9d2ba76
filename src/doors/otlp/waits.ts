// The spans of waits: for a teammate's answer, for the person, and for a place with a model.
import type { Span } from './span.ts';
import type { OpenSpan, Traced, Tracker } from './tracker.ts';

interface Wait {
  readonly span: OpenSpan;
  /** Answers that are still to come. */
  left: number;
}

/** The subject of a wait, and how many answers end it. */
interface Awaited {
  readonly whom: string;
  readonly question?: string;
  readonly answers?: number;
}

/** Each is open by the id of what is waited for. */
export function trackWaits({ ref, idOf, parent }: Traced): Tracker {
  const open = new Map<string, Wait>();

  function begin(id: string, from: number, { whom, question, answers = 1 }: Awaited): readonly Span[] {
    const attributes = { 'dominds.wait.for': whom, 'dominds.question.kind': question };
    const span = { rootId: ref.rootId, id, parent: parent(), name: `wait ${whom}`, from, attributes };
    open.set(id, { span: { ...span, kind: 'internal' }, left: answers });
    return [];
  }

  function end(id: string, to: number, error?: string): readonly Span[] {
    const wait = open.get(id);
    if (!wait) return [];
    wait.left -= 1;
    return wait.left > 0 ? [] : close(id, to, error);
  }

  function close(id: string, to: number, error?: string): readonly Span[] {
    const wait = open.get(id);
    open.delete(id);
    return wait ? [{ ...wait.span, to, ...(error !== undefined && { error }) }] : [];
  }

  let model: string | undefined;
  return {
    open: () => [...open.values()].map(({ span }) => span),
    take: {
      tellaskMade({ callId, agentId, targets, instead }, at) {
        begin(idOf('call', callId), at, { whom: agentId, answers: targets.length });
        return instead === undefined ? [] : close(idOf('call', instead), at, 'reassigned');
      },
      responseSupplied: ({ callId, ok }, at) => end(idOf('call', callId), at, ok ? undefined : 'failed'),
      questionAsked: ({ questionId, questionKind }, at) =>
        begin(idOf('question', questionId), at, { whom: 'person', question: questionKind }),
      questionAnswered: ({ questionId }, at) => end(idOf('question', questionId), at),
      questionClosed: ({ questionId }, at) => end(idOf('question', questionId), at),
      heldBack({ at: instant }, at) {
        if (model !== undefined) return [];
        model = idOf(ref.selfId, 'model', instant);
        return begin(model, at, { whom: 'model' });
      },
      generationStarted(_, at) {
        const id = model;
        model = undefined;
        return id === undefined ? [] : end(id, at);
      },
    },
  };
}
