// Sections of taskdocs as dialogs use them: each dialog changes only what it has seen (SPEC 6.2, 6.6).

import { sayFault } from '../../words/say.ts';
import type { Done } from '../mind-files.ts';
import { refuseChange } from '../mind-files.ts';
import type { SeenSections } from '../team/seen-sections.ts';
import { sectionKey } from '../team/seen-sections.ts';
import type { SectionChange, SectionOutcome, TaskdocDisk } from './taskdoc.ts';
import { readSection, writeSection } from './taskdoc.ts';
import type { SectionName } from './taskdoc-path.ts';

/** A section of a dialog's taskdoc; `dialog` is its full id, absent when a person acts. */
export interface SectionOf {
  readonly dialog?: string;
  readonly taskDocPath: string;
  readonly section: SectionName;
}

export interface TaskdocSections {
  /**
   * Replaces a section, or adds to its text; a refusal for staleness tells the present text, which then counts as seen.
   */
  write(at: SectionOf, content: string, how?: Pick<SectionChange, 'append'>): Pick<SectionOutcome, 'because'> & Done;
  /** The text of a section, which then counts as seen. */
  recall(at: SectionOf): Done;
}

/** Characters of a section that one answer tells. */
const ANSWER_CAP = 100_000;

/** The sections of an rtws's taskdocs. */
export function createTaskdocSections(disk: TaskdocDisk, seen: SeenSections): TaskdocSections {
  const show = ({ dialog, section }: SectionOf, text: string) => {
    if (dialog !== undefined) seen.show(dialog, sectionKey(section), text);
  };
  return {
    write(at, content, how) {
      const { dialog, taskDocPath, section } = at;
      const expected = dialog === undefined ? undefined : seen.seen(dialog, sectionKey(section));
      const change = { taskDocPath, section, content, ...how, ...(expected !== undefined && { expected }) };
      const { written, ...outcome } = writeSection(disk, change);
      if (written !== undefined) show(at, written);
      if (outcome.present === undefined) return outcome;
      show(at, outcome.present);
      const shown = outcome.present.slice(0, ANSWER_CAP);
      return { ...outcome, message: w => w.nowSays(outcome.message(w), shown) };
    },
    recall(at) {
      const read = readSection(disk, at.taskDocPath, at.section);
      if ('why' in read) return refuseChange(read.why);
      if (read.kind === 'broken') {
        const { file, fault } = read.problem;
        return refuseChange(w => `${file}: ${sayFault(fault, w.language).message}`);
      }
      if (read.kind === 'missing') return refuseChange(w => w.noSection(sectionKey(at.section)));
      show(at, read.text);
      return { ok: true, message: w => (read.text.trim() === '' ? w.emptyText : read.text.slice(0, ANSWER_CAP)) };
    },
  };
}
