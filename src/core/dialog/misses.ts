// Replies in a row by which the work gets no further though something came: those that ran away, and those that miss
// the tools (SPEC 23.14, 23.15). The model is told once; the second time in a row the person is asked. Pure.
import type { MissedCall, RanAway } from './record-parts.ts';

/** The part of a dialog's state. */
interface WithMisses {
  readonly misses?: Misses | undefined;
}

/** What a generation's end says of its reply. */
interface ReplyEnd {
  readonly outcome: string;
  readonly ranAway?: RanAway | undefined;
  readonly missed?: MissedCall | undefined;
}

/** The newest replies, all of one kind. */
export type Misses = {
  /** In a row. */
  readonly times: number;
  /** The model has been told. */
  readonly isTold?: true;
} & Miss;

/** What the newest reply was like. */
export type Miss =
  | { readonly why: 'ran-away'; readonly ranAway: RanAway }
  | { readonly why: 'no-calls'; readonly missed: MissedCall };

/** How often a model is told before the person is asked. */
const TELLINGS = 1;

/** What the misses of a dialog lead to. */
export type MissStep =
  | { readonly kind: 'tellMiss'; readonly miss: Miss }
  | { readonly kind: 'askAboutMiss'; readonly miss: Miss };

/**
 * The step that comes before anything else is made of the newest reply, if any. `isTold`: nothing can be told, as the
 * model reads no talk.
 */
export function missStep(
  { misses }: WithMisses,
  { isTold = misses?.isTold }: { readonly isTold?: true | undefined } = {},
): MissStep | undefined {
  if (!misses) return undefined;
  if (misses.times > TELLINGS) return { kind: 'askAboutMiss', miss: misses };
  return isTold ? undefined : { kind: 'tellMiss', miss: misses };
}

/** The misses after a generation; another kind of miss begins a new row. */
export function missesAfter({ misses }: WithMisses, end: ReplyEnd): WithMisses | undefined {
  const miss = missOf(end);
  if (miss) return { misses: { ...miss, ...rowOf(misses, miss) } };
  return end.outcome === 'complete' ? withoutMisses({ misses }) : undefined;
}

/** The misses after the model was told. */
export function missesTold({ misses }: WithMisses, reason: string): WithMisses | undefined {
  return misses?.why === reason ? { misses: { ...misses, isTold: true } } : undefined;
}

/** No misses: the person was asked, or has spoken. */
export function withoutMisses({ misses }: WithMisses): WithMisses | undefined {
  return misses && { misses: undefined };
}

function missOf({ outcome, ranAway, missed }: ReplyEnd): Miss | undefined {
  if (outcome === 'ran-away' && ranAway) return { why: 'ran-away', ranAway };
  return outcome === 'complete' && missed ? { why: 'no-calls', missed } : undefined;
}

function rowOf(before: Misses | undefined, { why }: Miss): Pick<Misses, 'times' | 'isTold'> {
  if (before?.why !== why) return { times: 1 };
  return { times: before.times + 1, ...(before.isTold && { isTold: true }) };
}
