// The work language: in which members write, and in which the runtime speaks to models (SPEC 7.3, 12.2).

/** The languages that have built-in texts. */
export type Language = 'en' | 'zh';

/** Any language that members work in. */
export interface WorkLanguage {
  /** A canonical language tag, like `en`, `pt-BR`. */
  readonly tag: string;
  /** The language of the built-in texts; English where there are none in that of the tag. */
  readonly texts: Language;
  /** In the language of the built-in texts: `French`, `中文`. */
  readonly name: string;
}

/** The work language for a tag or a locale such as `zh-CN` or `pt_BR.UTF-8`; English for other texts. */
export function workLanguage(given: string | undefined): WorkLanguage {
  const [locale = ''] = (given ?? '').trim().split(/[.@]/);
  const tag = canonicalTag(locale.replaceAll('_', '-')) ?? 'en';
  const texts = baseOf(tag) === 'zh' ? 'zh' : 'en';
  return { tag, texts, name: tag === texts ? ownNames[texts] : nameIn(texts, tag) };
}

/** As the table of names says, which takes ten milliseconds of the start to load. */
const ownNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

function nameIn(language: Language, tag: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
}

/** The language of built-in texts for a tag. */
export function languageOf(tag: string | undefined): Language {
  return workLanguage(tag).texts;
}

/** True if a work language has built-in texts. */
export function hasBuiltInTexts({ tag, texts }: Pick<WorkLanguage, 'tag' | 'texts'>): boolean {
  return baseOf(tag) === texts;
}

/** The language suffixes of a file name, the nearest first: `pt-BR`, then `pt`. */
export function languageSuffixes({ tag }: Pick<WorkLanguage, 'tag'>): readonly string[] {
  return [...new Set([tag, tag.toLowerCase(), baseOf(tag)])];
}

function baseOf(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

/** `C` and `POSIX` are no languages; a tag begins with two or three letters. */
function canonicalTag(tag: string): string | undefined {
  if (!/^[a-z]{2,3}(-|$)/i.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
