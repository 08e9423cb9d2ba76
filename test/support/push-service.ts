// A push service on this machine, and a browser that takes notices by it: what came is decrypted with the browser's own
// keys and the sender is checked, both by another way than the one that sends (RFC 8291, 8292).
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser was sent. */
export interface Pushed {
  readonly message: unknown;
  readonly headers: http.IncomingHttpHeaders;
  /** Of the signed part of `Authorization`. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The sender's public key. */
  readonly key: string;
}

/** A push service that answers with this status, and one browser that is known to it. */
export async function pushService(status = 201) {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const pushed: Pushed[] = [];
  let answer = status;
  let arrived = Promise.withResolvers<void>();
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    pushed.push({
      message: JSON.parse(decrypted(Buffer.concat(parts), { browser, auth })),
      headers: request.headers,
      ...senderIn(request.headers.authorization ?? ''),
    });
    response.statusCode = answer;
    response.end();
    arrived.resolve();
    arrived = Promise.withResolvers();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushed,
    /** As the page of a browser posts it. */
    subscription: {
      endpoint: `${origin}/push/browser-1`,
      expirationTime: null,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    answersWith(next: number) {
      answer = next;
    },
    async until(count: number) {
      while (pushed.length < count) await arrived.promise;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}

/** One record of `aes128gcm`. */
function decrypted(
  body: Buffer,
  { browser, auth }: { readonly browser: ReturnType<typeof createECDH>; readonly auth: Buffer },
): string {
  assert.ok(body.length <= 4_096, `${body.length} bytes are more than push services take`);
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derived(auth, browser.computeSecret(sender), info);
  const key = derived(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0')).subarray(0, 16);
  const nonce = derived(salt, secret, Buffer.from('Content-Encoding: nonce\0')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  assert.equal(padded.at(-1), 2);
  return padded.subarray(0, -1).toString();
}

/** One step of HKDF, as RFC 8291 writes it. */
function derived(salt: Buffer, secret: Buffer, info: Buffer): Buffer {
  const first = createHmac('sha256', salt).update(secret).digest();
  return createHmac('sha256', first)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest();
}

function senderIn(authorization: string): Pick<Pushed, 'claims' | 'key'> {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  const isHis = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isHis, 'the sender signs what it claims');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), key };
}
