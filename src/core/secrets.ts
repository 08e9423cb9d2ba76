// What is a secret, by its name or its looks, and texts without them (SPEC 10.1, 18). Pure.

/** What stands for a secret in a text. */
export const HIDDEN = '[key]';
/** Shorter secrets are parts of ordinary words. */
export const MIN_SECRET = 8;
const MIN_LIKELY = 16;

/** Whether a header, a parameter or a variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return /^(proxy-)?authorization$|^cookie$|(^|[_-])(api[_-]?key|key|token|secret|password|passwd)$/i.test(name);
}

/** Values of an environment that are somebody's secrets, by their names and looks. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) && isLikelySecret(value) ? [value] : [],
  );
}

/** Whether a value looks like a key: it is no path, no sentence, no plain word. */
export function isLikelySecret(value: string): boolean {
  return value.length >= MIN_LIKELY && /\d/.test(value) && /[a-z]/i.test(value) && !/^[/~.]|\s|^\w:\\/.test(value);
}

/** A text without exactly these secrets; those shorter than `shortest` characters are left. */
export function withoutSecrets(text: string, secrets: readonly string[], shortest = MIN_SECRET): string {
  // The longest first: one may begin another.
  const known = secrets.filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
  return known.reduce((clean, secret) => clean.replaceAll(secret, HIDDEN), text);
}

/** Replaces every secret, and what looks like a key, by `[key]`. Secrets shorter than 4 characters are left. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets, 4)
    .replace(/\bsk-[\w-]{12,}|\b(?:sk|pk|key)-(?=[\w-]*\d)[\w-]{8,}/gi, HIDDEN)
    .replace(/\bBearer\s+[\w.~+/=-]{7,}/gi, `Bearer ${HIDDEN}`)
    .replace(/(:\/\/)[^\s/@:?#"']*:[^\s/@?#"']+(?=@)/g, `$1${HIDDEN}`)
    .replace(/([?&](?:[\w-]*[_-])?(?:api-?key|key|token|secret|password|sig|signature)=)[^&\s"'<>#]+/gi, `$1${HIDDEN}`);
}
