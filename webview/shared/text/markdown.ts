// Markdown to HTML that is safe under the strictest policy: no raw HTML, no style attribute, no remote image, and links
// without an href, only with an address to report (SPEC 18.1). The result of `renderMarkdown` may be set as inner HTML.
import type { RendererRule, StateCore, Token } from 'markdown-it';
import markdownIt from 'markdown-it';
import { type IconName, iconPaths } from '../icon-paths.ts';
import { findMath, type SetMath } from './math.ts';
import { isPath, linkPaths } from './paths.ts';

/** Colours code: `undefined` when the language is unknown. Returns escaped HTML with class names only. */
export type Highlight = (code: string, language: string) => string | undefined;

/** The words that generated markup needs. */
export interface MarkdownWords {
  readonly copy: string;
  readonly insertCode: string;
  readonly openCode: string;
  readonly image: string;
  /** Of a task in a list. */
  readonly taskDone: string;
  readonly taskOpen: string;
}

export interface MarkdownOptions {
  readonly words: MarkdownWords;
  readonly highlight?: Highlight | undefined;
  readonly math?: SetMath | undefined;
  /** Whether a line ending in the text is one on the page, as people who type expect. */
  readonly keepLines?: boolean;
}

/** Code longer than this (characters) is shown without colours. */
const HIGHLIGHT_MAX = 50_000;

/**
 * HTML of one block of markdown. Links carry `data-href`, code buttons `data-code`; the page listens for clicks on
 * them.
 */
export function renderMarkdown(text: string, options: MarkdownOptions): string {
  return markdown.render(text, { options });
}

/** HTML of a code block as `renderMarkdown` makes it. */
function renderCode(code: string, language: string, { words, highlight }: MarkdownOptions): string {
  const coloured = highlight && language !== '' && code.length < HIGHLIGHT_MAX ? highlight(code, language) : undefined;
  const label = language === '' ? '' : `<span class="code-language">${escapeHtml(language)}</span>`;
  const buttons = [
    codeButton('copy', 'copy', words.copy),
    codeButton('insert', 'insert', words.insertCode),
    codeButton('open', 'file', words.openCode),
  ].join('');
  return `<div class="code"><div class="code-bar">${label}${buttons}</div><pre tabindex="0"><code>${coloured ?? escapeHtml(code)}</code></pre></div>\n`;
}

function codeButton(act: 'copy' | 'insert' | 'open', icon: IconName, label: string): string {
  const name = escapeHtml(label);
  const path = (each: IconName) => `<path d="${iconPaths[each]}"/>`;
  const done = act === 'copy' ? `<g class="done">${path('check')}</g>` : '';
  return `<button type="button" class="code-button" data-code="${act}" aria-label="${name}" title="${name}"><svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><g class="first">${path(icon)}</g>${done}</svg></button>`;
}

/** True if a link may be reported to the host at all; the host decides which of these it opens. */
export function isReportable(href: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  if (scheme === undefined) return !href.startsWith('//');
  // A file link with a line (`notes:12`) looks like one with a scheme.
  return allowedSchemes.has(scheme) || /^[\w.-]+:\d+/.test(href);
}

const allowedSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'file']);

const markdown = markdownIt({ html: false, linkify: true, breaks: false });
const { escapeHtml } = markdown.utils;
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = isReportable;
findMath(markdown);

const optionsOf = (env: unknown): MarkdownOptions => (env as { options: MarkdownOptions }).options;

const fence: RendererRule = (tokens, index, _options, env) => {
  const token = tokens[index];
  const language = token?.info.trim().split(/\s/)[0] ?? '';
  return renderCode(token?.content ?? '', language, optionsOf(env));
};

Object.assign(markdown.renderer.rules, {
  fence,
  code_block: fence,
  code_inline: (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    const code = `<code>${escapeHtml(content)}</code>`;
    return isPath(content) ? `${linkOpen(content)}${code}</a>` : code;
  },
  math: (tokens, index, _options, env) => mathOf(tokens[index], env, false),
  math_display: (tokens, index, _options, env) => mathOf(tokens[index], env, true),
  link_open: (tokens, index) => linkOpen(String(tokens[index]?.attrGet('href') ?? '')),
  image: (tokens, index, _options, env) => {
    const token = tokens[index];
    const label = token?.content || optionsOf(env).words.image;
    return `${linkOpen(String(token?.attrGet('src') ?? ''))}${escapeHtml(label)}</a>`;
  },
  softbreak: (_tokens, _index, _options, env) => (optionsOf(env).keepLines ? '<br>\n' : '\n'),
  table_open: () => '<div class="table" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
  th_open: (tokens, index) => cellOpen('th', tokens[index]),
  td_open: (tokens, index) => cellOpen('td', tokens[index]),
} satisfies Record<string, RendererRule>);

markdown.core.ruler.push('task_lists', markTasks);
markdown.core.ruler.push('direction', markDirection);
markdown.core.ruler.push('paths', linkPaths);

/** A formula; as it was written while it cannot be set. */
function mathOf(token: Token | undefined, env: unknown, display: boolean): string {
  const { math } = optionsOf(env);
  const set = token && math?.(token.content, display);
  return set ?? `<code class="formula">${escapeHtml(token?.markup ?? '')}</code>`;
}

function linkOpen(href: string): string {
  return `<a class="link" role="link" tabindex="0" data-href="${escapeHtml(href)}" title="${escapeHtml(href)}">`;
}

/** Alignment arrives as a style attribute, which the policy forbids: a class says the same. */
function cellOpen(tag: 'th' | 'td', token: Token | undefined): string {
  const align = /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
  const dir = token?.attrGet('dir') ? ' dir="auto"' : '';
  return align ? `<${tag} class="align-${align}"${dir}>` : `<${tag}${dir}>`;
}

/** Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Containers of blocks: `auto` ignores children with their own direction, and would find nothing. */
const containers: ReadonlySet<string> = new Set([
  'bullet_list_open',
  'ordered_list_open',
  'list_item_open',
  'blockquote_open',
]);

/** Of a text that has right-to-left words, each paragraph, item and cell is set in its own direction. */
function markDirection({ src, tokens }: StateCore): void {
  if (!RIGHT_TO_LEFT.test(src)) return;
  tokens.forEach((token, index) => {
    if (token.nesting === 1) token.attrSet('dir', containers.has(token.type) ? directionAt(tokens, index) : 'auto');
  });
}

/** The direction of the first letter from there on. */
function directionAt(tokens: readonly Token[], index: number): 'rtl' | 'ltr' {
  const text = tokens.find((token, at) => at > index && token.type === 'inline' && /\p{L}/u.test(token.content));
  return RIGHT_TO_LEFT.test(/\p{L}/u.exec(text?.content ?? '')?.[0] ?? '') ? 'rtl' : 'ltr';
}

/** `- [ ] text` becomes an item with a box; the box shows and cannot be clicked. */
function markTasks(state: StateCore): void {
  const { words } = optionsOf(state.env);
  state.tokens.forEach((token, index) => {
    const item = state.tokens[index - 2];
    const mark = token.type === 'inline' && item?.type === 'list_item_open' && /^\[([ xX])\]\s/.exec(token.content);
    const first = token.children?.[0];
    if (!mark || !first) return;
    first.content = first.content.slice(mark[0].length);
    const box = new state.Token('task_box', 'input', 0);
    box.attrs = [
      ['type', 'checkbox'],
      ['disabled', ''],
      ['aria-label', mark[1] === ' ' ? words.taskOpen : words.taskDone],
      ...(mark[1] === ' ' ? [] : [['checked', ''] as [string, string]]),
    ];
    token.children?.unshift(box);
    item.attrJoin('class', 'task');
  });
}
