// The Q4H tree: every pending question of every dialog, with their count as a badge (SPEC 13.1).
import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem, type TreeView, window } from 'vscode';
import type { AgentId } from '../../core/base/ids.ts';
import type { Inbox } from '../../pages/inbox.ts';
import { memberName } from '../../pages/member-name.ts';
import type { InboxQuestion } from '../../protocol/overview.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { type QuestionPlace, type QuestionTarget, questionRow, questionTarget } from '../rows/question-rows.ts';
import { countQuestions } from '../rows/wording.ts';
import { presentWording, t } from '../words.ts';
import { tickWhileVisible, treeItem } from './tree-item.ts';

export class QuestionsTree implements TreeDataProvider<QuestionTarget> {
  readonly #rtws: OpenRtws;
  readonly #inbox: Inbox;
  readonly #redraw = new EventEmitter<undefined>();
  readonly #disposables: Disposable[];
  readonly view: TreeView<QuestionTarget>;

  readonly onDidChangeTreeData = this.#redraw.event;

  constructor(rtws: OpenRtws, inbox: Inbox) {
    this.#rtws = rtws;
    this.#inbox = inbox;
    this.view = window.createTreeView('dominds.questions', { treeDataProvider: this });
    this.#disposables = [
      this.view,
      inbox.onChange(() => this.#refresh()),
      tickWhileVisible(this.view, () => this.#redraw.fire(undefined)),
    ];
  }

  getChildren(key?: QuestionTarget): QuestionTarget[] {
    return key ? [] : this.#inbox.pending.map(questionTarget);
  }

  getTreeItem(key: QuestionTarget): TreeItem {
    const question = this.#inbox.find(key.questionId);
    return treeItem(question && questionRow(question, questionPlace(this.#rtws, question), presentWording()));
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  #refresh(): void {
    const count = this.#inbox.pending.length;
    this.view.badge = count > 0 ? { value: count, tooltip: countQuestions(count, t) } : undefined;
    this.#redraw.fire(undefined);
  }
}

/** The asking member, the subject of its root, and the waiting dialogs. */
export function questionPlace({ runtime }: OpenRtws, question: InboxQuestion): QuestionPlace {
  const { agentId, rootHeadline, blocked } = question;
  const names = blocked.map(each => memberName(runtime, each as AgentId));
  return { member: memberName(runtime, agentId), rootHeadline, blocked: [...new Set(names)] };
}
