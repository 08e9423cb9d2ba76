// Notes on their way to the model: words of callers (SPEC 19.2), and calls that were dismissed (SPEC 1.7). They are
// read in the frame that they are for, and not before the running generation has ended, since its text does not know
// them. Mutable, like the transcript that owns it.

import type { CallId } from '../../base/ids.ts';
import type { PromptTexts } from '../../prompt/words/words.ts';
import type { CourseRecord } from '../record.ts';
import type { InboundCall } from '../record-parts.ts';
import type { FrameId } from './open-answers.ts';

interface ToldText {
  /** Where it is read; absent: in the dialog's own task. */
  readonly frame: FrameId;
  readonly text: string;
}

/** Notes that are not among the messages yet. */
export class ToldTexts {
  readonly #texts: PromptTexts;
  /** The call that the dialog's own task answers. */
  #main: CallId | undefined;
  readonly #calls = new Map<CallId, InboundCall>();
  #isGenerating = false;
  #waiting: ToldText[] = [];

  constructor(texts: PromptTexts) {
    this.#texts = texts;
  }

  /** True if the dialog's own task answers this call. */
  isMain(callId: CallId): boolean {
    return this.#main === callId;
  }

  /** Who waits for the answer of the dialog's own task. */
  caller(): string | undefined {
    return this.#main === undefined ? undefined : this.#calls.get(this.#main)?.callerAgentId;
  }

  /** Takes the next record of the course. */
  follow(record: CourseRecord): void {
    switch (record.kind) {
      case 'dialogCreated':
        this.#main = record.call?.callId;
        this.#know(record.call);
        return;
      case 'courseStarted':
        this.#main = record.carried.frames[0].inbound?.callId;
        for (const { inbound } of record.carried.frames) this.#know(inbound);
        return;
      case 'callReceived':
        if (record.call.callKind !== 'A') this.#main = record.call.callId;
        this.#know(record.call);
        return;
      case 'generationStarted':
        this.#isGenerating = true;
        return;
      case 'generationEnded':
      case 'interrupted':
        this.#isGenerating = false;
        return;
      case 'wasTold': {
        const { callId, callerAgentId: caller, content, by } = record;
        this.#waiting.push({
          frame: this.isMain(callId) ? undefined : callId,
          text: this.#texts.wasTold({ caller, content, ...(by && { by }) }),
        });
        return;
      }
      default:
    }
  }

  /** A call was dismissed: what the model read of it no longer holds. `beneath` is the frame that goes on. */
  dismiss(callId: CallId, beneath: FrameId): void {
    const call = this.#calls.get(callId);
    if (!call) return;
    const { callerAgentId: caller, headline } = call;
    this.#waiting.push({ frame: beneath, text: this.#texts.callDismissed({ caller, headline }) });
  }

  /** Takes the notes to read now that these frames lie on the dialog's own task, oldest first. */
  due(frames: readonly FrameId[]): readonly string[] {
    if (this.#isGenerating || this.#waiting.length === 0) return [];
    const isDue = ({ frame }: ToldText) => frame === frames.at(-1) || (frame !== undefined && !frames.includes(frame));
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter(each => !due.includes(each));
    return due.map(({ text }) => text);
  }

  /** All unread notes. */
  all(): readonly string[] {
    return this.#waiting.map(({ text }) => text);
  }

  #know(call: InboundCall | undefined): void {
    if (call) this.#calls.set(call.callId, call);
  }
}
