// `roots.jsonl`: one line per root, so that a list of 10,000 roots reads one file (SPEC 9, 17). Lines are appended and
// hold changes; later ones win. Rebuildable: the runtime loads roots that have a folder but no line.
import { isDeepStrictEqual } from 'node:util';
import type { RootId } from '../../core/base/ids.ts';
import { isSystemError } from '../../core/base/thrown.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { AppendHandle, Files } from '../disk-files.ts';
import { isWholeLine, parseRootLine } from '../root-line.ts';
import type { RootsIndex } from '../storage.ts';
import { mergedLines, mergePlaces } from './courses/merge-sides.ts';
import { createLayout } from './layout.ts';

/** The list as a file. It stores lines at once, in one write, and what the disk refuses with the next ones. */
export interface RootsFile extends RootsIndex {
  /** Rewrites the file, one complete line per root. Throws the system's errors. */
  rewrite(): void;
  /** The process ends in an orderly way, and all lines are true. Never throws. */
  end(): void;
  close(): void;
}

/** How many outdated lines are tolerated before the file is rewritten. */
const OUTDATED_LINES = 1000;

/** Opens the index of an rtws. A `readOnly` one never writes. */
export function openRootsFile(options: { rtws: string; files: Files; readOnly: boolean }): RootsFile {
  const index = new OpenRootsFile(createLayout(options.rtws).rootsIndex, options.files, options.readOnly);
  index.refresh();
  return index;
}

class OpenRootsFile implements RootsFile {
  readonly #file: string;
  readonly #files: Files;
  readonly #readOnly: boolean;
  #summaries = new Map<RootId, RootSummary>();
  #lines = 0;
  #handle: AppendHandle | undefined;
  /**
   * The file does not hold what `#summaries` says, or ends in half a line: it is rewritten before anything is appended.
   */
  #outdated = false;
  /** The last line says that all lines before it are true. */
  #isEnded = false;
  /** Tells the sides of a merge apart, over all that was read of the file. */
  #sides = mergePlaces();
  /** How far which file was read. */
  #read: { readonly identity: string; readonly bytes: number } | undefined;

  constructor(file: string, files: Files, readOnly: boolean) {
    this.#file = file;
    this.#files = files;
    this.#readOnly = readOnly;
  }

  get summaries(): ReadonlyMap<RootId, RootSummary> {
    return this.#summaries;
  }

  put(...summaries: readonly RootSummary[]): void {
    const changes = summaries.flatMap(summary => {
      const change = changedKeys(this.#summaries.get(summary.rootId), summary);
      this.#summaries.set(summary.rootId, summary);
      return change ? [{ ...change, rootId: summary.rootId }] : [];
    });
    if (changes.length > 0) this.#store(changes);
  }

  drop(rootId: RootId): void {
    if (this.#summaries.delete(rootId)) this.#store([{ rootId, gone: true }]);
  }

  refresh(): ReadonlyMap<RootId, RootSummary | undefined> {
    try {
      return this.#takeNews();
    } catch (error) {
      // It may not be read: no news, and the process that drives replaces it.
      if (!isSystemError(error)) throw error;
      this.#outdated = true;
      return new Map();
    }
  }

  #takeNews(): ReadonlyMap<RootId, RootSummary | undefined> {
    const now = this.#files.stat(this.#file);
    if (!now) return new Map();
    const goesOn = this.#read?.identity === now.identity && this.#read.bytes <= now.bytes;
    const from = goesOn ? (this.#read?.bytes ?? 0) : 0;
    const bytes = this.#files.readBytes(this.#file, from) ?? new Uint8Array();
    const whole = bytes.lastIndexOf(NEWLINE) + 1;
    this.#read = { identity: now.identity, bytes: from + whole };
    this.#outdated = whole < bytes.length;
    const lines = new TextDecoder().decode(bytes.subarray(0, whole)).split('\n');
    return goesOn ? this.#takeIn(lines) : this.#startAnew(lines);
  }

  close(): void {
    this.#handle?.close();
    this.#handle = undefined;
  }

  rewrite(): void {
    this.close();
    this.#files.replace(this.#file, [...this.#summaries.values()].map(lineOf).join(''), true);
    this.#isEnded = false;
    this.#lines = this.#summaries.size;
    this.#outdated = false;
  }

  begin(): boolean {
    const wasEnded = this.#isEnded || this.#summaries.size === 0;
    if (this.#isEnded) this.#store([{ began: true }]);
    return wasEnded;
  }

  end(): void {
    if (this.#readOnly || this.#outdated || this.#summaries.size === 0) return;
    try {
      this.#append([]);
      // Before the line that says so.
      this.#handle?.sync();
      this.#append([endLine]);
      this.#isEnded = true;
    } catch {
      this.close();
    }
  }

  #startAnew(lines: readonly string[]): Map<RootId, RootSummary | undefined> {
    const before = this.#summaries;
    this.#summaries = new Map();
    this.#lines = 0;
    this.#sides = mergePlaces();
    this.#takeIn(lines);
    const changed = new Map<RootId, RootSummary | undefined>();
    for (const rootId of new Set([...before.keys(), ...this.#summaries.keys()])) {
      const [old, fresh] = [before.get(rootId), this.#summaries.get(rootId)];
      if (!old || !fresh || changedKeys(old, fresh)) changed.set(rootId, old);
    }
    return changed;
  }

  #takeIn(lines: readonly string[]): Map<RootId, RootSummary | undefined> {
    const changed = new Map<RootId, RootSummary | undefined>();
    const merged = mergedLines(this.#sides, lines);
    for (const line of merged.lines) {
      if (line === '') continue;
      this.#lines += 1;
      this.#isEnded = line === endText;
      const entry = parseRootLine(line);
      if (!entry) continue;
      const before = this.#summaries.get(entry.rootId);
      if (entry.gone) this.#summaries.delete(entry.rootId);
      else if (before) this.#summaries.set(entry.rootId, { ...before, ...entry });
      else if (isWholeLine(entry)) this.#summaries.set(entry.rootId, entry);
      if (!changed.has(entry.rootId)) changed.set(entry.rootId, before);
    }
    if (merged.isMerged) {
      // Each side was true of its own dialogs, and the dialogs are merged.
      this.#isEnded = false;
      this.#outdated = true;
    }
    return changed;
  }

  #store(entries: readonly object[]): void {
    if (this.#readOnly) return;
    try {
      if (this.#outdated || this.#lines > this.#summaries.size + OUTDATED_LINES) this.rewrite();
      else this.#append(entries);
    } catch {
      this.close();
      this.#outdated = true;
    }
  }

  #append(entries: readonly object[]): void {
    if (this.#handle?.isInPlace() === false) {
      this.close();
      this.rewrite();
      return;
    }
    this.#handle ??= this.#files.openAppend(this.#file);
    if (entries.length === 0) return;
    this.#isEnded = false;
    this.#handle.append(entries.map(lineOf).join(''));
    this.#lines += entries.length;
  }
}

const NEWLINE = 0x0a;

/** Written when a process that drove ends; other versions pass over lines without a root. */
const endLine = { ended: true };
const endText = JSON.stringify(endLine);

function lineOf(entry: object): string {
  return `${JSON.stringify(entry)}\n`;
}

/** A line holds only what changed since the root's last line. */
function changedKeys(before: RootSummary | undefined, after: RootSummary): Partial<RootSummary> | undefined {
  if (!before) return after;
  const changed = Object.entries(after).filter(
    ([key, value]) => !isDeepStrictEqual(before[key as keyof RootSummary], value),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}
