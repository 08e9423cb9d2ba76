// Web Push: a message that the browser alone can read (RFC 8291, coding `aes128gcm` of RFC 8188), and the proof of who
// sends it (VAPID, RFC 8292). The push service in between sees an address, a size and a time.
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** Base64url of a P-256 key pair: the public point, uncompressed, and the private number. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** How a browser is reached in secret: base64url of its public point and of 16 random bytes. */
export interface BrowserKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const CURVE = 'prime256v1';
const RECORD_SIZE = 4_096;
/** Bytes of a message: what push services take (4,096), less the header, the tag and a delimiter. */
export const MOST_MESSAGE_BYTES = RECORD_SIZE - 86 - 16 - 1;

/** A new pair. */
export function newPushKeys(): PushKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: padded(pair.getPrivateKey()).toString('base64url') };
}

/** The body of a request to a push service. `once`: the sender's keys and salt for this message; random when absent. */
export function encryptPush(
  message: string,
  { p256dh, auth }: BrowserKeys,
  once: { readonly keys: PushKeys; readonly salt: Buffer } = { keys: newPushKeys(), salt: randomBytes(16) },
): Buffer<ArrayBuffer> {
  const browser = Buffer.from(p256dh, 'base64url');
  const own = Buffer.from(once.keys.publicKey, 'base64url');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(once.keys.privateKey, 'base64url');
  const shared = pair.computeSecret(browser);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own]);
  const secret = hkdf(shared, Buffer.from(auth, 'base64url'), info, 32);
  const key = hkdf(secret, once.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, once.salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([
    once.salt,
    size,
    Buffer.from([own.length]),
    own,
    // 2 ends the last record.
    cipher.update(Buffer.concat([Buffer.from(message), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** How long a push service may take what is signed: less than the day that it allows at most. */
const SIGNED_FOR_S = 12 * 3_600;

/**
 * The header `Authorization` for a request to this address. `contact`: a mail address or page of the sender; `now` in
 * epoch milliseconds.
 */
export function vapidHeader(
  endpoint: string,
  { publicKey, privateKey }: PushKeys,
  { contact, now }: { readonly contact: string; readonly now: number },
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1_000) + SIGNED_FOR_S, sub: contact };
  const unsigned = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`;
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Leading zeros belong to the number. */
function padded(number: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - number.length), number]);
}
