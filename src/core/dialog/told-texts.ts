// Notes of callers on their way to the model (SPEC 19.2). They are read in the frame that works for that caller, and
// not before the running generation has ended, since its text does not know them. Mutable, like the transcript that
// owns it.
import type { PromptTexts } from '../prompt/words.ts';
import type { AsideId, CallId } from './ids.ts';
import type { CourseRecord } from './record.ts';

interface ToldText {
  /** The TellaskBack that is worked on for it; absent for the assignment. */
  readonly frame: CallId | undefined;
  readonly text: string;
}

/** Notes that are not among the messages yet. */
export class ToldTexts {
  readonly #texts: PromptTexts;
  /** The call that the dialog's own task answers. */
  #main: CallId | undefined;
  #isGenerating = false;
  #waiting: ToldText[] = [];

  constructor(texts: PromptTexts) {
    this.#texts = texts;
  }

  /** True if the dialog's own task answers this call. */
  isMain(callId: CallId): boolean {
    return this.#main === callId;
  }

  /** Takes the next record of the course. */
  follow(record: CourseRecord): void {
    switch (record.kind) {
      case 'dialogCreated':
        this.#main = record.call?.callId;
        return;
      case 'courseStarted':
        this.#main = record.carried.frames[0].inbound?.callId;
        return;
      case 'callReceived':
        if (record.call.callKind !== 'A') this.#main = record.call.callId;
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

  /** Takes the notes to read now in this frame, oldest first. */
  due(frame: CallId | AsideId | undefined): readonly string[] {
    if (this.#isGenerating || this.#waiting.length === 0) return [];
    const due = this.#waiting.filter(each => each.frame === frame);
    this.#waiting = this.#waiting.filter(each => each.frame !== frame);
    return due.map(({ text }) => text);
  }

  /** All unread notes. */
  all(): readonly string[] {
    return this.#waiting.map(({ text }) => text);
  }
}
