// The Registry tree: the registered subdialogs of the root that is selected or in front (SPEC 13.1).
import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem, type TreeView, window } from 'vscode';
import type { RootId } from '../../core/base/ids.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import { coalesce } from '../../pages/coalesce.ts';
import { firstLine } from '../../pages/headline.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { registryRow } from '../rows/registry-rows.ts';
import type { TreeRow } from '../rows/tree-row.ts';
import { presentWording } from '../words.ts';
import { treeItem } from './tree-item.ts';

const REFRESH = 100;

export class RegistryTree implements TreeDataProvider<TreeRow> {
  readonly #rtws: OpenRtws;
  readonly #redraw = new EventEmitter<undefined>();
  readonly #refreshSoon = coalesce(REFRESH, () => this.#redraw.fire(undefined));
  readonly #disposables: Disposable[];
  readonly view: TreeView<TreeRow>;
  #rootId: RootId | undefined;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(rtws: OpenRtws) {
    this.#rtws = rtws;
    this.view = window.createTreeView('dominds.registry', { treeDataProvider: this });
    this.#disposables = [
      this.view,
      rtws.onChange(() => this.#refreshSoon()),
      rtws.onEvent(event => {
        if (event.rootId === this.#rootId && event.type === 'recorded') this.#refreshSoon();
      }),
    ];
  }

  /** Shows the registry of that root; `undefined` keeps the present one. */
  show(rootId: RootId | undefined): void {
    if (rootId === undefined || rootId === this.#rootId) return;
    this.#rootId = rootId;
    this.#refreshSoon();
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    const { runtime } = this.#rtws;
    const rootId = this.#rootId;
    if (row || !runtime || rootId === undefined) return [];
    const [registered, found] = await Promise.all([runtime.registry(rootId), runtime.tree(rootId)]);
    if (!registered.ok || !found.ok) return [];
    this.view.description = firstLine(found.tree.headline, 30);
    const nodes = new Map(flatten(found.tree).map(node => [node.selfId, node]));
    return Object.entries(registered.registry).map(([key, entry]) => {
      const node = nodes.get(entry.subdialogId);
      return registryRow({ rootId, key, entry, ...(node && { node }) }, presentWording());
    });
  }

  getTreeItem(row: TreeRow): TreeItem {
    return treeItem(row);
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    for (const each of this.#disposables) each.dispose();
  }
}

function flatten(node: DialogNode): DialogNode[] {
  return [node, ...node.children.flatMap(flatten)];
}
