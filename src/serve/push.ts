// A page turns notices on or off in its browser (SPEC 21.2). Only with full access: a notice carries addresses that
// answer questions, and nobody else can take back a subscription that outlives its page.
import { ECDH } from 'node:crypto';
import * as z from 'zod';
import { sayNoticeFault } from '../words/say.ts';
import { plain, type Reply, refusedReply, refusedToViewer } from './reply.ts';
import type { Request } from './request.ts';
import { isLoopback } from './same-site.ts';
import type { ServedPlace } from './surfaces.ts';
import { serveWords } from './words.ts';

/**
 * Answers `GET /push` with the public key, and takes what a page posts: its browser's subscription, or `{off:
 * address}`.
 */
export async function answerPush(
  { rtws }: Pick<ServedPlace, 'rtws'>,
  { method, body, visitor }: Pick<Request, 'method' | 'body' | 'visitor'>,
  language: 'en' | 'zh',
): Promise<Reply> {
  if (visitor.access === 'view') return refusedToViewer(language);
  const opened = await rtws.open();
  if (!opened.ok) return refusedReply(opened, language);
  const browsers = opened.runtime.browserNotices();
  const { notices } = serveWords(language);
  if (method === 'GET') {
    const key = browsers.publicKey();
    return key === undefined
      ? plain(409, notices.notTold(sayNoticeFault({ id: 'not-kept' }, language)))
      : json({ key });
  }
  const asked = posted(body);
  if (method !== 'POST' || !asked) return plain(400, 'This is no subscription of a browser.');
  if ('off' in asked) {
    browsers.remove(asked.off);
    return done;
  }
  const fault = await browsers.add({ target: asked.endpoint, keys: asked.keys, until: visitor.until });
  return fault ? plain(409, notices.notTold(sayNoticeFault(fault, language))) : done;
}

const done: Reply = { status: 204, headers: {}, body: '' };

function json(value: object): Reply {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** Bytes as browsers write them. */
const base64url = (bytes: number) =>
  z.string().refine(text => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

/** Push services speak HTTPS; one for tests may run on this machine. */
const endpoint = z
  .url()
  .max(2_000)
  .refine(address => {
    const { protocol, hostname } = new URL(address);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  });

/** A public key that a message can be encrypted for. */
const point = base64url(65).refine(key => {
  try {
    return Boolean(ECDH.convertKey(key, 'prime256v1', 'base64url'));
  } catch {
    return false;
  }
});

const subscription = z.object({ endpoint, keys: z.object({ p256dh: point, auth: base64url(16) }) });
const request = z.union([z.strictObject({ off: z.string().max(2_000) }), subscription]);

function posted(body: string): z.infer<typeof request> | undefined {
  try {
    return request.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
