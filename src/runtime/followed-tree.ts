// One tree that another process drives, kept as that process stores it: new records are folded into it and published
// (SPEC 9.4).
import { applyRecord, foldCourse, passed } from '../core/dialog/apply.ts';
import type { RootId } from '../core/dialog/ids.ts';
import { isRootRef } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { Feed } from '../driver/feed.ts';
import { publishQuestionCount } from '../driver/run.ts';
import { addDialog, createDialog, createTree, type Dialog, type Tree } from '../driver/tree.ts';
import type { DialogNews, TreeTail } from '../store/tree-tail.ts';

/** Everything; nothing; or only what was recorded after an ISO instant. */
export type Since = 'the beginning' | 'now' | { readonly after: string };

export class FollowedTree {
  readonly #rootId: RootId;
  readonly #tail: TreeTail;
  readonly #feed: Feed;
  /** What of the first look is news. */
  #since: Since;
  #tree: Tree | undefined;

  constructor(rootId: RootId, options: { readonly tail: TreeTail; readonly feed: Feed; readonly since: Since }) {
    this.#rootId = rootId;
    this.#tail = options.tail;
    this.#feed = options.feed;
    this.#since = options.since;
  }

  /** Absent while the root's first record is not there. */
  get tree(): Tree | undefined {
    return this.#tree;
  }

  folders(): readonly string[] {
    return this.#tail.folders();
  }

  /** Folds and publishes what came since the last time; false when nothing did. */
  takeIn(): boolean {
    const news = this.#tail.look();
    if (!this.#tree) {
      const root = news.find(({ ref }) => isRootRef(ref));
      if (!root) return false;
      this.#tree = createTree(this.#rootId, []);
    }
    for (const each of news) this.#takeInDialog(this.#tree, each);
    this.#since = 'the beginning';
    return news.length > 0;
  }

  #takeInDialog(tree: Tree, { ref, anew, records }: DialogNews): void {
    const known = tree.dialogs.get(ref.selfId);
    if (known) this.#extend(known, anew, records);
    else if (anew) this.#add(tree, records);
  }

  #add(tree: Tree, [first, ...others]: DialogNews['records']): void {
    const opened = foldCourse([first]);
    if (!opened) return;
    const dialog = createDialog(opened, [first]);
    addDialog(tree, dialog);
    const isNews = (record: CourseRecord) =>
      this.#since === 'the beginning' || (this.#since !== 'now' && record.at > this.#since.after);
    if (isNews(first)) this.#publish(dialog, first);
    const before = dialog.state.questions.length;
    this.#fold(dialog, others, isNews);
    if (others.some(isNews)) publishQuestionCount(this.#feed, dialog, before);
  }

  #extend(dialog: Dialog, anew: boolean, records: readonly CourseRecord[]): void {
    const before = dialog.state;
    const [first, ...others] = records;
    const opened = anew && first ? foldCourse([first]) : undefined;
    if (opened && first) {
      dialog.state = opened;
      dialog.records = [first];
    }
    this.#fold(dialog, opened ? others : records, (_, { seq }) => seq > before.seq);
    publishQuestionCount(this.#feed, dialog, before.questions.length);
  }

  #fold(
    dialog: Dialog,
    records: readonly CourseRecord[],
    isNews: (record: CourseRecord, state: DialogState) => boolean,
  ): void {
    for (const record of records) {
      dialog.state = applyStored(dialog.state, record);
      if (record.kind === 'courseStarted') dialog.records = [];
      dialog.records.push(record);
      if (isNews(record, dialog.state)) this.#publish(dialog, record);
    }
  }

  #publish({ ref, state }: Dialog, record: CourseRecord): void {
    this.#feed.publish({ type: 'recorded', ...ref, seq: state.seq, record });
  }
}

/** A record whose fields are not what its kind has changes nothing, as when a course is loaded. */
function applyStored(state: DialogState, record: CourseRecord): DialogState {
  try {
    return applyRecord(state, record);
  } catch {
    return passed(state, record);
  }
}
