// Lets the driving process notice lines that another process appended to a course file, before it appends its own. The
// lock prevents that; this is the second line of defence (SPEC 9.4).
import { keepRecent } from '../../../core/base/recent.ts';
import type { WriterMark } from './writer-mark.ts';

/** How the process left a course file. */
export interface FilePosition {
  /** Another file in its place (mended, restored from a copy) has another one. */
  readonly identity: string;
  /** Bytes of whole lines. */
  end: number;
  /** Of the last line. */
  mark: WriterMark | undefined;
}

export interface Fence {
  /** Eight hexadecimal digits that name this process in the marks of its lines. */
  readonly writer: string;
  /** How this process left a file, if it knows and the file is still the one of this identity. */
  recall(file: string, identity: string): FilePosition | undefined;
  /** How this process left a file, whichever file lies there now. */
  left(file: string): FilePosition | undefined;
  /** Returns the position; the caller keeps it current while appending. */
  remember(file: string, position: FilePosition): FilePosition;
  /** Forgets all positions: folders were moved. */
  forget(): void;
  /** Called when lines of another process were put aside. */
  readonly onForeign: (file: string, theirs: WriterMark | undefined, ours: WriterMark) => void;
  /**
   * Called when a process that took the file over wrote into it: this one must stop until it has reloaded everything.
   */
  readonly onOutrun: () => void;
}

/** Course files whose position is remembered; the others are read once more. */
const MAX_POSITIONS = 4_000;

/** A fence that knows no position yet. */
export function createFence({ writer, onForeign, onOutrun }: Pick<Fence, 'writer' | 'onForeign' | 'onOutrun'>): Fence {
  const positions = new Map<string, FilePosition>();
  return {
    writer,
    onForeign,
    onOutrun,
    recall(file, identity) {
      const position = positions.get(file);
      return position?.identity === identity ? position : undefined;
    },
    left: file => positions.get(file),
    remember(file, position) {
      keepRecent(positions, file, position, MAX_POSITIONS);
      return position;
    },
    forget: () => positions.clear(),
  };
}
