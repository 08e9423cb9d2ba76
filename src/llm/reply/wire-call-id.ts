// Ids of tool calls that every server takes. Mistral and local templates made for it want exactly nine letters and
// digits.
import { createHash, randomBytes } from 'node:crypto';

import type { LlmFailure } from '../provider.ts';

const LENGTH = 9;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The id under which a call of this dialog is sent; the same for the same id, so that requests repeat byte for byte.
 */
export function wireCallId(id: string): string {
  return /^[a-zA-Z0-9]{9}$/.test(id) ? id : spell(createHash('sha256').update(id).digest());
}

/** A new id for a call that came without one. */
export function newWireCallId(): string {
  return spell(randomBytes(LENGTH));
}

/** True if a server refuses a request for the form of its call ids. Some templates fail with status 404 or 500. */
export function isCallIdRefused({ code, message }: LlmFailure): boolean {
  return (code === 'bad-request' || code === 'server-error') && REFUSAL.test(message);
}

const REFUSAL = /tool call ids? (was|must|should) .*length/i;

function spell(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, LENGTH), byte => DIGITS[byte % DIGITS.length]).join('');
}
