// Finds secrets in texts (SPEC 10.1), as they are and as JSON writes them: a text of JSON may write any character as an
// escape, `\/` or `\u002f` for `/`. Pure.

/** A stretch of a text. */
export interface SecretPlace {
  readonly from: number;
  readonly to: number;
}

/** An escape: where it is written, and where the character that it stands for is in the plain text. */
interface Escape {
  readonly written: number;
  readonly length: number;
  readonly plain: number;
}

const named: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The places of secrets in a text, in its order, whether or not JSON wrote them; of those that overlap the first. */
export function placesIn(text: string, secrets: readonly string[]): readonly SecretPlace[] {
  return apart([...plainPlaces(text, secrets), ...escapedPlaces(text, secrets)]);
}

/** The places of secrets in JSON, where a backslash always begins an escape. */
export function placesInJson(json: string, secrets: readonly string[]): readonly SecretPlace[] {
  return apart(json.includes('\\') ? escapedPlaces(json, secrets) : plainPlaces(json, secrets));
}

/** A text with something else at these places. */
export function replaceAt(text: string, places: readonly SecretPlace[], replacement: string): string {
  let clean = '';
  let from = 0;
  for (const place of places) {
    clean += text.slice(from, place.from) + replacement;
    from = place.to;
  }
  return clean + text.slice(from);
}

/** How many characters at the end of a text may be the beginning of a secret. */
export function beginningOfSecret(text: string, secrets: readonly string[]): number {
  const plain = prefixAtEnd(text, secrets);
  if (!text.includes('\\')) return plain;
  const cut = cutEscape(text);
  const { plain: shown, writtenAt } = unescaped(text.slice(0, text.length - cut));
  return Math.max(plain, text.length - writtenAt(shown.length - prefixAtEnd(shown, secrets)));
}

function plainPlaces(text: string, secrets: readonly string[]): SecretPlace[] {
  const found: SecretPlace[] = [];
  for (const secret of secrets)
    for (let from = text.indexOf(secret); from !== -1; from = text.indexOf(secret, from + secret.length))
      found.push({ from, to: from + secret.length });
  return found;
}

function escapedPlaces(text: string, secrets: readonly string[]): SecretPlace[] {
  if (secrets.length === 0 || !text.includes('\\')) return [];
  const { plain, writtenAt } = unescaped(text);
  return plainPlaces(plain, secrets).map(({ from, to }) => ({ from: writtenAt(from), to: writtenAt(to) }));
}

/** These places in order, without those that overlap an earlier or a longer one. */
function apart(places: SecretPlace[]): readonly SecretPlace[] {
  const kept: SecretPlace[] = [];
  for (const place of places.sort((a, b) => a.from - b.from || b.to - a.to))
    if (place.from >= (kept.at(-1)?.to ?? 0)) kept.push(place);
  return kept;
}

function unescaped(json: string): { readonly plain: string; readonly writtenAt: (at: number) => number } {
  const escapes: Escape[] = [];
  let saved = 0;
  const plain = json.replace(
    /\\(?:u([\da-f]{4})|([\s\S]))/gi,
    (sequence, code: string | undefined, letter: string, written) => {
      escapes.push({ written, length: sequence.length, plain: written - saved });
      saved += sequence.length - 1;
      return code === undefined ? (named[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
  const writtenAt = (at: number): number => {
    const before = escapes.findLast(earlier => earlier.plain < at);
    return before ? before.written + before.length + (at - before.plain - 1) : at;
  };
  return { plain, writtenAt };
}

/** The length of an escape at the end that more text may complete. */
function cutEscape(text: string): number {
  return /(?<!\\)(?:\\\\)*(\\(?:u[\da-f]{0,3})?)$/i.exec(text)?.[1]?.length ?? 0;
}

/** The length of the longest true beginning of a secret that a text ends with. */
function prefixAtEnd(text: string, secrets: readonly string[]): number {
  const longest = Math.max(0, ...secrets.map(({ length }) => length - 1));
  for (let length = Math.min(text.length, longest); length > 0; length--) {
    const end = text.slice(-length);
    if (secrets.some(secret => secret.length > length && secret.startsWith(end))) return length;
  }
  return 0;
}
