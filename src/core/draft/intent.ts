// The person's intents on a draft dialogue. Each is checked and then recorded as facts, or refused. A repeated `msgId`
// changes nothing.

export type DraftIntent =
  /** A message. `run`: the mind starts on it at once; absent: it is only recorded. */
  | {
      readonly kind: 'send';
      readonly msgId: string;
      readonly content: string;
      readonly run?: 'draft' | 'paused' | undefined;
    }
  /** A word to the message that waits; a mind that paused goes on (SPEC 15.15). */
  | { readonly kind: 'add'; readonly msgId: string; readonly content: string }
  /** What was left over of the newest step becomes a draft. */
  | { readonly kind: 'take'; readonly msgId?: string | undefined }
  /** The mind is to go on: until there is a new draft, until it pauses by itself, or for a number of steps. */
  | { readonly kind: 'run'; readonly msgId?: string | undefined; readonly until: 'draft' | 'paused' }
  | { readonly kind: 'run'; readonly msgId?: string | undefined; readonly until: 'steps'; readonly steps: number }
  /** By number (1 = latest; with `id`: only if that is the one there), or by id alone. Neither: the latest. */
  | {
      readonly kind: 'accept';
      readonly msgId?: string | undefined;
      readonly n?: number | undefined;
      readonly id?: string | undefined;
    }
  /** Drafts by number, or by id; neither: all. */
  | {
      readonly kind: 'seen';
      readonly numbers?: readonly number[] | undefined;
      readonly ids?: readonly string[] | undefined;
    }
  /** Takes the oldest exchanges away from what the mind sees. */
  | { readonly kind: 'prune'; readonly msgId?: string | undefined; readonly pairs: number };
