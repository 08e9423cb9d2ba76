// The Team tree: faults of the files on top, then the members; current with the files of `.minds/` (SPEC 13.1).
import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem, type TreeView, window } from 'vscode';
import type { AgentId } from '../../core/base/ids.ts';
import { coalesce } from '../../pages/coalesce.ts';
import type { EditorMinds } from '../minds.ts';
import { problemRows } from '../rows/problem-rows.ts';
import { inOrderOfView, memberRow } from '../rows/team-rows.ts';
import type { TreeRow } from '../rows/tree-row.ts';
import { faultWords, presentWording } from '../words.ts';
import { treeItem } from './tree-item.ts';

const REFRESH = 100;

/** A row; of a member with its id, which commands of menus take. */
export interface TeamNode {
  readonly row: TreeRow;
  readonly agentId?: AgentId;
}

export class TeamTree implements TreeDataProvider<TeamNode> {
  readonly #minds: EditorMinds;
  readonly #redraw = new EventEmitter<undefined>();
  readonly #refreshSoon = coalesce(REFRESH, () => this.#redraw.fire(undefined));
  readonly #disposables: Disposable[];
  readonly view: TreeView<TeamNode>;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(minds: EditorMinds) {
    this.#minds = minds;
    this.view = window.createTreeView('dominds.team', { treeDataProvider: this });
    this.#disposables = [this.view, minds.onChange(() => this.#refreshSoon())];
  }

  /** Asked by the editor only while the view is open. Without a team file the welcome content says what holds then. */
  async getChildren(node?: TeamNode): Promise<TeamNode[]> {
    const opened = node ? undefined : await this.#minds.open();
    if (!opened) return [];
    const { reader } = opened;
    const wording = presentWording();
    const problems = problemRows(
      reader.problems([]).map(problem => ({ ...problem, ...faultWords(problem.fault) })),
      wording,
    ).map(row => ({ row }));
    if (!reader.hasTeamFile()) return problems;
    const { team } = reader.team();
    const members = inOrderOfView(team).map(member => {
      const shown = { team, hasNoTools: !reader.takesTools(member) };
      return { row: memberRow(member, shown, wording), agentId: member.id };
    });
    return [...problems, ...members];
  }

  getTreeItem({ row }: TeamNode): TreeItem {
    return treeItem(row);
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    for (const each of this.#disposables) each.dispose();
  }
}
