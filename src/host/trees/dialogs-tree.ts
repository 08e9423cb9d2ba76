// The Dialogs tree: draws the forest of dialogs and follows the rtws, at most one refresh per 50 ms (SPEC 13.1).
import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem, type TreeView, window } from 'vscode';
import type { AgentId, DialogRef, RootId } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import type { Standing } from '../../core/dialog/view/standing.ts';
import { flattenTree } from '../../core/dialog/view/waiting.ts';
import { coalesce } from '../../pages/coalesce.ts';
import { memberName } from '../../pages/member-name.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { isFixed, readingWords } from '../reading-words.ts';
import { refusalText } from '../refusals.ts';
import { formatBytes } from '../rows/clean-up-choice.ts';
import { DialogForest, type DialogKey } from '../rows/dialog-forest.ts';
import { waitLines } from '../rows/wait-lines.ts';
import { interruptionWords, presentWording, t } from '../words.ts';
import { tickWhileVisible, treeItem } from './tree-item.ts';

const REFRESH = 50;

export class DialogsTree implements TreeDataProvider<DialogKey> {
  readonly #rtws: OpenRtws;
  readonly #forest: DialogForest;
  readonly #redraw = new EventEmitter<DialogKey | DialogKey[] | undefined>();
  readonly #refreshSoon = coalesce(REFRESH, () => void this.#refresh());
  readonly #disposables: Disposable[] = [];
  readonly view: TreeView<DialogKey>;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(rtws: OpenRtws, isUnseen: (rootId: RootId) => boolean) {
    this.#rtws = rtws;
    this.#forest = new DialogForest({
      runtime: () => rtws.runtime,
      isUnseen,
      memberName: agentId => memberName(rtws.runtime, agentId),
      wording: presentWording,
    });
    this.view = window.createTreeView('dominds.dialogs', { treeDataProvider: this, showCollapseAll: true });
    this.#disposables.push(
      this.view,
      tickWhileVisible(this.view, () => this.#redraw.fire(undefined)),
      this.view.onDidCollapseElement(({ element }) => {
        if (element.kind === 'dialog' && isRootRef(element)) this.#forest.forget(element.rootId);
      }),
      rtws.onChange(() => this.#reset()),
      rtws.onEvent(event => {
        if (this.#forest.receive(event)) this.#refreshSoon();
      }),
    );
  }

  getChildren(key?: DialogKey): Promise<DialogKey[]> {
    return this.#forest.children(key).then(keys => [...keys]);
  }

  getTreeItem(key: DialogKey): TreeItem {
    return treeItem(this.#forest.row(key));
  }

  /** On hover: why the dialog waits, which for a root takes its whole tree. */
  async resolveTreeItem(item: TreeItem, key: DialogKey): Promise<TreeItem> {
    const { runtime } = this.#rtws;
    if (key.kind !== 'dialog' || !runtime) return item;
    const found = await runtime.tree(key.rootId);
    const node = found.ok ? flattenTree(found.tree).find(({ selfId }) => selfId === key.selfId) : undefined;
    const names = { memberName: (id: AgentId) => memberName(runtime, id), interruption: interruptionWords };
    const waits = node ? waitLines(node, names, presentWording()) : [];
    const [stored] = isRootRef(key) ? await runtime.storage([key.rootId]) : [];
    const size = stored ? [t('{0} on the disk', formatBytes(stored.bytes))] : [];
    item.tooltip = [...[item.tooltip].filter(text => typeof text === 'string'), ...waits, ...size].join('\n');
    return item;
  }

  getParent(key: DialogKey): DialogKey | undefined {
    return this.#forest.parent(key);
  }

  /** The dialog that is selected in the tree, if any. */
  get selected(): DialogRef | undefined {
    const [key] = this.view.selection;
    return key?.kind === 'dialog' ? { rootId: key.rootId, selfId: key.selfId } : undefined;
  }

  showMore(standing: Standing): void {
    this.#forest.showMore(standing);
    this.#redraw.fire(undefined);
  }

  /** A root's "opened" mark changed. */
  lookedAt(rootId: RootId): void {
    if (this.#forest.lookedAt(rootId)) this.#refreshSoon();
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  #reset(): void {
    this.#forest.reset();
    // Only a view without any message shows its welcome content while it is empty.
    const view: { message?: string | undefined } = this.view;
    const { reading, refusedStore } = this.#rtws;
    const isWelcomed = reading && isFixed(reading) && this.#rtws.runtime?.listRoots().length === 0;
    const why = refusedStore ? refusalText(refusedStore) : reading && readingWords(reading);
    view.message = isWelcomed ? undefined : why;
    this.#count();
    this.#redraw.fire(undefined);
  }

  /**
   * The number of roots that need the person besides questions, which the questions view counts: the editor adds the
   * two up.
   */
  #count(): void {
    const value = this.#forest.countNeeds();
    const tooltip = value === 1 ? t('1 dialog needs you') : t('{0} dialogs need you', value);
    this.view.badge = value > 0 ? { value, tooltip } : undefined;
  }

  async #refresh(): Promise<void> {
    const changed = await this.#forest.changes();
    this.#count();
    if (changed === 'all') this.#redraw.fire(undefined);
    else if (changed.length > 0) this.#redraw.fire([...changed]);
  }
}
