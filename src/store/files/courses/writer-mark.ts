// Marks the writer of a record at the end of its line: `,"w":"<epoch>-<writer>"}`. The lock keeps two processes from
// writing; should it ever fail, these marks show it when a course is loaded, and no record of either process is lost
// (SPEC 9.1, 9.4). Marks belong to the file, not to the record: readers of records never see them.

/** One process in one course file. A process that takes a file over writes the next epoch. */
export interface WriterMark {
  readonly epoch: number;
  readonly writer: string;
}

/** Longer than any mark. */
const MARK_LENGTH = 48;
const markPattern = /,"w":"(\d{1,9})-([0-9a-f]{8})"\}$/;

/** A line, of the JSON text of an object that is not empty, with a mark. */
export function markLine(json: string, { epoch, writer }: WriterMark): string {
  return `${json.slice(0, -1)},"w":"${epoch}-${writer}"}`;
}

/** A line without its mark; lines of earlier versions have none. */
export function splitLine(line: string): { readonly json: string; readonly mark?: WriterMark } {
  const at = line.endsWith('"}') ? line.lastIndexOf(',"w":"') : -1;
  const [found, epoch, writer = ''] = at > line.length - MARK_LENGTH ? (markPattern.exec(line.slice(at)) ?? []) : [];
  if (at === -1 || found === undefined) return { json: line };
  return { json: `${line.slice(0, at)}}`, mark: { epoch: Number(epoch), writer } };
}

/** Splits the lines of one file: most end as the line before them does, so that their mark need not be read again. */
export function lineSplitter(): typeof splitLine {
  let last: { readonly end: string; readonly mark: WriterMark } | undefined;
  return line => {
    if (last && line.endsWith(last.end)) return { json: `${line.slice(0, -last.end.length)}}`, mark: last.mark };
    const { json, mark } = splitLine(line);
    if (!mark) return { json };
    last = { end: line.slice(json.length - 1), mark };
    return { json, mark };
  };
}

/** The mark with which a process goes on in a file that ends with `last`. */
export function nextMark(last: WriterMark | undefined, writer: string): WriterMark {
  return last?.writer === writer ? last : { epoch: (last?.epoch ?? 0) + 1, writer };
}

/**
 * True if a line's writer did not know the writer before it: it has an earlier epoch, or the same epoch and another
 * process. A line without a mark continues the line before it.
 */
export function isForeign(last: WriterMark | undefined, mark: WriterMark | undefined): boolean {
  if (!last || !mark) return false;
  return mark.epoch < last.epoch || (mark.epoch === last.epoch && mark.writer !== last.writer);
}
