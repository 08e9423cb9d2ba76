// The documents that people read, and what tests need of them: headings, links, code blocks.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { root } from '../../scripts/project.ts';

export interface Document {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly text: string;
}

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** The text of a comment `<!-- not run: … -->` right above it. */
  readonly notRun?: string;
  /** Whether a comment `<!-- run: … -->` stands right above it. */
  readonly inShell: boolean;
}

const markdown = new MarkdownIt({ html: true });

/** Every document, in the order of their paths; `patterns` are globs below the project. */
export async function readDocuments(...patterns: readonly string[]): Promise<readonly Document[]> {
  const files: string[] = [];
  for await (const file of glob([...patterns], { cwd: root })) files.push(file.replaceAll(path.sep, '/'));
  return Promise.all(files.sort().map(async file => ({ file, text: await readFile(path.join(root, file), 'utf8') })));
}

/** All that is published for people. */
export const published = ['*.md', 'docs/**/*.md', 'examples/*/README.md', 'examples/README.md'];

/** Headings as `{level, text}`. */
export function headingsOf({ text }: Document): readonly { readonly level: number; readonly text: string }[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag.slice(1)), text: tokens[index + 1]?.content ?? '' }]
      : [],
  );
}

/** Anchors of the headings, as GitHub and the editor's preview make them. */
export function anchorsOf(document: Document): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of headingsOf(document)) {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n += 1) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Targets of links and images. */
export function linksOf({ text }: Document): readonly string[] {
  const targets: string[] = [];
  for (const { children } of markdown.parse(text, {}))
    for (const { type, attrs } of children ?? [])
      for (const [name, value] of attrs ?? [])
        if ((type === 'link_open' && name === 'href') || (type === 'image' && name === 'src'))
          targets.push(String(value));
  return targets;
}

/** Fenced blocks in their order. */
export function codeBlocksOf({ text }: Document): readonly CodeBlock[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, index) => {
    if (token.type !== 'fence') return [];
    const before = tokens[index - 1];
    const comment = before?.type === 'html_block' ? before.content : '';
    const notRun = /<!-- not run: (.*?) -->/.exec(comment)?.[1];
    const inShell = comment.includes('<!-- run: ');
    const block = { inShell, language: token.info.trim(), text: token.content, line: (token.map?.[0] ?? 0) + 1 };
    return [{ ...block, ...(notRun !== undefined && { notRun }) }];
  });
}
