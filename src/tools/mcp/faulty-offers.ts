// A faulty definition of a tool, prompt or resource would cost the whole list that it comes in: the SDK refuses such a
// list. It is left out before the SDK sees it.
import { type Client, type JSONRPCMessage, specTypeSchemas, type Transport } from '@modelcontextprotocol/client';

/** An offer that is left out, with the field at fault. */
export interface FaultyOffer {
  readonly kind: 'tool' | 'prompt' | 'resource';
  /** As the server names it, or its place in the list. */
  readonly name: string;
  readonly field: string;
}

export interface FaultyOffers {
  /** Those of the lists that came. */
  known(): readonly FaultyOffer[];
  /** Forgets those of a list, which is asked for anew. */
  forget(kind: FaultyOffer['kind']): void;
}

const LISTS = { tools: 'tool', prompts: 'prompt', resources: 'resource' } as const;
const SCHEMAS = { tool: specTypeSchemas.Tool, prompt: specTypeSchemas.Prompt, resource: specTypeSchemas.Resource };

/** Characters of what a server calls an offer. */
const MAX_NAME = 64;

/** Leaves faulty offers out of what the server of a connected client says. */
export function leaveOutFaulty(client: Client, wire: Transport): FaultyOffers {
  let faulty: readonly FaultyOffer[] = [];
  const forget = (kind: FaultyOffer['kind']) => {
    faulty = faulty.filter(offer => offer.kind !== kind);
  };
  const isLegacy = client.getProtocolEra() === 'legacy';
  const soundOf = (kind: FaultyOffer['kind'], offers: readonly unknown[]) =>
    offers.filter((offer, at) => {
      const field = faultIn(kind, offer) ?? (isLegacy ? legacyFaultIn(offer) : undefined);
      if (field === undefined) return true;
      const name = nameOf(offer) ?? `#${at + 1}`;
      // Prompts and resources are listed again and again.
      const others = faulty.filter(other => other.kind !== kind || other.name !== name);
      faulty = [...others, { kind, name, field }];
      return false;
    });
  const { onmessage } = wire;
  wire.onmessage = (message: JSONRPCMessage, ...rest) => {
    if (!('result' in message)) return onmessage?.(message, ...rest);
    const lists = Object.entries(LISTS).flatMap(([list, kind]) => {
      const offers = message.result[list];
      return Array.isArray(offers) ? [[list, soundOf(kind, offers)]] : [];
    });
    onmessage?.({ ...message, result: { ...message.result, ...Object.fromEntries(lists) } }, ...rest);
  };
  return { known: () => faulty, forget };
}

/** The first field that is missing or wrong. */
function faultIn(kind: FaultyOffer['kind'], offer: unknown): string | undefined {
  const checked = SCHEMAS[kind]['~standard'].validate(offer);
  // The schemas of the protocol are synchronous.
  if (checked instanceof Promise || !checked.issues) return undefined;
  const path = checked.issues[0]?.path ?? [];
  return path.map(key => String(typeof key === 'object' ? key.key : key)).join('.') || 'name';
}

/** Older protocols allow objects as structured results only. */
function legacyFaultIn(offer: unknown): string | undefined {
  const { outputSchema } = offer as { readonly outputSchema?: { readonly type?: unknown } };
  return outputSchema && outputSchema.type !== 'object' ? 'outputSchema.type' : undefined;
}

function nameOf(offer: unknown): string | undefined {
  const { name } = Object(offer) as { readonly name?: unknown };
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME) : undefined;
}
