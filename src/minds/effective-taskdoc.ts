// The one text in which a model sees a taskdoc (SPEC 6.4). Pure.
import { capitalised } from '../core/capitalised.ts';
import type { PromptTexts } from '../core/prompt/prompt-texts.ts';
import { cutText } from './cut-text.ts';
import type { TextFile } from './text-files.ts';

/** The files of a taskdoc as read. A single-file taskdoc is all in `goals`. */
export type TaskdocText =
  | { readonly kind: 'file'; readonly text: TextFile }
  | {
      readonly kind: 'package';
      readonly goals: TextFile;
      readonly constraints: TextFile;
      readonly progress: TextFile;
      /** Those that are there, in their order. */
      readonly bearInMind: readonly { readonly name: string; readonly file: TextFile }[];
      /** `category/selector` of sections that are listed by name only. */
      readonly others: readonly string[];
    };

/** Characters of one section that are shown. */
export const SECTION_CAP = 30_000;

/** The effective taskdoc: Goals, Constraints, Bear In Mind (only if present), Progress, then the names of the others. */
export function effectiveTaskdoc(taskdoc: TaskdocText, texts: PromptTexts): string {
  if (taskdoc.kind === 'file') return sectionText(taskdoc.text, texts);
  const { goals, constraints, progress, bearInMind, others } = taskdoc;
  const remembered = bearInMind.map(({ name, file }) => `### ${capitalised(name)}\n\n${sectionText(file, texts)}`);
  return [
    `## Goals\n\n${sectionText(goals, texts)}`,
    `## Constraints\n\n${sectionText(constraints, texts)}`,
    ...(remembered.length > 0 ? [`## Bear In Mind\n\n${remembered.join('\n\n')}`] : []),
    `## Progress\n\n${sectionText(progress, texts)}`,
    ...(others.length > 0 ? [`${texts.otherSections}: ${others.join(', ')}`] : []),
  ].join('\n\n');
}

function sectionText(file: TextFile, texts: PromptTexts): string {
  if (file.kind === 'broken') return `(${file.problem.message} ${file.problem.remedy})`;
  const text = file.kind === 'text' ? file.text.trim() : '';
  return text === '' ? texts.empty : cutText(text, SECTION_CAP, texts);
}
