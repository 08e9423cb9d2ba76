// Recognizes secrets by their name or their look, and removes them from texts (SPEC 10.1, 18). Pure.
import { placesIn, replaceAt } from './secret-places.ts';

/** The replacement for a secret in a text. */
export const HIDDEN = '[key]';
/** Shorter secrets are parts of ordinary words. */
export const MIN_SECRET = 8;
const MIN_LIKELY = 16;

/** True if a header, a parameter or a variable of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return (
    isPasswordName(name) || /^(proxy-)?authorization$|^cookie$|(^|[_-])(api[_-]?key|key|token|secret)$/i.test(name)
  );
}

/** `PGPASSWORD` is one, too. */
function isPasswordName(name: string): boolean {
  return /passw(or)?d$/i.test(name);
}

/** Values of an environment that are secrets, by their names and look. */
export function secretsIn(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = '']) => [
    ...secretsInAddress(value),
    ...secretsNamed(name, value),
  ]);
}

/** An address with a password, such as `DATABASE_URL`, and the password alone where it is no plain word. */
function secretsInAddress(value: string): readonly string[] {
  const password = /^[a-z][\w+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value)?.[1];
  return password === undefined ? [] : [value, ...(isLikelyPassword(password) ? [password] : [])];
}

function secretsNamed(name: string, value: string): readonly string[] {
  return isSecretName(name) && (isLikelySecret(value) || (isPasswordName(name) && isLikelyPassword(value)))
    ? [value]
    : [];
}

/** True if a password that a person chose can be told from the words around it. */
export function isLikelyPassword(value: string): boolean {
  return value.length >= MIN_SECRET && /.[^a-z]/s.test(value) && !/^[/~.]|\s|^\w:\\/.test(value);
}

/** True if a value looks like a key: not a path, a sentence or a plain word. */
export function isLikelySecret(value: string): boolean {
  return value.length >= MIN_LIKELY && /\d/.test(value) && /[a-z]/i.test(value) && !/^[/~.]|\s|^\w:\\/.test(value);
}

/**
 * A text without exactly these secrets, also where JSON wrote them; those shorter than `shortest` characters are left.
 */
export function withoutSecrets(text: string, secrets: readonly string[], shortest = MIN_SECRET): string {
  const known = secrets.filter(({ length }) => length >= shortest);
  return replaceAt(text, placesIn(text, known), HIDDEN);
}

/** Replaces every secret, and what looks like a key, by `[key]`. Secrets shorter than 4 characters are left. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets, 4)
    .replace(/\bsk-[\w-]{12,}|\b(?:sk|pk|key)-(?=[\w-]*\d)[\w-]{8,}/gi, HIDDEN)
    .replace(/\bBearer\s+[\w.~+/=-]{7,}/gi, `Bearer ${HIDDEN}`)
    .replace(/(:\/\/)[^\s/@:?#"']*:[^\s/@?#"']+(?=@)/g, `$1${HIDDEN}`)
    .replace(/([?&](?:[\w-]*[_-])?(?:api-?key|key|token|secret|password|sig|signature)=)[^&\s"'<>#]+/gi, `$1${HIDDEN}`);
}
