// Reads output that is not YAML as a whole (SPEC 15.14), line by line and in order: fences with keys in them, and lines
// that begin with a key. A plain draft spans lines. Unmatched text is left over. Linear in the length of the text.
import { type Gathered, gatherYaml, type MindKey, mindKeys } from './mind-map.ts';

/** Fences in fences that are looked into. */
const DEEPEST = 3;

const keyLine = new RegExp(`^(${mindKeys.join('|')})[ \\t]*:(.*)$`);

/** A part of the output that begins with a key. */
interface Section {
  readonly key: MindKey;
  readonly lines: string[];
}

/** Reads a text, as YAML or else by its lines. The reason when it is no YAML. */
export function gatherText(text: string, into: Gathered, depth = 0): string | undefined {
  const gathering = gatherYaml(text, into);
  if (gathering.kind === 'maps' || gathering.kind === 'empty') return undefined;
  gatherLines(text, into, depth);
  return gathering.kind === 'broken' ? gathering.message : 'the output is not YAML';
}

function gatherLines(text: string, into: Gathered, depth: number): void {
  const lines = text.split('\n');
  let section: Section | undefined;
  // Of one document: the places of its drafts, and whether it says that there is none. A fence in it is one of its own.
  let drafts: number[] = [];
  let isSkipped = false;
  const end = () => {
    if (section) {
      const before = into.drafts.length;
      gatherSection(section, into);
      isSkipped ||= isSkip(section);
      if (into.drafts.length > before) drafts.push(before);
    }
    section = undefined;
  };
  const endDocument = () => {
    end();
    if (isSkipped) for (const at of drafts.toReversed()) into.drafts.splice(at, 1);
    drafts = [];
    isSkipped = false;
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const fence = isInside(section, line) ? undefined : fenceAt(lines, at, section === undefined ? 3 : 0);
    if (fence && depth < DEEPEST && fence.contents.some(each => keyLine.test(each))) {
      end();
      gatherText(fence.contents.join('\n'), into, depth + 1);
      at = fence.end;
      continue;
    }
    const taken = fence ? lines.slice(at, fence.end) : [line];
    at += taken.length;
    if (fence && section === undefined && fence.contents.every(each => each.trim() === '')) continue;
    const key = isInside(section, line) ? undefined : keyIn(line);
    if (key !== undefined) {
      end();
      section = { key, lines: taken };
    } else if (isBoundary(line, lines, at)) endDocument();
    else if (section) section.lines.push(...taken);
    else leave(into, taken);
  }
  endDocument();
}

/** `skip: true`, by itself in its line. */
function isSkip({ key, lines: [head = ''] }: Section): boolean {
  return key === 'skip' && /^true(?:\s+#.*)?$/i.test((keyLine.exec(head)?.[2] ?? '').trim());
}

/** Indented and empty lines belong to the open section. */
function isInside(section: Section | undefined, line: string): boolean {
  return section !== undefined && /^(?:\s|$)/.test(line);
}

function keyIn(line: string): MindKey | undefined {
  const name = keyLine.exec(line)?.[1];
  return mindKeys.find(key => key === name);
}

/** A document mark is one only before a key or the end; elsewhere it is a line of the text. */
function isBoundary(line: string, lines: readonly string[], next: number): boolean {
  if (line !== '---' && line !== '...') return false;
  const following = lines.slice(next, next + 50).find(each => each.trim() !== '');
  return following === undefined || keyIn(following) !== undefined;
}

interface Fence {
  readonly contents: readonly string[];
  /** The line after it; one that is never closed ends with the text. */
  readonly end: number;
}

function fenceAt(lines: readonly string[], at: number, mostIndent: number): Fence | undefined {
  const [, indent = '', marks] = /^( {0,3})(`{3,}|~{3,})/.exec(lines[at] ?? '') ?? [];
  if (marks === undefined || indent.length > mostIndent) return undefined;
  const length = lines.slice(at + 1).findIndex(line => closes(line, indent.length, marks));
  const end = length < 0 ? lines.length : at + 1 + length;
  const contents = lines.slice(at + 1, end).map(line => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return { contents, end: Math.min(end + 1, lines.length) };
}

/** A fence within a draft is indented more than the one around it. */
function closes(line: string, indent: number, marks: string): boolean {
  const end = line.trim();
  const isNear = line.length - line.trimStart().length <= indent;
  return isNear && end.length >= marks.length && end === (marks[0] ?? '').repeat(end.length);
}

/** Reads a section as YAML, as far as it is valid; the rest belongs to a plain draft. */
function gatherSection({ key, lines }: Section, into: Gathered): void {
  if (gatherYaml(`${lines.join('\n')}\n`, into).kind === 'maps') return;
  const [head = '', ...body] = lines;
  const inline = (keyLine.exec(head)?.[2] ?? '').trim();
  const isBlock = /^(?:[|>][-+\d]*(?:\s+#.*)?)?$/.test(inline);
  if (!isBlock && isOpen(inline)) {
    // An unclosed quote or bracket: the end of the text is unknown.
    into.warnings.push(`${key} is broken YAML`);
    leave(into, lines);
    return;
  }
  const own = ownLines(key, body);
  if (isBlock && key === 'draft' && own.length < body.length && own.some(line => line.trim() !== '')) {
    // The block goes on where its indentation ends.
    const block: Gathered = { thoughts: [], drafts: [], notes: [], warnings: [], rest: [], isRead: false };
    gatherYaml(`${[head, ...own].join('\n')}\n`, block);
    const blank = own.length - 1 - own.findLastIndex(line => line.trim() !== '');
    const begun = block.drafts[0] ?? own.join('\n').trimEnd();
    addText(into, key, [begun, ...Array<string>(blank).fill(''), ...body.slice(own.length)].join('\n'));
    return;
  }
  if (isBlock && own.some(line => line.trim() !== '')) {
    const read = gatherYaml(`${[head, ...own].join('\n')}\n`, into).kind === 'maps';
    if (!read) addText(into, key, own.join('\n'));
    leave(into, body.slice(own.length));
    return;
  }
  if (key === 'skip') {
    leave(into, /^(?:true|false)?$/i.test(inline) ? body : lines);
    return;
  }
  if (key === 'note') {
    addText(into, key, inline);
    leave(into, body);
    return;
  }
  addText(into, key, [isBlock ? '' : inline, ...body].join('\n'));
}

/** True if it begins with a quote or bracket that does not end in its line; all else that is no YAML is prose. */
function isOpen(inline: string): boolean {
  const [first = ''] = inline;
  const end = { '"': /^"(?:[^"\\]|\\.)*"/, "'": /^'[^']*'/, '[': /^\[[^\]]*\]/, '{': /^\{[^}]*\}/ }[first];
  return end !== undefined && !end.test(inline);
}

/** Lines of a block: those that are indented, of a list also its items. */
function ownLines(key: MindKey, body: readonly string[]): readonly string[] {
  const end = body.findIndex(line => !(key === 'thoughts' ? /^(?:\s|$|- |-$)/ : /^(?:\s|$)/).test(line));
  return end < 0 ? body : body.slice(0, end);
}

function addText(into: Gathered, key: MindKey, text: string): void {
  const said = text.replace(/^\n+|\s+$/g, '');
  if (said === '') return;
  into.isRead = true;
  if (key === 'thoughts') into.thoughts.push(said);
  if (key === 'draft') into.drafts.push(said);
  if (key === 'note') into.notes.push(said);
}

function leave(into: Gathered, lines: readonly string[]): void {
  if (lines.some(line => line.trim() !== '')) into.rest.push(lines.join('\n'));
}
