// Takes secrets out of JSON, whose texts may write any character as an escape: `\/` or `\u002f` stands for `/` (SPEC 10.1). The rest stays
// as it was written, also where it is broken. Pure.
import { HIDDEN, MIN_SECRET, withoutSecrets } from '../secrets.ts';

/** An escape: where it is written, and where the character that it stands for is in the plain text. */
interface Escape {
  readonly written: number;
  readonly length: number;
  readonly plain: number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const named: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A JSON text without exactly these secrets, however they are written in it; short ones are left. */
export function jsonWithoutSecrets(json: string, secrets: readonly string[]): string {
  // Without an escape the secrets stand there as they are.
  if (secrets.length === 0 || !json.includes('\\')) return withoutSecrets(json, secrets);
  const { plain, escapes } = unescaped(json);
  let clean = '';
  let from = 0;
  for (const stretch of stretchesOf(plain, secrets)) {
    clean += json.slice(from, writtenAt(escapes, stretch.from)) + HIDDEN;
    from = writtenAt(escapes, stretch.to);
  }
  return clean + json.slice(from);
}

function unescaped(json: string): { readonly plain: string; readonly escapes: readonly Escape[] } {
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
  return { plain, escapes };
}

/** Where a place of the plain text is written. */
function writtenAt(escapes: readonly Escape[], at: number): number {
  const before = escapes.findLast(({ plain }) => plain < at);
  return before ? before.written + before.length + (at - before.plain - 1) : at;
}

/** The secrets in a text, in its order; of those that overlap the longest. */
function stretchesOf(text: string, secrets: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = [];
  const known = secrets.filter(({ length }) => length >= MIN_SECRET).sort((a, b) => b.length - a.length);
  for (const secret of known)
    for (let from = text.indexOf(secret); from !== -1; from = text.indexOf(secret, from + secret.length)) {
      const to = from + secret.length;
      if (!found.some(other => from < other.to && other.from < to)) found.push({ from, to });
    }
  return found.sort((a, b) => a.from - b.from);
}
