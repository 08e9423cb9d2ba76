// Steps in a row as one item that says what was done (SPEC 25.8): what folds away are calls of tools that have ended,
// the thoughts before them and the permissions they got. Pure.

import type { FileChange } from '../../../src/core/dialog/file-changes.ts';
import { withTool } from '../../../src/core/dialog/fold/work-facts.ts';
import { readPermission } from '../../../src/core/dialog/permission.ts';
import type { ToolCounts, WorkFacts } from '../../../src/core/dialog/work-shape.ts';
import type { Item, QuestionItem, StepsItem, ToolItem } from './item.ts';

/** Fewer steps stand by themselves. */
const FEWEST = 4;
/** The newest steps of what goes on stay in sight. */
const IN_SIGHT = 2;

/** Groups by their first item: the same object as long as it holds the same steps. */
const groups = new WeakMap<Item, StepsItem>();

/** The items with runs of steps as groups; `items` itself where there is none. */
export function groupSteps(items: readonly Item[]): readonly Item[] {
  const shown: Item[] = [];
  // From here on nothing but steps follows: they may still go on.
  const goesOn = items.findLastIndex(({ kind }) => kind !== 'tool' && kind !== 'meta') + 1;
  for (let from = 0; from < items.length; ) {
    const end = endOfRun(items, from, goesOn);
    const group = end > from ? groupOf(items.slice(from, end)) : undefined;
    if (group) shown.push(group);
    else shown.push(...items.slice(from, Math.max(end, from + 1)));
    from = Math.max(end, from + 1);
  }
  return shown.length === items.length ? items : shown;
}

/** After the last call, with its permission, of the run that begins at a position; the position itself where none does. */
function endOfRun(items: readonly Item[], from: number, goesOn: number): number {
  const ends: number[] = [];
  let at = from;
  for (; at < items.length; at++) {
    const item = items[at];
    if (!item || !isStep(item) || item.inAside !== items[from]?.inAside) break;
    if (item.kind === 'tool') ends.push(at + 1);
    else if (item.kind === 'question' && ends.length > 0) ends[ends.length - 1] = at + 1;
  }
  return ends.at(at >= goesOn ? -1 - IN_SIGHT : -1) ?? from;
}

/** The call that marked the dialog done: the milestone says it. */
export function isMarkDone({ name, state }: ToolItem): boolean {
  return name === 'mark_done' && state.kind === 'returned' && state.ok;
}

function isStep(item: Item): boolean {
  switch (item.kind) {
    case 'tool':
      return item.state.kind === 'returned' && !isMarkDone(item);
    case 'thinking':
      return !item.cut;
    case 'meta':
      return item.isFolded === true;
    case 'question':
      return isAllowed(item);
    default:
      return false;
  }
}

function isAllowed(item: QuestionItem): boolean {
  const { questionKind, state } = item;
  return (
    questionKind === 'permission' && state.kind === 'answered' && readPermission(item, state.content).kind !== 'refused'
  );
}

function groupOf(steps: readonly Item[]): StepsItem | undefined {
  const [first] = steps;
  const tools = steps.filter(step => step.kind === 'tool');
  if (!first || tools.length < FEWEST) return undefined;
  const known = groups.get(first);
  if (known?.steps.length === steps.length && known.steps.every((step, at) => step === steps[at])) return known;
  const { at, inAside } = first;
  const group: StepsItem = {
    kind: 'steps',
    key: `steps ${first.key}`,
    at,
    ...(inAside && { inAside }),
    opens: 'opens' in first && first.opens,
    steps,
    count: tools.length,
    facts: countsOf(tools),
    files: filesOf(tools),
  };
  groups.set(first, group);
  return group;
}

/** What the calls did, by kind; nothing where they served the dialog itself alone. */
function countsOf(tools: readonly ToolItem[]): WorkFacts {
  const counts = tools.reduce<ToolCounts | undefined>(
    (sum, { name, state }) => (state.kind === 'returned' ? withTool(sum, name, state) : sum),
    undefined,
  );
  return counts ? { tools: counts } : {};
}

/** Each file once, with the lines of all changes of it. */
function filesOf(tools: readonly ToolItem[]): readonly FileChange[] {
  const files = new Map<string, FileChange>();
  for (const { path, before, after, lines, isUnsaved } of tools.flatMap(({ changes }) => changes?.files ?? [])) {
    const known = files.get(path);
    const own = lines?.alone ?? lines;
    const sum = own && {
      added: own.added + (known?.lines?.added ?? 0),
      removed: own.removed + (known?.lines?.removed ?? 0),
    };
    const first = known ? known.before : before;
    files.set(path, {
      path,
      ...(first && { before: first }),
      ...(after && { after }),
      ...(sum && { lines: sum }),
      ...(isUnsaved && { isUnsaved }),
    });
  }
  return [...files.values()];
}
