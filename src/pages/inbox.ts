// All pending questions of the rtws, kept current for the tree, the status bar, notifications and commands (SPEC 5,
// 13.1).

import type { DialogRef, QuestionId } from '../core/base/ids.ts';
import { Listeners } from '../core/base/listeners.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { PendingQuestion } from '../core/dialog/view/projection.ts';
import type { ClosedQuestion, InboxQuestion } from '../protocol/overview.ts';
import type { Runtime } from '../runtime.ts';
import { createClosedQuestions } from './closed-questions.ts';
import { coalesce } from './coalesce.ts';
import { concernsQuestions } from './concerns-questions.ts';

const REFRESH = 50;

/** The rtws whose questions these are: its runtime, if one is open, and what happens to it. */
export interface InboxRtws {
  readonly runtime: Runtime | undefined;
  /** Another runtime, or one that drives otherwise. */
  onChange(listener: () => void): unknown;
  onEvent(listener: (event: FeedEvent) => void): unknown;
}

export class Inbox {
  readonly #rtws: InboxRtws;
  readonly #changes = new Listeners();
  readonly #closed = createClosedQuestions(Date.now);
  #pending: readonly InboxQuestion[] = [];
  #byId: ReadonlyMap<QuestionId, InboxQuestion> = new Map();
  #knowsRuntime = false;
  #runtime: Runtime | undefined;
  #refreshes = 0;
  readonly #refreshSoon = coalesce(REFRESH, () => void this.refresh());

  constructor(rtws: InboxRtws) {
    this.#rtws = rtws;
    rtws.onChange(() => {
      this.#knowsRuntime = false;
      this.#refreshSoon();
    });
    rtws.onEvent(event => {
      this.#closed.receive(event);
      if (concernsQuestions(event, this.#pending)) this.#refreshSoon();
    });
  }

  /** Calls `listener` when the pending or closed questions changed. */
  onChange(listener: () => void): { dispose(): void } {
    return this.#changes.add(listener);
  }

  /** The one that waits longest comes first. */
  get pending(): readonly InboxQuestion[] {
    return this.#pending;
  }

  /** A pending question. */
  find(id: QuestionId): InboxQuestion | undefined {
    return this.#byId.get(id);
  }

  /** Those that left without an answer since the window was opened, the newest first. */
  get closed(): readonly ClosedQuestion[] {
    return this.#closed.list();
  }

  /** The person has seen the closed ones. */
  forgetClosed(): void {
    this.#closed.forget();
    this.#changes.tell();
  }

  /** True if `pending` came from the open runtime, and is not outdated or assumed. */
  get isCurrent(): boolean {
    return this.#knowsRuntime;
  }

  /** Resolves once `isCurrent` holds, or nothing is open that has questions. */
  async whenCurrent(): Promise<void> {
    while (!this.#knowsRuntime && this.#rtws.runtime) {
      await new Promise<void>(resolve => {
        const listening = this.onChange(() => {
          listening.dispose();
          resolve();
        });
      });
    }
  }

  /** Asks the runtime; of several refreshes under way only the newest counts. */
  async refresh(): Promise<void> {
    const refresh = ++this.#refreshes;
    const { runtime } = this.#rtws;
    const pending = runtime ? inInboxOrder(await runtime.inbox()) : [];
    if (refresh !== this.#refreshes) return;
    if (runtime === this.#runtime) this.#closed.follow(pending);
    else this.#closed.startOver(pending);
    this.#runtime = runtime;
    this.#pending = pending;
    this.#byId = new Map(pending.map(question => [question.id, question]));
    this.#knowsRuntime = runtime !== undefined;
    this.#changes.tell();
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    this.#changes.clear();
  }
}

/** The question that follows those of a dialog: one of its tree first, else the one that waits longest. */
export function questionBeyond(
  pending: readonly InboxQuestion[],
  { rootId, selfId }: DialogRef,
): InboxQuestion | undefined {
  const others = pending.filter(question => question.selfId !== selfId);
  return others.find(question => question.rootId === rootId) ?? others[0];
}

/** Questions in the order of the inbox: the one that waits longest first. */
export function inInboxOrder<T extends PendingQuestion>(questions: readonly T[]): T[] {
  return [...questions].sort((a, b) => (a.askedAt < b.askedAt || (a.askedAt === b.askedAt && a.id < b.id) ? -1 : 1));
}
