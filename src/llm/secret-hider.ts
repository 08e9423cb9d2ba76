// Takes keys out of a text that streams in, cut anywhere: a server that echoes its key must not bring it into a record or a
// view (SPEC 10.1). Only what may begin a key is held back, until the next piece.
import { isLikelySecret, withoutSecrets } from '../core/secrets.ts';

/** Takes pieces; `flush` gives what is held back, once nothing more comes. */
export interface SecretHider {
  push(text: string): string;
  flush(): string;
}

/** Makes a hider of those secrets that look like none of the words that servers without keys are given instead. */
export function createSecretHider(secrets: readonly string[]): SecretHider {
  const known = secrets.filter(isLikelySecret);
  let held = '';
  return {
    push(text) {
      if (known.length === 0) return text;
      const whole = withoutSecrets(held + text, known);
      const at = whole.length - Math.max(...known.map(secret => beginning(whole, secret)));
      held = whole.slice(at);
      return whole.slice(0, at);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** How many characters at the end of the text may begin the secret. */
function beginning(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
