// Watches the texts of one reply for those that repeat themselves without end, a call's arguments included (SPEC
// 23.14).
import type { RanAway } from '../../core/dialog/record-parts.ts';
import type { StreamSegmentKind } from '../../core/dialog/view/feed-event.ts';
import { type Runaway, type RunawayWatch, watchRunaway } from '../../core/text/runaway.ts';
import type { ToolCallPart } from '../../llm/provider.ts';

/** Characters of a repeated text that are kept for people and for the model. */
const SHOWN_UNIT = 200;
/** Characters of broken off arguments that are kept. */
const KEPT_ARGUMENTS = 4_000;

/** The watches of one reply: what it says, what it thinks, and the arguments of its newest call. */
export class StreamWatch {
  readonly #texts: Partial<Record<StreamSegmentKind, RunawayWatch>> = {};
  #call: { readonly index: number; readonly watch: RunawayWatch; args: string } | undefined;

  /** Takes a piece of what is said or thought; `keep`: how many characters of it all are no repetition. */
  text(segment: StreamSegmentKind, text: string): { readonly ranAway: RanAway; readonly keep: number } | undefined {
    this.#texts[segment] ??= watchRunaway();
    const found = this.#texts[segment].push(text);
    return found && { ranAway: ranAwayBy(found, { in: segment }), keep: found.keep };
  }

  /** Takes a piece of a call's arguments. */
  call({ index, name = '', args }: ToolCallPart): RanAway | undefined {
    if (this.#call?.index !== index) this.#call = { index, watch: watchRunaway(), args: '' };
    if (this.#call.args.length < KEPT_ARGUMENTS) this.#call.args += args;
    const found = this.#call.watch.push(args);
    return found && ranAwayBy(found, { in: 'arguments', tool: name, kept: this.#call.args.slice(0, found.keep) });
  }
}

function ranAwayBy({ unit, times }: Runaway, what: Omit<RanAway, 'unit' | 'times'>): RanAway {
  return { ...what, unit: unit.slice(0, SHOWN_UNIT), times };
}
