// The name under which a content is kept, whatever engine keeps it.
import { createHash } from 'node:crypto';

/** The fingerprint of a content: SHA-256 as hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
