// The name of stored contents, the same in every engine.
import { createHash } from 'node:crypto';

/** The fingerprint of a content: SHA-256 as hex. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
