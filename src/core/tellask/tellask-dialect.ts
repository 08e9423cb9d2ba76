// The default dialect: `!?` at column 0 makes a tellask line, any other line is prose and closes the block (SPEC
// 2.1-2.5). Only the first characters of a line are ever held: `!?` and the next one decide the line.

import type { LineReader, OpenBlock, SegmentOutput } from './line-reader.ts';
import { readSession, type SessionFound, toNamedTellask } from './named-tellask.ts';
import { namePattern } from './reserved-names.ts';
import type { TellaskSegment } from './segment.ts';

/** A reader of the `tellask` dialect that writes to `output`. */
export function createTellaskReader(output: SegmentOutput): LineReader {
  return new TellaskReader(output);
}

interface Block {
  part: 'headline' | 'body';
  headline: string;
  body: string;
  /** Known once the first line is complete; reading it again on each line would be quadratic in the headline. */
  mention?: Mention;
  session: SessionFound;
  /** The newest line of the headline, kept apart: looking into the growing headline would copy all of it each time. */
  line: string;
}

type Mention = { readonly name: string } | { readonly problem: 'missing-mention' | 'invalid-mention' };

class TellaskReader implements LineReader {
  readonly #output: SegmentOutput;
  #line: 'undecided' | 'prose' | 'payload' = 'undecided';
  /** The line so far while it is undecided: '', '!' or '!?'. */
  #held = '';
  #block: Block | undefined;

  constructor(output: SegmentOutput) {
    this.#output = output;
  }

  text(stretch: string): void {
    if (this.#line !== 'undecided') {
      this.#add(stretch);
      return;
    }
    this.#held += stretch;
    if (this.#held !== '!' && this.#held !== prefix) this.#decideLine();
  }

  newline(): void {
    if (this.#line === 'undecided') this.#decideLine();
    this.#add('\n');
    this.#line = 'undecided';
    if (this.#block?.part === 'headline') readHeadlineLine(this.#block);
  }

  end(): void {
    if (this.#held !== '') this.#decideLine();
    this.#closeBlock();
    this.#line = 'undecided';
  }

  open(): OpenBlock | undefined {
    return this.#block && { headline: this.#block.headline, body: this.#block.body };
  }

  held(): string {
    return this.#held;
  }

  /** This dialect's marks count in code, too. */
  inFence(): boolean {
    return false;
  }

  #decideLine(): void {
    const line = this.#held;
    this.#held = '';
    if (line.startsWith(prefix)) {
      this.#line = 'payload';
      this.#placePayload(line.startsWith('@', prefix.length));
      this.#add(line.slice(prefix.length));
    } else {
      this.#line = 'prose';
      this.#closeBlock();
      this.#add(line);
    }
  }

  /** Decides to which part of which block the tellask line that begins here belongs. */
  #placePayload(startsWithAt: boolean): void {
    if (startsWithAt && this.#block && isMalformed(this.#block)) this.#closeBlock();
    if (this.#block === undefined) {
      this.#block = { part: 'headline', headline: '', body: '', session: {}, line: '' };
    } else if (!startsWithAt) this.#block.part = 'body';
  }

  #add(text: string): void {
    if (this.#block === undefined) this.#output.prose(text);
    else addTo(this.#block, text);
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#output.tellask(toSegment(this.#block));
    this.#block = undefined;
  }
}

const prefix = '!?';
const mentionPattern = new RegExp(`^@(${namePattern})`);

function addTo(block: Block, text: string): void {
  block[block.part] += text;
  if (block.part === 'headline') block.line += text;
}

function readMention(firstLine: string): Mention {
  const name = mentionPattern.exec(firstLine)?.[1];
  if (name !== undefined) return { name };
  return { problem: firstLine.startsWith('@') ? 'invalid-mention' : 'missing-mention' };
}

function readHeadlineLine(block: Block): Mention {
  const mention = block.mention ?? readMention(block.line);
  block.mention = mention;
  if ('name' in mention) block.session = readSession(block.session, mention.name, block.line, '!tellaskSession');
  block.line = '';
  return mention;
}

/** Known malformed by the lines so far: the next `!?@` opens a new block, so that nothing else is lost (SPEC 2.2). */
function isMalformed({ mention, session }: Block): boolean {
  return session.problem !== undefined || (mention !== undefined && 'problem' in mention);
}

function toSegment(block: Block): TellaskSegment {
  const mention = readHeadlineLine(block);
  const { headline, body, session } = block;
  if ('name' in mention) return toNamedTellask({ mention: mention.name, headline, body }, session);
  return { kind: 'tellask', valid: false, problem: mention.problem, mention: '', headline, body };
}
