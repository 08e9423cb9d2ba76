// Answers what people want to know of dialogs: finds the dialog of an id and reads the driver's memory or the store.
// Changes no file.

import type { QuestionId } from '../core/base/ids.ts';
import { todoOf } from '../core/evidence/todo.ts';
import { refuse } from '../core/facts/trouble.ts';
import { beliefAt, beliefDiff, beliefView } from '../driver/belief/intents.ts';
import type { Driver } from '../driver/driver.ts';
import { evidenceIn, evidenceStanding, hasLines } from '../driver/evidence/standing.ts';
import { asItWillGenerate, buildPrompt } from '../driver/generate/build-prompt.ts';
import { readSystem } from '../driver/generate/system-message.ts';
import { memberOf, takesTools } from '../driver/member.ts';
import { findDialog, findEdited, findTree, resolveName, settledOf, treeNode, viewOf } from '../driver/queries.ts';
import { proposalOf } from '../driver/tools/proposal.ts';
import { rootOf } from '../driver/tree.ts';
import type { Minds } from '../minds/minds.ts';
import type { DialogStore } from '../store/dialog-store.ts';
import type { DialogQueries } from './api.ts';
import { type ListedRoots, listRoots } from './stored/list-roots.ts';
import type { OpenQuestions } from './stored/open-questions.ts';
import type { Edits } from './tools/undo-edits.ts';

export interface DialogQueriesOptions extends ListedRoots {
  readonly driver: Driver;
  readonly minds: Minds;
  readonly store: DialogStore;
  readonly openQuestions: OpenQuestions;
  readonly edits: () => Edits;
  /** True if another process drives now. */
  readonly isDrivenElsewhere: () => boolean;
}

/** The queries of an engine. */
export function createDialogQueries(options: DialogQueriesOptions): DialogQueries {
  const { driver, store } = options;
  const found = findTree.bind(undefined, driver);
  const dialogOf = findDialog.bind(undefined, driver);
  return {
    listRoots: filter => listRoots(options, filter?.status),
    tree: async (rootId, more) => {
      const at = await found(rootId);
      if (!at.ok) return at;
      if (!more?.todo) return { ok: true, tree: treeNode(at.tree) };
      const goals = options.minds.goals(rootOf(at.tree).state.identity.taskDocPath);
      const todo = todoOf(goals, evidenceStanding(at.tree)?.lines ?? []);
      return { ok: true, tree: { ...treeNode(at.tree), ...(todo.length > 0 && { todo }) } };
    },
    view: async (ref, page) => {
      await driver.ctx.feed.shown(ref.selfId);
      const at = await findEdited(driver, ref);
      return at.ok ? viewOf(at.dialog, page) : at;
    },
    compared: () => options.openQuestions.compared(),
    questions: () => options.openQuestions.all(),
    inbox: () => options.openQuestions.surrounded(),
    registry: async rootId => {
      const at = await found(rootId);
      return at.ok ? { ok: true, registry: driver.registryOf(at.tree) } : at;
    },
    prompt: async ref => {
      const at = await findEdited(driver, ref);
      if (!at.ok) return at;
      const { ctx } = driver;
      if (takesTools(at.dialog))
        await ctx.tools.ready?.(memberOf(ctx, at.dialog.state), at.dialog.state, new AbortController().signal);
      const dialog = asItWillGenerate(at.dialog, at.dialog.driving || options.isDrivenElsewhere());
      await readSystem(dialog);
      return { ok: true, prompt: buildPrompt(dialog, 'person').prompt };
    },
    belief: async rootId => {
      const at = await found(rootId);
      return at.ok ? beliefView(driver, at.tree) : at;
    },
    beliefAt: async (rootId, turn) => {
      const at = await found(rootId);
      return at.ok ? beliefAt(driver, at.tree, turn) : at;
    },
    beliefDiff: async (rootId, turns) => {
      const at = await found(rootId);
      return at.ok ? beliefDiff(driver, at.tree, turns) : at;
    },
    domains: () => options.minds.domains.names(),
    resolve: async name =>
      resolveName(name, [...(await store.listRoots()).keys()], rootId => store.listSubdialogs(rootId)),
    image: async (ref, image) => {
      const bytes = await store.readAttached(ref, image);
      if (bytes) return { ok: true, bytes };
      return refuse('image-gone');
    },
    edits: async (ref, which) => {
      const at = await dialogOf(ref);
      return at.ok ? { ok: true, ...(await options.edits().list(at.dialog, which)) } : at;
    },
    textBefore: async (ref, path, which) => {
      const at = await dialogOf(ref);
      return at.ok ? options.edits().textBefore(at.dialog, path, which) : at;
    },
    patch: async (ref, path, which) => {
      const at = await dialogOf(ref);
      return at.ok ? options.edits().patch(at.dialog, path, which) : at;
    },
    restorePlan: async (ref, to) => {
      const at = await dialogOf(ref);
      return at.ok ? options.edits().restorePlan(at.dialog, to) : at;
    },
    evidence: async rootId => {
      const at = await found(rootId);
      return at.ok ? { ok: true, ...(await evidenceIn(at.tree)) } : at;
    },
    proposal: async (questionId, path) => {
      const question = (await options.openQuestions.all()).find(({ id }) => id === questionId);
      const at = question && (await dialogOf(question));
      return proposalOf(driver.ctx, at?.ok ? at.dialog : undefined, questionId, path);
    },
    findQuestion: async (id: QuestionId) => (await options.openQuestions.all()).find(question => question.id === id),
    async settled(rootId) {
      const tree = await driver.tree(rootId);
      if (!tree) return { rootId, state: 'idle', response: null, questions: [], sleeps: [], interrupted: [] };
      // What is due may wake it while its last events are shown.
      for (;;) {
        await driver.quiet(tree);
        const { evidence } = await evidenceIn(tree);
        if (tree.driving === 0) return settledOf(tree, hasLines(evidence) ? evidence : undefined);
      }
    },
    activity: () => ({
      generating: driver.loaded().reduce((sum, tree) => sum + tree.driving, 0),
      questions: listRoots(options, 'running').reduce((sum, root) => sum + root.questions, 0),
    }),
  };
}
