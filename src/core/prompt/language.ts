// The work language: in which the runtime speaks to models (SPEC 12.2).

/** The languages that have texts of their own. */
export type Language = 'en' | 'zh';

/** The work language for a language tag such as `zh-CN` or `en_US.UTF-8`; anything but Chinese is English. */
export function languageOf(tag: string | undefined): Language {
  return /^zh\b/i.test((tag ?? '').replace('_', '-')) ? 'zh' : 'en';
}
