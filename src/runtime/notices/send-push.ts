// What a browser is sent (SPEC 21.2), which its service worker shows (`webview/push-worker/`). Paths are below the
// pages' own address, so that a notice leads where the browser came from.
import type { PushTransport } from '../../core/notices/notify.ts';
import type { PushNotice } from '../../core/notices/push-notice.ts';
import { encryptPush, MOST_MESSAGE_BYTES, type PushKeys, vapidHeader } from './encrypt.ts';

/** A request for a push service. */
export interface PushRequest {
  readonly body: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A push service keeps a message as long for a browser that is off. */
const KEPT_FOR_S = 7 * 86_400;

/**
 * The request that brings a notice to a browser. `contact`: SPEC 21.2 `base_url`, if there is one; `now` in epoch
 * milliseconds.
 */
export function pushRequest(
  notice: PushNotice,
  { target, keys }: Pick<PushTransport, 'target' | 'keys'>,
  sender: { readonly keys: PushKeys; readonly contact: string; readonly now: number },
): PushRequest {
  return {
    body: encryptPush(fitting(notice), keys),
    headers: {
      Authorization: vapidHeader(target, sender.keys, sender),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(KEPT_FOR_S),
      Urgency: 'high',
    },
  };
}

/** The notice as JSON, its text cut as far as it must be. */
function fitting(notice: PushNotice): string {
  const over = (json: string) => Buffer.byteLength(json) - MOST_MESSAGE_BYTES;
  const plain = over(JSON.stringify({ ...notice, body: '' })) > 0 ? { ...notice, actions: [] } : notice;
  let json = JSON.stringify(plain);
  for (let body = plain.body; over(json) > 0 && body !== ''; json = JSON.stringify({ ...plain, body: `${body}…` })) {
    // A character takes six bytes at most, so this comes near the limit in a few steps, from above.
    const cut = Math.max(1, Math.ceil((over(json) + 6) / 6));
    body = [...body].slice(0, -cut).join('');
  }
  return json;
}
