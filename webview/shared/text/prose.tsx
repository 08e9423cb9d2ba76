// Markdown in blocks: a finished block is rendered once, only the tail of a growing text again.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { memo } from '../memo.ts';
import { useWords } from '../words/use-words.ts';
import type { Tail } from './blocks.ts';
import { splitBlocks } from './blocks.ts';
import { highlighter, mathSetter } from './late-texts.ts';
import type { MarkdownOptions } from './markdown.ts';
import { renderMarkdown } from './markdown.ts';
import { mayHoldMath } from './math.ts';

/** A tail longer than this (characters) is shown as plain text until it is finished. */
const TAIL_MAX = 16_000;

interface ProseProps {
  readonly text: string;
  /** Keeps the line ends of a text that a person typed. */
  readonly typed?: boolean;
}

/** A whole text. */
export const Prose = memo(function Prose({ text, typed = false }: ProseProps) {
  const blocks = useMemo(() => splitBlocks(text), [text]);
  if (typed)
    return (
      <div class="prose">
        {blocks.map((block, index) => (
          <Block key={index} text={block} keepLines />
        ))}
      </div>
    );
  return (
    <div class={proseClass(blocks)}>
      <Groups blocks={blocks} />
    </div>
  );
});

/** A text that grows; pass the same `blocks` array while it does. */
export function GrowingProse({
  blocks,
  tail,
}: {
  readonly blocks: readonly string[];
  readonly tail: Tail;
}): JSX.Element {
  return (
    <div class={proseClass(blocks)}>
      <Groups blocks={blocks} />
      <GrowingTail tail={tail} />
    </div>
  );
}

/** Blocks that are compared, and laid out when they come into view, as one. */
const GROUP = 32;

function proseClass(blocks: readonly string[]): string {
  return blocks.length > GROUP ? 'prose long' : 'prose';
}

function Groups({ blocks }: { readonly blocks: readonly string[] }): JSX.Element {
  const starts = Array.from({ length: Math.ceil(blocks.length / GROUP) }, (_, index) => index * GROUP);
  return (
    <>
      {starts.map(start => (
        <Group key={start} blocks={blocks} start={start} end={Math.min(start + GROUP, blocks.length)} />
      ))}
    </>
  );
}

interface GroupProps {
  readonly blocks: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** A full group stays the same while the text grows. */
const Group = memo(function Group({ blocks, start, end }: GroupProps) {
  return (
    <div class="group">
      {blocks.slice(start, end).map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </div>
  );
});

interface BlockProps {
  readonly text: string;
  /** Will have changed at the next frame, so it is not worth remembering. */
  readonly passing?: boolean;
  readonly keepLines?: boolean;
}

const Block = memo(function Block({ text, passing = false, keepLines = false }: BlockProps) {
  const words = useWords();
  const hasCode = text.includes('```') || text.includes('~~~');
  if (hasCode) highlighter.load();
  const highlight = hasCode ? highlighter.value.value : undefined;
  const hasMath = mayHoldMath(text);
  if (hasMath) mathSetter.load();
  const math = hasMath ? mathSetter.value.value : undefined;
  const html = useMemo(
    () => (passing ? renderMarkdown : rendered)(text, { words, highlight, math, keepLines }),
    [text, passing, words, highlight, math, keepLines],
  );
  // Made by `renderMarkdown`, which lets no markup of the text through.
  return <div class="block" dangerouslySetInnerHTML={{ __html: html }} />;
});

/** Newest last. Streamed text is shown again when its record arrives, and scrolled text when it is back. */
const cache = new Map<string, string>();
const CACHE_MAX = 3000;

function rendered(text: string, options: MarkdownOptions): string {
  const key = `${options.words.copy}${options.highlight ? 1 : 0}${options.math ? 1 : 0}${options.keepLines ? 1 : 0}${text}`;
  const html = cache.get(key) ?? renderMarkdown(text, options);
  cache.delete(key);
  cache.set(key, html);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_MAX) break;
    cache.delete(oldest);
  }
  return html;
}

function GrowingTail({ tail }: { readonly tail: Tail }): JSX.Element | null {
  if (tail.kind === 'code') return <GrowingCode {...tail} />;
  if (tail.text.trim() === '') return null;
  if (tail.text.length > TAIL_MAX)
    return (
      <div class="block plain" dir="auto">
        {tail.text}
      </div>
    );
  return <Block text={tail.text} passing />;
}

function GrowingCode({ language, chunks, text }: Extract<Tail, { kind: 'code' }>): JSX.Element {
  return (
    <div class="block code">
      <div class="code-bar">{language !== '' && <span class="code-language">{language}</span>}</div>
      <pre>
        {chunks.map((chunk, index) => (
          <Chunk key={index} text={chunk} />
        ))}
        <code>{text}</code>
      </pre>
    </div>
  );
}

const Chunk = memo(function Chunk({ text }: { readonly text: string }) {
  return <code class="chunk">{text.replace(/\n$/, '')}</code>;
});
