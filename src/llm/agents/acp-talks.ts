// The sessions of the dialogs with an agent (SPEC 22.4): one for each dialog, for its present course. Those that were
// idle for longest are let go when there are many; such a dialog opens another one, which is told the whole talk.

import type { LlmRequest } from '../provider.ts';
import type { Talk } from './acp-talk.ts';

/** Sessions that are kept while they are idle. */
const MOST_KEPT = 64;

/** A session, and who is told that the agent sent something. */
export interface OpenTalk {
  readonly talk: Talk;
  heard: () => void;
}

/** The kept sessions; those used last come last. */
export class Talks {
  readonly #callOff: (talk: Talk) => void;
  readonly #kept = new Map<string, { readonly course: number; readonly open: OpenTalk }>();

  /** `callOff` ends what is let go, which may still be at work for an earlier course. */
  constructor(callOff: (talk: Talk) => void) {
    this.#callOff = callOff;
  }

  /** The dialog's session, unless it is of an earlier course or its agent has ended. */
  of(origin: LlmRequest['origin']): OpenTalk | undefined {
    const known = this.#kept.get(keyOf(origin));
    if (!known || known.open.talk.agent.isGone || known.course !== origin.course) return undefined;
    this.keep(origin, known.open);
    return known.open;
  }

  /** Keeps a session for the requests that follow, in place of an earlier one. */
  keep(origin: LlmRequest['origin'], open: OpenTalk): void {
    const key = keyOf(origin);
    const before = this.#kept.get(key)?.open;
    if (before && before !== open) this.#callOff(before.talk);
    this.#kept.delete(key);
    this.#kept.set(key, { course: origin.course, open });
    this.#tidy();
  }

  /** Forgets a spent session. */
  drop(origin: LlmRequest['origin'], open: OpenTalk): void {
    const key = keyOf(origin);
    if (this.#kept.get(key)?.open === open) this.#kept.delete(key);
  }

  #tidy(): void {
    for (const [key, { open }] of this.#kept) {
      const isOver = open.talk.agent.isGone;
      if (!isOver && (this.#kept.size <= MOST_KEPT || !open.talk.isIdle)) continue;
      this.#kept.delete(key);
      this.#callOff(open.talk);
    }
  }
}

function keyOf({ rootId, selfId }: LlmRequest['origin']): string {
  return `${rootId} ${selfId}`;
}
