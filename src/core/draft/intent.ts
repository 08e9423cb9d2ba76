// The person's intents on a draft dialogue. Each is checked and then recorded as facts, or refused. A repeated `msgId`
// changes nothing. Each field is written once, as the check that an intent from another process passes.
import { anyFactOf, type Check, type FactsOf, list, maybe, number, someOf, text } from '../base/shape.ts';

const msgId = maybe(text);
const run = someOf('draft', 'paused');

const intents = {
  /** A message. `run`: the mind starts on it at once; absent: it is only recorded. */
  send: { msgId: text, content: text, run: maybe(run) },
  /** A word to the message that waits; a mind that paused goes on (SPEC 15.15). */
  add: { msgId: text, content: text },
  /** What was left over of the newest step becomes a draft. */
  take: { msgId },
  /** The mind is to go on: until there is a new draft, or until it pauses by itself. */
  run: { msgId, until: run },
  /** By number (1 = latest; with `id`: only if that is the one there), or by id alone. Neither: the latest. */
  accept: { msgId, n: maybe(number), id: maybe(text) },
  /** Drafts by number, or by id; neither: all. */
  seen: { numbers: maybe(list(number)), ids: maybe(list(text)) },
  /** Takes the oldest exchanges away from what the mind sees. */
  prune: { msgId, pairs: number },
};
/** The mind is to go on for a number of steps. */
const inSteps = { run: { msgId, until: someOf('steps'), steps: number } };

export type DraftIntent = FactsOf<typeof intents> | FactsOf<typeof inSteps>;

const isPlain = anyFactOf(intents);
const isInSteps = anyFactOf(inSteps);

/** True if a foreign value is an intent. */
export const isDraftIntent: Check<DraftIntent> = (value): value is DraftIntent => isPlain(value) || isInSteps(value);
