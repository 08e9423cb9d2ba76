// What crosses between a page in a plain browser and the server behind it (SPEC 21.1): the messages of the panels in an
// envelope, numbered, so that a page whose connection broke gets what it missed and nothing twice.
import * as z from 'zod/mini';
import { once } from '../core/base/once.ts';

export type ToBrowser =
  /** A message of a panel's own protocol; `n` counts from 1 for each page. */
  | { readonly kind: 'message'; readonly n: number; readonly message: unknown }
  /** Another page, in the place of this one or in a tab of its own. */
  | { readonly kind: 'open'; readonly href: string; readonly newTab?: true }
  /** The page has another address from now on, which begins nothing anew. */
  | { readonly kind: 'at'; readonly href: string }
  | { readonly kind: 'title'; readonly title: string }
  /** Everything that the page said up to number `n` has come. */
  | { readonly kind: 'got'; readonly n: number }
  /** The person is asked before something is done; `confirmed` answers with the same `id`. */
  | { readonly kind: 'confirm'; readonly id: number; readonly question: string };

const fromBrowser = once(() =>
  z.discriminatedUnion('kind', [
    /**
     * A message of a panel's own protocol, checked by that panel's own schema. `n` counts from 1 for each load of the
     * page.
     */
    z.object({ kind: z.literal('message'), n: z.optional(z.number()), message: z.unknown() }),
    z.object({ kind: z.literal('confirmed'), n: z.optional(z.number()), id: z.number(), yes: z.boolean() }),
    /** Whether the page is in front of the person: notices of what it shows wait (SPEC 21.2). */
    z.object({ kind: z.literal('looking'), isLooking: z.boolean() }),
  ]),
);

export type FromBrowser = z.infer<ReturnType<typeof fromBrowser>>;

/** A text that a page sent, or `undefined` when it is none of ours. */
export function parseFromBrowser(text: string): FromBrowser | undefined {
  try {
    const parsed = fromBrowser().safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
