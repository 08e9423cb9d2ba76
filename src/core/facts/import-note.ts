// Notes to the person about an import of rules: existing files, parts that could not be imported, rules that now apply
// differently. One value per fact; its words in both languages are here.
import type { Language } from '../base/language.ts';

/** A remark on one source; paths are relative to the rtws. */
export type ImportNote = { readonly source: string } & (
  | { readonly kind: 'read-anyway' }
  | { readonly kind: 'member-anyway'; readonly member: string }
  | { readonly kind: 'same'; readonly target: string }
  | { readonly kind: 'kept'; readonly target: string }
  | { readonly kind: 'member-kept'; readonly member: string }
  | { readonly kind: 'no-member'; readonly member: string }
  | { readonly kind: 'bad-name'; readonly name: string }
  | { readonly kind: 'no-agent' }
  | { readonly kind: 'asks-first'; readonly member: string; readonly pattern: string }
  | { readonly kind: 'no-counterpart'; readonly what: string }
  | { readonly kind: 'scoped'; readonly paths: string }
  | { readonly kind: 'always-now' }
  | { readonly kind: 'cut'; readonly target: string; readonly limit: number }
  | { readonly kind: 'unreadable'; readonly why: string }
);

type Words = { readonly [K in ImportNote['kind']]: (note: Extract<ImportNote, { kind: K }>) => string };

const en: Words = {
  'read-anyway': () => 'every member reads it as it is; nothing to import',
  'member-anyway': ({ member }) => `is the member ${member} as it is; nothing to import`,
  same: ({ target }) => `is in ${target} already`,
  kept: ({ target }) => `${target} says something else and is left as it is`,
  'member-kept': ({ member }) => `the team has a member ${member} already, who is left as it is`,
  'no-member': ({ member }) => `there is no member ${member} to give this to`,
  'bad-name': ({ name }) => `${name} cannot be the id of a member`,
  'no-agent': () => 'is not imported: no agent, for its front matter has no name, description or tools',
  'asks-first': ({ member, pattern }) =>
    `${member} was held to files like ${pattern}; such a pattern is unknown here, so you are asked before each write`,
  'no-counterpart': ({ what }) => `has no counterpart here: ${what}`,
  scoped: ({ paths }) => `held for ${paths} only; it is read always now, and says so`,
  'always-now': () => 'was read on request only; it is read always now',
  cut: ({ target, limit }) => `${target} is longer than the ${limit} characters that members are shown: split it`,
  unreadable: ({ why }) => `is not imported: ${why}`,
};

const zh: Words = {
  'read-anyway': () => '每位成员本来就会读它，无需导入',
  'member-anyway': ({ member }) => `它本来就是成员 ${member}，无需导入`,
  same: ({ target }) => `已在 ${target} 中`,
  kept: ({ target }) => `${target} 的内容不同，保持原样`,
  'member-kept': ({ member }) => `团队中已有成员 ${member}，保持原样`,
  'no-member': ({ member }) => `没有成员 ${member} 可以接收它`,
  'bad-name': ({ name }) => `${name} 不能作为成员 id`,
  'no-agent': () => '未导入：它不是智能体，front matter 中没有 name、description 或 tools',
  'asks-first': ({ member, pattern }) =>
    `${member} 原本只能改动形如 ${pattern} 的文件；这里没有这种写法，因此每次写入前都会问你`,
  'no-counterpart': ({ what }) => `这里没有对应的功能：${what}`,
  scoped: ({ paths }) => `原本只对 ${paths} 有效；现在总会被读到，并注明了范围`,
  'always-now': () => '原本只在需要时才读；现在总会被读到',
  cut: ({ target, limit }) => `${target} 超过了成员能看到的 ${limit} 个字符：请拆分`,
  unreadable: ({ why }) => `未导入：${why}`,
};

/** A remark as a line, its source first. */
export function describeImportNote(note: ImportNote, language: Language): string {
  const words = (language === 'zh' ? zh : en)[note.kind] as (note: ImportNote) => string;
  return `${note.source}: ${words(note)}`;
}
