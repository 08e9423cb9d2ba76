// The text that keeps a root dialog going, and where it comes from (SPEC 7.3). The first file that exists decides.
import { languageSuffixes, type WorkLanguage } from '../core/base/language.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { withoutFrontMatter } from './files/front-matter.ts';
import type { TextFiles } from './files/text-files.ts';

/**
 * The text to push with, or the file that disables pushing by being blank. `source` is a path or `built-in`, `language`
 * a tag.
 */
export type DiligenceText =
  | { readonly kind: 'text'; readonly text: string; readonly source: string; readonly language: string }
  | { readonly kind: 'disabled'; readonly source: string };

/** Reads the text in force now. A file that cannot be read is reported elsewhere and counts as the built-in text. */
export function readDiligence(files: TextFiles, language: WorkLanguage): DiligenceText {
  for (const source of diligenceFiles(language)) {
    const file = files.read(source);
    if (file.kind === 'missing') continue;
    if (file.kind === 'broken') break;
    const text = withoutFrontMatter(file.text).trim();
    return text === '' ? { kind: 'disabled', source } : { kind: 'text', text, source, language: language.tag };
  }
  const { texts } = language;
  return { kind: 'text', text: promptTexts(texts).diligence, source: 'built-in', language: texts };
}

/** The files that may hold the text, in their order. */
export function diligenceFiles(language: WorkLanguage): readonly string[] {
  return [...languageSuffixes(language).map(suffix => `.minds/diligence.${suffix}.md`), '.minds/diligence.md'];
}
