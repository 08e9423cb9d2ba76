// Files that are read each time they change, knowing what they said before: while somebody edits one, nothing of it
// falls away (SPEC 18.6).
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { TextFile } from './text-files.ts';

/** What a file says, with what is wrong with it. */
export interface HeldReading {
  readonly problems: readonly FileProblem[];
}

/** A file of the rtws by its path, and how its contents are read. Content never makes `read` throw. */
export interface HeldFile<R extends HeldReading, Also extends readonly unknown[]> {
  readonly path: string;
  readonly read: (file: TextFile, ...also: Also) => R;
  /** True for a fault behind which something that was read before may stand; `hidesText` when absent. */
  readonly hides?: (fault: FileFault) => boolean;
}

/**
 * A reader of one file; call it whenever the file is another. While a fault may hide something, the last reading
 * without one holds. `unread` is that fault where there is no such reading.
 */
export function holdLast<R extends HeldReading, Also extends readonly unknown[]>({
  path,
  read,
  hides = hidesText,
}: HeldFile<R, Also>): (file: TextFile, ...also: Also) => R & { readonly unread?: FileProblem } {
  const problemOf = (fault: FileFault, severity: FileProblem['severity']) => ({ file: path, fault, severity });
  let last: R | undefined;
  return (file, ...also) => {
    // A file that is being written is empty for a moment, and after a power cut for good.
    const isEmptied = last !== undefined && file.kind === 'text' && file.text.trim() === '';
    const present = read(file, ...also);
    const problems = isEmptied ? [problemOf({ id: 'settings-empty' }, 'error')] : present.problems;
    const unread = file.kind === 'broken' ? file.problem : problems.find(({ fault }) => hides(fault));
    if (unread && last) return { ...last, problems: [...problems, problemOf({ id: 'settings-held' }, 'warning')] };
    if (unread) return { ...present, unread };
    last = file.kind === 'missing' ? undefined : present;
    return present;
  };
}

/** True for a fault of a whole text, or of its form, behind which anything may stand. */
export function hidesText({ id }: FileFault): boolean {
  switch (id) {
    case 'yaml-broken':
    case 'not-a-map':
    case 'not-a-list':
    case 'servers-not-a-map':
    case 'settings-empty':
      return true;
    default:
      return false;
  }
}
