// Search Dialogs: headlines at once, then messages, one course file after the other while the person watches (SPEC
// 13.2).
import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { type AgentId, type DialogRef, formatRef, isRootRef, rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { firstLine, withoutMarks } from '../../pages/headline.ts';
import { memberName } from '../../pages/member-name.ts';
import type { Focus } from '../../protocol/messages.ts';
import type { FoundDialog, Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { showPrompt } from '../notices/prompts.ts';
import { t } from '../words.ts';
import { reading } from './command.ts';
import { rootItem } from './target.ts';

interface Found extends QuickPickItem {
  readonly dialog?: DialogRef;
  /** The position of the words in it. */
  readonly focus?: Focus;
}

/** Headlines that are shown, dialogs found by their content at most, and letters before content is searched. */
const HEADLINES = 100;
const FOUND_MAX = 100;
const LETTERS_MIN = 2;
/** Milliseconds without a key before content is searched. */
const PAUSE = 250;

/** Opens the picked one. */
export function searchDialogs(host: Host): Promise<void> {
  return reading(host, async runtime => {
    const { dialog, focus } = (await pick(runtime)) ?? {};
    if (dialog) host.panels.open(dialog, focus && { focus });
    return undefined;
  });
}

function pick(runtime: Runtime): Promise<Found | undefined> {
  const picker = window.createQuickPick<Found>();
  const roots = runtime.listRoots();
  let search = new AbortController();
  let pause: NodeJS.Timeout | undefined;
  const look = () => {
    search.abort();
    clearTimeout(pause);
    search = new AbortController();
    const query = picker.value.trim();
    const headlines = byHeadline(runtime, roots, query);
    picker.items = headlines;
    picker.busy = query.length >= LETTERS_MIN;
    if (!picker.busy) return;
    const { signal } = search;
    pause = setTimeout(() => void addFound({ runtime, picker, headlines, query, signal }), PAUSE);
  };
  picker.title = t('Search Dialogs');
  picker.placeholder = t('Search titles and messages');
  picker.onDidChangeValue(look);
  look();
  return new Promise(resolve => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]);
      picker.hide();
    });
    showPrompt(picker, () => {
      search.abort();
      clearTimeout(pause);
      resolve(undefined);
      picker.dispose();
    });
  });
}

function byHeadline(runtime: Runtime, roots: readonly RootSummary[], query: string): Found[] {
  const wanted = query.toLowerCase();
  return roots
    .filter(({ headline }) => headline.toLowerCase().includes(wanted))
    .slice(0, HEADLINES)
    .map(root => ({ ...rootItem(runtime, root), alwaysShow: true, dialog: rootRef(root.rootId) }));
}

async function addFound(search: {
  readonly runtime: Runtime;
  readonly picker: ReturnType<typeof window.createQuickPick<Found>>;
  readonly headlines: readonly Found[];
  readonly query: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { runtime, picker, headlines, query, signal } = search;
  const headlineOf = new Map(runtime.listRoots().map(root => [root.rootId, root.headline]));
  const found: Found[] = [{ label: t('Messages, one match per dialog'), kind: QuickPickItemKind.Separator }];
  let shown = 0;
  for await (const each of runtime.search(query, signal)) {
    found.push(foundItem(runtime, each, { query, headline: headlineOf.get(each.dialog.rootId) ?? '' }));
    // Redrawn at intervals: each update redraws the whole list.
    if (found.length > shown * 1.5) {
      picker.items = [...headlines, ...found];
      shown = found.length;
    }
    if (found.length > FOUND_MAX) break;
  }
  if (signal.aborted) return;
  picker.items = found.length > 1 ? [...headlines, ...found] : [...headlines];
  picker.busy = false;
}

function foundItem(
  runtime: Runtime,
  { dialog, excerpt, at, course, agentId }: FoundDialog,
  { query, headline }: { readonly query: string; readonly headline: string },
): Found {
  const name = firstLine(headline, 60) || formatRef(dialog);
  const who = agentId === undefined ? t('a subdialog') : memberName(runtime, agentId as AgentId);
  const place = isRootRef(dialog) ? name : `${name} · ${who}`;
  return {
    label: withoutMarks(excerpt),
    // On a line of its own, since an excerpt needs the whole width.
    detail: `${place} · ${at.slice(0, 10)}`,
    alwaysShow: true,
    dialog,
    focus: { kind: 'words', query, course },
  };
}
