// The Taskdocs tree: the packages of the rtws with their sections and the dialogs that use them (SPEC 13.1, 13.6).
import {
  type Disposable,
  EventEmitter,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
  window,
  workspace,
} from 'vscode';
import { coalesce } from '../../pages/coalesce.ts';
import { memberName } from '../../pages/member-name.ts';
import type { EditorMinds } from '../minds.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { type TaskdocNode, taskdocNode } from '../rows/taskdoc-rows.ts';
import { gatherTaskdocs } from '../rows/taskdocs.ts';
import { findTaskdocFiles } from '../taskdocs/find-taskdocs.ts';
import { presentWording } from '../words.ts';
import { treeItem } from './tree-item.ts';

const REFRESH = 200;

export class TaskdocsTree implements TreeDataProvider<TaskdocNode> {
  readonly #rtws: OpenRtws;
  readonly #minds: EditorMinds;
  readonly #redraw = new EventEmitter<undefined>();
  readonly #refreshSoon = coalesce(REFRESH, () => this.#redraw.fire(undefined));
  readonly #disposables: Disposable[];
  readonly view: TreeView<TaskdocNode>;
  #watchesFiles = false;
  /** Found once, and again after files were added, removed or changed. */
  #files: Promise<readonly string[]> | undefined;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(rtws: OpenRtws, minds: EditorMinds) {
    this.#rtws = rtws;
    this.#minds = minds;
    this.view = window.createTreeView('dominds.taskdocs', { treeDataProvider: this, showCollapseAll: true });
    this.#disposables = [
      this.view,
      minds.onChange(() => this.#findAgain()),
      rtws.onEvent(event => {
        if (event.type === 'root_changed') this.#refreshSoon();
      }),
    ];
  }

  /** Asked by the editor only while the view is open. */
  async getChildren(node?: TaskdocNode): Promise<TaskdocNode[]> {
    if (node) return [...node.children];
    const opened = await this.#minds.open();
    if (!opened) return [];
    this.#watchFiles();
    const { runtime } = this.#rtws;
    this.#files ??= findTaskdocFiles(opened.folder);
    const taskdocs = gatherTaskdocs(await this.#files, runtime?.listRoots() ?? []);
    this.#minds.follow(
      'tree',
      taskdocs.map(({ path }) => path),
    );
    const wording = presentWording();
    return taskdocs.map(taskdoc => taskdocNode(taskdoc, ({ agentId }) => memberName(runtime, agentId), wording));
  }

  getTreeItem({ row }: TaskdocNode): TreeItem {
    return treeItem(row);
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    for (const each of this.#disposables) each.dispose();
  }

  /** Packages added or removed elsewhere; changes of known ones are reported by the minds. */
  #watchFiles(): void {
    if (this.#watchesFiles) return;
    this.#watchesFiles = true;
    const watcher = workspace.createFileSystemWatcher('**/*.tsk/**', false, true, false);
    this.#disposables.push(
      watcher,
      watcher.onDidCreate(() => this.#findAgain()),
      watcher.onDidDelete(() => this.#findAgain()),
    );
  }

  #findAgain(): void {
    this.#files = undefined;
    this.#refreshSoon();
  }
}
