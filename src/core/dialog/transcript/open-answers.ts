// Answers on their way to the model. Those of one generation are delivered together, in the order of its calls, in the
// frame that made the calls (SPEC 3.1, 3.2, 19.1). Mutable, like the transcript that owns it.
import type { AsideId, CallId, DialogId } from '../../base/ids.ts';
import type { RecordOf } from '../record.ts';
import type { SaidTellask } from '../record-parts.ts';
import type { Frame, OpenCall } from '../state.ts';

/** A TellaskBack that is being answered, or an aside; absent for the dialog's own task. */
export type FrameId = CallId | AsideId | undefined;

/** The frame as calls and words name it. */
export function frameIdOf({ aside, inbound }: Frame): FrameId {
  return aside?.asideId ?? inbound?.callId;
}

/** The calls of one generation. */
interface Batch {
  readonly frame: FrameId;
  calls: Map<CallId, OpenEntry>;
}

/** One call of a batch: its callees (undecided until it is dispatched), and the texts received for it. */
interface OpenEntry {
  readonly headline: string;
  targets: readonly (DialogId | undefined)[];
  readonly texts: Map<DialogId | undefined, string>;
  /** It was read before the others (SPEC 5.2, 19.3). */
  isRead?: true;
}

/** The call that is answered, and which of several targets answers it (SPEC 3.5). */
export interface AnsweredPlace {
  readonly headline: string;
  readonly part?: { readonly number: number; readonly of: number };
}

/** The answer to a call, as the model reads it. */
export interface CallAnswer {
  readonly callId: CallId;
  readonly text: string;
}

/** The calls that are not fully read, with the texts received for them. */
export class OpenAnswers {
  #batches: Batch[] = [];

  /** Calls left open by an earlier course: their answers arrive in this one. */
  takeOver(frames: readonly Frame[]): void {
    this.#batches = frames.flatMap((frame, index) => {
      const { pending } = frame;
      if (pending.length === 0) return [];
      return { frame: index === 0 ? undefined : frameIdOf(frame), calls: new Map(pending.map(openEntryOf)) };
    });
  }

  /** A generation has ended that made these calls. */
  open(frame: FrameId, calls: readonly SaidTellask[]): void {
    if (calls.length > 0) this.#batches.push({ frame, calls: new Map(calls.map(entryOf)) });
  }

  /** A call was dispatched; it may take the place of another. */
  expect({ callId, targets, instead }: RecordOf<'tellaskMade'>): void {
    const batch = this.#batchOf(callId);
    const entry = batch?.calls.get(callId);
    if (!batch || !entry) return;
    entry.targets = targets;
    const former = instead === undefined ? undefined : this.#batchOf(instead);
    if (!former) return;
    batch.calls.delete(callId);
    former.calls = new Map([...former.calls].map(each => (each[0] === instead ? [callId, entry] : each)));
  }

  /** Notes one answer; false when nothing here waits for it. */
  note(callId: CallId, text: (place: AnsweredPlace) => string, from?: DialogId): boolean {
    const entry = this.#batchOf(callId)?.calls.get(callId);
    if (!entry) return false;
    entry.texts.set(from ?? entry.targets[0], text(placeOf(entry, from)));
    return true;
  }

  /** Takes the completed calls of a frame: a text for each. */
  due(frame: FrameId): readonly CallAnswer[] {
    const complete = this.#batches.filter(
      batch => batch.frame === frame && [...batch.calls.values()].every(isAnswered),
    );
    if (complete.length === 0) return [];
    this.#batches = this.#batches.filter(batch => !complete.includes(batch));
    return complete.flatMap(({ calls }) =>
      [...calls].flatMap(([callId, entry]) => (entry.isRead ? [] : { callId, text: answerTexts(entry).join('\n\n') })),
    );
  }

  /** Answers received so far in a frame, before the others; not due again. */
  early(frame: FrameId): readonly CallAnswer[] {
    return readNow(this.#batches.filter(each => each.frame === frame).flatMap(({ calls }) => [...calls]));
  }

  /** Answers that no teammate gave, in any frame: those of the person, and refusals; not due again. */
  withoutCallee(): readonly CallAnswer[] {
    return readNow(
      this.#batches.flatMap(({ calls }) => [...calls]).filter(([, { targets }]) => targets[0] === undefined),
    );
  }

  /** True if a call still waits for its answer. */
  knows(callId: CallId): boolean {
    return this.#batchOf(callId) !== undefined;
  }

  /** The frame is over, so its answers are no longer needed. */
  drop(frame: FrameId): void {
    this.#batches = this.#batches.filter(each => each.frame !== frame);
  }

  /** All frames above the dialog's own task are over. */
  keepMain(): void {
    this.#batches = this.#batches.filter(({ frame }) => frame === undefined);
  }

  clear(): void {
    this.#batches = [];
  }

  /** Texts received but not read. */
  unread(): readonly string[] {
    return this.#batches.flatMap(({ calls }) =>
      [...calls.values()].flatMap(entry => (entry.isRead ? [] : answerTexts(entry))),
    );
  }

  #batchOf(callId: CallId): Batch | undefined {
    return this.#batches.find(({ calls }) => calls.has(callId));
  }
}

function readNow(entries: readonly [CallId, OpenEntry][]): readonly CallAnswer[] {
  const answered = entries.filter(([, entry]) => !entry.isRead && isAnswered(entry));
  for (const [, entry] of answered) entry.isRead = true;
  return answered.map(([callId, entry]) => ({ callId, text: answerTexts(entry).join('\n\n') }));
}

function isAnswered({ targets, texts }: OpenEntry): boolean {
  return texts.size >= targets.length;
}

function entryOf({ callId, headline }: SaidTellask): [CallId, OpenEntry] {
  return [callId, { headline: headline.trim(), targets: [undefined], texts: new Map() }];
}

function openEntryOf({ callId, headline, targets }: OpenCall): [CallId, OpenEntry] {
  return [callId, { headline: headline.trim(), targets, texts: new Map() }];
}

/** The texts for one call, several targets in their order. */
function answerTexts({ targets, texts }: OpenEntry): string[] {
  return targets.flatMap(target => texts.get(target) ?? []);
}

function placeOf({ headline, targets }: OpenEntry, from: DialogId | undefined): AnsweredPlace {
  const of = targets.length;
  return { headline, ...(of > 1 && { part: { number: targets.indexOf(from) + 1, of } }) };
}
