// The one text in which a model sees a taskdoc (SPEC 6.4). Pure.
import type { TaskdocSection } from '../../core/prompt/brief.ts';
import type { PromptTexts } from '../../core/prompt/prompt-texts.ts';
import { sayFault } from '../../words/say.ts';
import { cutText } from '../files/cut-text.ts';
import type { TextFile } from '../files/text-files.ts';

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

/**
 * The effective taskdoc: Goals, Constraints, Bear In Mind (only if present), Progress, then the names of the others.
 */
export function effectiveSections(taskdoc: TaskdocText, texts: PromptTexts): readonly TaskdocSection[] {
  if (taskdoc.kind === 'file') return [{ name: 'goals', text: sectionText(taskdoc.text, texts) }];
  const { goals, constraints, progress, bearInMind, others } = taskdoc;
  const { sectionHeading } = texts.results;
  const remembered = bearInMind.map(({ name, file }) => `### ${sectionHeading(name)}\n\n${sectionText(file, texts)}`);
  return [
    { name: 'goals', text: `## ${sectionHeading('goals')}\n\n${sectionText(goals, texts)}` },
    { name: 'constraints', text: `## ${sectionHeading('constraints')}\n\n${sectionText(constraints, texts)}` },
    ...(remembered.length > 0
      ? [{ name: 'bearinmind', text: `## ${sectionHeading('bearinmind')}\n\n${remembered.join('\n\n')}` }]
      : []),
    { name: 'progress', text: `## ${sectionHeading('progress')}\n\n${sectionText(progress, texts)}` },
    ...(others.length > 0 ? [{ name: 'others', text: `${texts.otherSections}: ${others.join(', ')}` }] : []),
  ];
}

/** True if it contains goals. */
export function hasGoals(taskdoc: TaskdocText): boolean {
  const goals = taskdoc.kind === 'file' ? taskdoc.text : taskdoc.goals;
  return goals.kind === 'text' && goals.text.trim() !== '';
}

/** The text of `bearinmind/acceptance.md`; '' when there is none, or it cannot be read. */
export function acceptanceText(taskdoc: TaskdocText): string {
  const found = taskdoc.kind === 'package' && taskdoc.bearInMind.find(({ name }) => name === 'acceptance');
  return found && found.file.kind === 'text' ? found.file.text : '';
}

/** The same as one text. */
export function effectiveTaskdoc(taskdoc: TaskdocText, texts: PromptTexts): string {
  return effectiveSections(taskdoc, texts)
    .map(({ text }) => text)
    .join('\n\n');
}

function sectionText(file: TextFile, texts: PromptTexts): string {
  if (file.kind === 'broken') {
    const { message, remedy } = sayFault(file.problem.fault, texts.results.language);
    return texts.results.unreadSection(message, remedy);
  }
  const text = file.kind === 'text' ? file.text.trim() : '';
  return text === '' ? texts.empty : cutText(text, SECTION_CAP, texts);
}
