// Cuts growing Markdown into finished blocks and a tail, so that a finished block is rendered once and only the tail
// repeatedly. Every cut of the text into chunks gives the same blocks. Pure; never throws.

/**
 * The part that may still change. An open code block is split into frozen chunks of lines, so that its cost stays
 * bounded.
 */
export type Tail =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly chunks: readonly string[]; readonly text: string };

/** Takes markdown in chunks. `blocks` only grows; joined with the tail it is the whole text but for blank lines. */
export interface BlockSplitter {
  push(text: string): void;
  /** The text is complete: the tail becomes the last block. */
  end(): void;
  readonly blocks: readonly string[];
  tail(): Tail;
}

/** A list longer than this (characters) is cut between its items, a code block of the tail between its lines. */
const LONG = 2000;

/** The blocks of a whole text. A text with link definitions stays in one piece: they hold for all of it. */
export function splitBlocks(text: string): readonly string[] {
  if (linkDefinition.test(text)) return [text];
  const splitter = createBlockSplitter();
  splitter.push(text);
  splitter.end();
  return splitter.blocks;
}

/** A splitter for one growing text. */
export function createBlockSplitter(): BlockSplitter {
  const blocks: string[] = [];
  let block = emptyBlock();
  let line = '';
  const finish = () => {
    if (block.text.trim() !== '') blocks.push(block.text.trimEnd());
    block = emptyBlock();
  };
  const readLine = (complete: string) => {
    if (startsAnew(block, complete)) finish();
    if (block.text !== '' || complete.trim() !== '') extend(block, complete);
    if (endsHere(block, complete)) finish();
  };
  return {
    blocks,
    push(text) {
      // A line that grows must not be read again at each chunk.
      if (!text.includes('\n')) {
        line += text;
        return;
      }
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      for (const complete of lines) readLine(complete);
    },
    end() {
      if (line !== '') readLine(line);
      line = '';
      finish();
    },
    tail: () => tailOf(block, line),
  };
}

/**
 * The block being read. `fence` is the marker of the code block it is in; `code` its frozen lines when it is nothing
 * else.
 */
interface OpenBlock {
  text: string;
  kind: 'plain' | 'list' | 'indented' | 'fenced' | 'heading';
  fence: string;
  blank: boolean;
  readonly language: string;
  readonly chunks: string[];
  lines: string;
}

function emptyBlock(): OpenBlock {
  return { text: '', kind: 'plain', fence: '', blank: false, language: '', chunks: [], lines: '' };
}

const linkDefinition = /^ {0,3}\[[^\]\n]+\]:\s/m;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const topListItem = /^(?:[-*+]|\d{1,9}[.)])\s/;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;
const fenceLine = /^\s*(`{3,}|~{3,})(.*)$/;
const topFence = /^ {0,3}(?:`{3,}[^`]*|~{3,}.*)$/;
const indentedCode = /^(?: {4}|\t)/;

function startsAnew(block: OpenBlock, line: string): boolean {
  if (block.text === '' || block.fence !== '' || line.trim() === '') return false;
  switch (block.kind) {
    case 'list':
      if (/^\s/.test(line)) return false;
      if (topListItem.test(line)) return block.text.length > LONG;
      return block.blank || heading.test(line) || topFence.test(line);
    case 'indented':
      return !indentedCode.test(line);
    default:
      return block.blank || heading.test(line) || topFence.test(line);
  }
}

function extend(block: OpenBlock, line: string): void {
  const first = block.text === '';
  if (first) block.kind = kindOf(line);
  block.text += `${line}\n`;
  block.blank = line.trim() === '';
  const fence = fenceLine.exec(line);
  if (block.fence === '') {
    if (fence?.[1] && block.kind !== 'indented') openFence(block, fence[1], fence[2] ?? '');
  } else if (fence?.[1]?.startsWith(block.fence) && fence[2]?.trim() === '') {
    block.fence = '';
  } else if (block.kind === 'fenced') {
    freeze(block, line);
  }
}

function openFence(block: OpenBlock, marker: string, language: string): void {
  if (marker.startsWith('`') && language.includes('`')) return;
  block.fence = marker;
  if (block.kind === 'fenced') Object.assign(block, { language: language.trim().split(/\s/)[0] });
}

function freeze(block: OpenBlock, line: string): void {
  block.lines += `${line}\n`;
  if (block.lines.length <= LONG) return;
  block.chunks.push(block.lines);
  block.lines = '';
}

function kindOf(line: string): OpenBlock['kind'] {
  if (listItem.test(line)) return 'list';
  if (indentedCode.test(line)) return 'indented';
  if (topFence.test(line)) return 'fenced';
  return heading.test(line) ? 'heading' : 'plain';
}

function endsHere(block: OpenBlock, line: string): boolean {
  if (block.text === '') return false;
  return block.kind === 'heading' || (block.kind === 'fenced' && block.fence === '' && line.trim() !== '');
}

function tailOf(block: OpenBlock, line: string): Tail {
  if (block.kind !== 'fenced' || block.fence === '') return { kind: 'text', text: block.text + line };
  return { kind: 'code', language: block.language, chunks: block.chunks, text: block.lines + line };
}
