// The owner of an API key (SPEC 10.1): whoever stores, reads or sends one asks this.
import { remembering } from '../base/recent.ts';

/** Addresses of servers are few, and each is asked about at every generation. */
export const KNOWN_ADDRESSES = 100;

/** Scheme, host and port of a web address; undefined for any other text. */
export const originOf = remembering((address: string): string | undefined => {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}, KNOWN_ADDRESSES);
