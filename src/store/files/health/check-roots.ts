// Compares `roots.jsonl` with the roots that are there (SPEC 9, 14.2). Changes nothing.
import type { RootId } from '../../../core/base/ids.ts';
import type { RootSummary } from '../../../core/dialog/view/projection.ts';
import type { Finding } from '../../../core/facts/findings.ts';
import type { Files } from '../../disk-files.ts';
import { createLayout } from '../layout.ts';
import { openRootsFile } from '../roots-index.ts';

/** A fault of the list of roots; of one root's line when `rootId` is there. */
export interface RootsFault {
  readonly rootId?: RootId;
  readonly finding: Finding;
}

/** Fields of a line that may differ: they follow the team file and the current time. */
const passingKeys: readonly string[] = ['needsDrive'];

/** `roots` are those that can be loaded, as they are; `isBusy` says whose line may lag behind. */
export function checkRoots(
  rtws: string,
  files: Files,
  { roots, isBusy }: { roots: ReadonlyMap<RootId, RootSummary>; isBusy: (rootId: RootId) => boolean },
): RootsFault[] {
  const text = listText(rtws, files);
  if (text === undefined) return [{ finding: { id: 'index-unreadable' } }];
  const { summaries } = openRootsFile({ rtws, files, readOnly: true });
  const gone = [...summaries.keys()]
    .filter(rootId => !roots.has(rootId))
    .map(rootId => ({ rootId, finding: { id: 'listed-root-missing', root: rootId } as const }));
  const wrong = [...roots].flatMap(([rootId, root]) => {
    const line = summaries.get(rootId);
    if (isBusy(rootId) || (line && isSameLine(line, root))) return [];
    const id = line ? 'list-line-outdated' : 'list-line-missing';
    return [{ rootId, finding: { id, root: rootId } as const }];
  });
  return [...brokenLines(text), ...gone, ...wrong];
}

/** '' if there is no list; undefined if it may not be read. */
function listText(rtws: string, files: Files): string | undefined {
  try {
    return files.read(createLayout(rtws).rootsIndex) ?? '';
  } catch {
    return undefined;
  }
}

/** A line of an earlier version lacks what came later, and is not wrong for it. */
export function isSameLine(line: RootSummary, root: RootSummary): boolean {
  return Object.entries(root).every(
    ([key, value]) =>
      passingKeys.includes(key) ||
      line[key as keyof RootSummary] === undefined ||
      JSON.stringify(line[key as keyof RootSummary]) === JSON.stringify(value),
  );
}

function brokenLines(text: string): RootsFault[] {
  const lines = text.split('\n');
  const torn = lines.pop() === '' ? [] : [{ finding: { id: 'torn-line' } as const }];
  const broken = lines.flatMap((line, index) =>
    line === '' || isJson(line) ? [] : [{ finding: { id: 'list-line-broken', line: index + 1 } as const }],
  );
  return [...broken, ...torn];
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
