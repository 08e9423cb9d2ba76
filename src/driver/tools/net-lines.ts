// How many lines of a file the work of a dialog added and removed: against the contents that the work found, as long as
// this process has them, so that a line that is edited twice counts once (SPEC 23.7).
import type { ChangedLines } from '../../core/dialog/file-changes.ts';
import { lineCounts } from '../../tools/files/line-counts.ts';
import { decodeText } from '../../tools/files/text-encoding.ts';
import type { ChangedFile, FileContent } from '../../tools/tool.ts';
import type { Dialog } from '../driver-context.ts';

/** Larger files are compared with their last contents. */
const MAX_BYTES = 300_000;
const MOST_KEPT = 50;

interface Found {
  readonly from: number;
  readonly bytes: Uint8Array | undefined;
}

const found = new WeakMap<Dialog['tree'], Map<string, Found>>();

/** The lines of a change; undefined where it is none of text. */
export function changedLines(
  { tree, ref, state }: Dialog,
  { path, before, after }: ChangedFile,
): ChangedLines | undefined {
  const contents = found.get(tree) ?? new Map<string, Found>();
  found.set(tree, contents);
  const { from, files = [] } = state.work ?? { from: 0 };
  const key = `${ref.selfId}\n${path}`;
  const isFirst = !files.some(file => file.path === path);
  const fresh = textOf(after);
  if (isFirst) keep(contents, key, before?.isUnread ? undefined : { from, bytes: before?.bytes });
  const kept = contents.get(key);
  const isNet = kept !== undefined && kept.from === from;
  const old = textOf(isNet ? kept.bytes && { bytes: kept.bytes } : before);
  if (old === undefined || fresh === undefined) return undefined;
  const last = isNet && !isFirst ? textOf(before) : undefined;
  return {
    ...lineCounts(old, fresh),
    ...(isNet && { isNet }),
    ...(last !== undefined && last !== old && { alone: lineCounts(last, fresh) }),
  };
}

function keep(contents: Map<string, Found>, key: string, first: Found | undefined): void {
  contents.delete(key);
  const [oldest] = contents.keys();
  if (contents.size >= MOST_KEPT && oldest !== undefined) contents.delete(oldest);
  if (first && (first.bytes?.length ?? 0) <= MAX_BYTES) contents.set(key, first);
}

/** '' for no file; undefined for what is no text. */
function textOf(content: Omit<FileContent, 'mode'> | undefined): string | undefined {
  if (content === undefined) return '';
  return content.kind || content.isUnread ? undefined : decodeText(content.bytes)?.text;
}
