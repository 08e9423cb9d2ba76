// The text of replies that are under way, as it passes: kept by the process that drives, for those who begin to watch
// in the middle of a reply, and by those who watch, for panels that open later (SPEC 20.4).
import { assertNever } from '../../core/base/assert.ts';
import type { DialogId, RootId } from '../../core/base/ids.ts';
import { factTraits } from '../../core/dialog/fact-traits.ts';
import {
  type FeedEvent,
  isOpening,
  type LiveCall,
  type LiveGeneration,
  type PassingEvent,
  type StreamSegmentKind,
  withCallPart,
} from '../../core/dialog/view/feed-event.ts';
import type { LivePiece } from '../../store/shared-storage.ts';

/** Characters of one piece: written as JSON it fits into a notification. */
const PIECE_CHARACTERS = 1_000;

interface OpenSegment {
  readonly segment: StreamSegmentKind;
  text: string;
}

interface Reply {
  readonly rootId: RootId;
  readonly genseq: number;
  readonly segments: OpenSegment[];
  calls?: readonly LiveCall[];
  silentFor?: number;
  retrying?: NonNullable<LiveGeneration['retrying']>;
}

export class LiveTexts {
  readonly #replies = new Map<DialogId, Reply>();
  /** Replies of which pieces are missing. */
  readonly #arriving = new Map<DialogId, Reply>();

  /** The reply that a dialog is at, as far as it is known. */
  of(selfId: DialogId): LiveGeneration | undefined {
    const reply = this.#replies.get(selfId);
    if (!reply) return undefined;
    const { rootId: _, ...live } = reply;
    return live;
  }

  /** Takes in what passes. False for text that continues what is not known: it comes with the pieces. */
  take(event: PassingEvent): boolean {
    if (event.type === 'tool_output') return true;
    const known = this.#known(event);
    switch (event.type) {
      case 'segment_start': {
        const reply = known ?? this.#begin(event);
        delete reply.silentFor;
        delete reply.retrying;
        reply.segments.push({ segment: event.segment, text: '' });
        return true;
      }
      case 'chunk': {
        const open = known?.segments.at(-1);
        if (open) open.text += event.text;
        return open !== undefined;
      }
      case 'call_part': {
        const reply = known ?? (isOpening(event) ? this.#begin(event) : undefined);
        if (reply) reply.calls = withCallPart(reply.calls, event);
        return reply !== undefined;
      }
      case 'segment_finish':
        return known !== undefined;
      case 'retrying': {
        const { attempt, inMs, reason } = event;
        this.#begin(event).retrying = { attempt, inMs, reason };
        return true;
      }
      case 'no_reply':
        if (known && event.seconds > 0) known.silentFor = event.seconds;
        else if (known) delete known.silentFor;
        return true;
      default:
        return assertNever(event);
    }
  }

  /** Forgets what a record or the end of a tree's work supersedes. `genseq`: of the dialog now. */
  takeNews(event: FeedEvent, genseq: number | undefined): void {
    if (event.type === 'recorded' && factTraits[event.record.kind]?.endsLive) {
      const reply = this.#replies.get(event.selfId);
      // What passes may come before the records of the reply before it.
      if (reply && reply.genseq <= (genseq ?? reply.genseq)) this.#replies.delete(event.selfId);
    }
    if (event.type !== 'root_changed' || event.summary?.needsDrive) return;
    for (const replies of [this.#replies, this.#arriving])
      for (const [selfId, { rootId }] of replies) if (rootId === event.rootId) replies.delete(selfId);
  }

  /** All that is known of the replies of a tree, for somebody who does not know their beginning. */
  pieces(rootId: RootId): readonly LivePiece[] {
    return [...this.#replies].flatMap(([selfId, reply]) => (reply.rootId === rootId ? piecesOf(selfId, reply) : []));
  }

  /** Takes a piece in. With the last one it gives what is to be shown, if nothing of the reply was known. */
  takePiece(piece: LivePiece): readonly PassingEvent[] {
    const { rootId, selfId, genseq, text, segment, opens, isLast } = piece;
    if (piece.isFirst) this.#arriving.set(selfId, { rootId, genseq, segments: [] });
    const reply = this.#arriving.get(selfId);
    if (reply?.genseq !== genseq) return [];
    const last = reply.segments.at(-1);
    if (segment && (opens || !last)) reply.segments.push({ segment, text });
    else if (last) last.text += text;
    if (!isLast) return [];
    this.#arriving.delete(selfId);
    const known = this.#known(piece);
    if (known && known.segments.length >= reply.segments.length) return [];
    this.#replies.set(selfId, reply);
    // Panels that show its end already learn the whole from the record.
    return known ? [] : eventsOf({ rootId, selfId, genseq }, reply.segments);
  }

  #known({ selfId, genseq }: { readonly selfId: DialogId; readonly genseq: number }): Reply | undefined {
    const reply = this.#replies.get(selfId);
    return reply?.genseq === genseq ? reply : undefined;
  }

  #begin({ rootId, selfId, genseq }: { rootId: RootId; selfId: DialogId; genseq: number }): Reply {
    const reply: Reply = { rootId, genseq, segments: [] };
    this.#replies.set(selfId, reply);
    return reply;
  }
}

function piecesOf(selfId: DialogId, { rootId, genseq, segments }: Reply): readonly LivePiece[] {
  const texts = segments.flatMap(({ segment, text }) => {
    const count = Math.max(1, Math.ceil(text.length / PIECE_CHARACTERS));
    return Array.from({ length: count }, (_, index) => ({
      segment,
      text: text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS),
      opens: index === 0,
    }));
  });
  return texts.map((text, index) => ({
    type: 'live_piece',
    rootId,
    selfId,
    genseq,
    ...text,
    isFirst: index === 0,
    isLast: index === texts.length - 1,
  }));
}

function eventsOf(
  at: { readonly rootId: RootId; readonly selfId: DialogId; readonly genseq: number },
  segments: readonly OpenSegment[],
): readonly PassingEvent[] {
  const events = segments.flatMap(({ segment, text }): readonly PassingEvent[] => [
    { type: 'segment_start', ...at, segment },
    { type: 'chunk', ...at, segment, text },
    { type: 'segment_finish', ...at, segment },
  ]);
  // The last one still grows, as far as anybody knows.
  return events.slice(0, -1);
}
