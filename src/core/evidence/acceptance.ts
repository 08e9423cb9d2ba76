// Reads `bearinmind/acceptance.md` (SPEC 26.1): lines that the runtime can check, and goals in words. Pure. Lenient in
// form, since people and models write lists in many ways.

/** How a line is checked. `goal`: by nobody, it is in words. */
export type LineKind = 'cmd' | 'file' | 'member' | 'human' | 'goal';

/** One line of the file. */
export interface AcceptanceLine {
  /** In one form for all ways to write it, such as `[cmd] npm test`: what records and views name it by. */
  readonly line: string;
  readonly kind: LineKind;
  /** The command, the path, or what is to be accepted. */
  readonly subject: string;
  /** Of `member`: the name as written, without `@`. */
  readonly member?: string;
}

const bullet = String.raw`(?:[-*+\u2022\u2013]\s+|\d+[.)]\s+)?`;
const box = String.raw`(?:\[[ xX\u2713\u2714]?\]\s*)?`;
const mark = String.raw`[*_\x60]{0,3}`;
const tagged = new RegExp(
  String.raw`^\s*(?:>\s*)*${bullet}${box}${mark}[[\uff3b\u3010]\s*(@?[\p{L}\p{N}_.-]+)\s*[\]\uff3d\u3011]${mark}\s*[:\uff1a]?\s*(.+)$`,
  'u',
);
const listed = new RegExp(String.raw`^\s*(?:[-*+\u2022\u2013]|\d+[.)])\s+${box}(\S.*)$`, 'u');

const kinds: ReadonlyMap<string, Exclude<LineKind, 'member' | 'goal'>> = new Map([
  ['cmd', 'cmd'],
  ['command', 'cmd'],
  ['命令', 'cmd'],
  ['file', 'file'],
  ['文件', 'file'],
  ['human', 'human'],
  ['@human', 'human'],
  ['person', 'human'],
  ['用户', 'human'],
  ['人工', 'human'],
]);

/** The lines of the file in their order, each once. What stands in a code fence or a comment is neither. */
export function parseAcceptance(text: string): readonly AcceptanceLine[] {
  const found = new Map<string, AcceptanceLine>();
  for (const written of withoutFences(text)) {
    const line = acceptanceLine(written);
    if (line && !found.has(line.line)) found.set(line.line, line);
  }
  return [...found.values()];
}

/** The lines that can be checked. */
export function checkable(lines: readonly AcceptanceLine[]): readonly AcceptanceLine[] {
  return lines.filter(({ kind }) => kind !== 'goal');
}

/** A line as records name it; undefined for what is no line. */
export function acceptanceLine(written: string): AcceptanceLine | undefined {
  const [, tag = '', rest = ''] = tagged.exec(written) ?? [];
  const subject = rest.trim();
  const kind = kinds.get(tag.toLowerCase());
  if (subject !== '' && !kind && tag.startsWith('@') && tag.length > 1) {
    const member = tag.slice(1);
    return { line: `[@${member}] ${subject}`, kind: 'member', subject, member };
  }
  if (subject !== '' && kind === 'human') return { line: `[human] ${subject}`, kind, subject };
  if (subject !== '' && kind) {
    const plain = plainOf(subject);
    return { line: `[${kind}] ${plain}`, kind, subject: plain };
  }
  const goal = listed.exec(written)?.[1]?.trim();
  return goal ? { line: goal, kind: 'goal', subject: goal } : undefined;
}

/** A command or path that is set as code, with or without words behind it. */
function plainOf(subject: string): string {
  const [, , code] = /^(`+)\s*(.+?)\s*\1/.exec(subject) ?? [];
  return code ?? subject;
}

function withoutFences(text: string): readonly string[] {
  const shown = text.replaceAll('\r', '').replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  let fence = '';
  return shown.split('\n').filter(line => {
    const [, opens = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') {
      fence = opens;
      return opens === '';
    }
    if (opens.startsWith(fence)) fence = '';
    return false;
  });
}
