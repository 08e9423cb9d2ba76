// The taskdoc text that each dialog last saw, so that a stale change is noticed (SPEC 6.2). In memory only: a dialog
// sees the present text again before it can change anything.

import type { TextFile } from '../files/text-files.ts';
import { fileText } from '../files/text-files.ts';
import type { TaskdocText } from '../taskdoc/effective-taskdoc.ts';
import { SECTION_CAP } from '../taskdoc/effective-taskdoc.ts';
import { bearInMindCategory } from '../taskdoc/taskdoc-path.ts';

/** Dialogs that are remembered; of the others, the first change is checked against an empty section. */
const REMEMBERED_DIALOGS = 1000;

export interface SeenSections {
  /** A dialog was shown a whole taskdoc. */
  showAll(dialog: string, taskdoc: TaskdocText): void;
  /** A dialog was shown, or wrote, one section. */
  show(dialog: string, section: string, text: string): void;
  /** The text that a dialog last saw of a section; '' when it saw none. */
  seen(dialog: string, section: string): string;
}

/** An empty memory. Sections are named by their key, see `sectionKey`. */
export function createSeenSections(): SeenSections {
  const dialogs = new Map<string, Map<string, string>>();
  const of = (dialog: string) => {
    const sections = dialogs.get(dialog) ?? new Map<string, string>();
    dialogs.delete(dialog);
    dialogs.set(dialog, sections);
    const [oldest] = dialogs.keys();
    if (dialogs.size > REMEMBERED_DIALOGS && oldest !== undefined) dialogs.delete(oldest);
    return sections;
  };
  return {
    showAll(dialog, taskdoc) {
      const sections = of(dialog);
      for (const [section, file] of injected(taskdoc)) {
        const text = fileText(file);
        if (text.trim().length <= SECTION_CAP) sections.set(section, text);
      }
    },
    show: (dialog, section, text) => {
      of(dialog).set(section, text);
    },
    seen: (dialog, section) => dialogs.get(dialog)?.get(section) ?? '',
  };
}

/** The key of a section: `goals`, `bearinmind/risks`. */
export function sectionKey({ category, selector }: { category?: string | undefined; selector: string }): string {
  if (category === undefined || category === '') return selector;
  return `${category.toLowerCase() === bearInMindCategory ? bearInMindCategory : category}/${selector}`;
}

function injected(taskdoc: TaskdocText): readonly (readonly [string, TextFile])[] {
  if (taskdoc.kind === 'file') return [['goals', taskdoc.text]];
  const { goals, constraints, progress, bearInMind } = taskdoc;
  return [
    ['goals', goals],
    ['constraints', constraints],
    ['progress', progress],
    ...bearInMind.map(({ name, file }) => [`${bearInMindCategory}/${name}`, file] as const),
  ];
}
