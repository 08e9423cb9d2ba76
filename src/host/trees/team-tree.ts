// The Team tree: faults of the files on top, then the members; current with the files of `.minds/` (SPEC 13.1).
import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem, type TreeView, window } from 'vscode';
import type { AgentId } from '../../core/dialog/ids.ts';
import type { Member, Team } from '../../core/team.ts';
import { coalesce } from '../../pages/coalesce.ts';
import type { Minds } from '../minds.ts';
import type { OpenRtws } from '../open-rtws.ts';
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
  readonly #minds: Minds;
  readonly #rtws: OpenRtws;
  readonly #redraw = new EventEmitter<undefined>();
  readonly #refreshSoon = coalesce(REFRESH, () => this.#redraw.fire(undefined));
  readonly #disposables: Disposable[];
  readonly view: TreeView<TeamNode>;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(minds: Minds, rtws: OpenRtws) {
    this.#minds = minds;
    this.#rtws = rtws;
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
    const shown = { team, withoutTools: this.#withoutTools(team) };
    const members = inOrderOfView(team).map(member => ({ row: memberRow(member, shown, wording), agentId: member.id }));
    return [...problems, ...members];
  }

  /** Members whose model is asked without tools, as far as the models of this window are known. */
  #withoutTools(team: Team): ReadonlySet<AgentId> {
    const models = this.#rtws.runtime?.models;
    const isAsked = ({ id, acp }: Member) => acp === undefined && models?.configured(id).withoutTools === true;
    return new Set([...team.members.values()].filter(isAsked).map(({ id }) => id));
  }

  getTreeItem({ row }: TeamNode): TreeItem {
    return treeItem(row);
  }

  dispose(): void {
    this.#refreshSoon.dispose();
    for (const each of this.#disposables) each.dispose();
  }
}
