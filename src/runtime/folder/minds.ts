// Joins the files of `.minds/` with the state of a dialog into what the driver sends: system message, closing part,
// texts, diligence.
import { formatRef, rootRef } from '../../core/base/ids.ts';
import type { WorkLanguage } from '../../core/base/language.ts';
import { type Aside, currentAside, currentAssignment, type DialogState, openCalls } from '../../core/dialog/state.ts';
import { closingPart } from '../../core/prompt/closing-part.ts';
import type { PlaceInTree, QuestionBelow } from '../../core/prompt/place.ts';
import { promptTexts, wordsForModels } from '../../core/prompt/prompt-texts.ts';
import { systemParts } from '../../core/prompt/system-prompt.ts';
import type { Today } from '../../core/prompt/words/words.ts';
import type { Dialog, DriverMinds, Tree } from '../../driver/driver-context.ts';
import type { Minds } from '../../minds/minds.ts';

/** Which roots are reminded to keep going when they stop: all, those whose taskdoc has goals, or none (SPEC 7.2). */
export type KeepGoing = 'always' | 'with-taskdoc' | 'off';

/** True if roots on a taskdoc are reminded, by the setting. */
export function keepsGoing(minds: Pick<Minds, 'hasGoals'>, setting: KeepGoing, taskDocPath: string): boolean {
  return setting === 'always' || (setting === 'with-taskdoc' && minds.hasGoals(taskDocPath));
}

/** The driver's view of the minds of an rtws; `language` is asked at each use. */
export function createDriverMinds(
  minds: Minds,
  language: () => WorkLanguage,
  keepGoing: () => KeepGoing = () => 'always',
  today?: () => Today,
): DriverMinds {
  return {
    team: () => minds.team().team,
    texts: () => promptTexts(language().texts),
    closingPart: input => closingPart(input, language()),
    diligence: taskDocPath =>
      keepsGoing(minds, keepGoing(), taskDocPath)
        ? minds.diligence()
        : { kind: 'disabled', source: 'dominds.keepGoing' },
    openGoals: minds.openGoals,
    acceptance: minds.acceptance,
    domain: minds.domains.read,
    ...(today && { today: () => withText(today(), language()) }),
    renew: minds.renew,
    systemParts(dialog, { member, tools, isPushed, reader, isShort, around, handsOf, commands }) {
      const { tree } = dialog;
      const { identity } = dialog.state;
      return systemParts({
        language: language(),
        dialect: identity.dialect,
        team: minds.team().team,
        member,
        isShort,
        ...(today && { today: today() }),
        ...(around && { around }),
        handsOf,
        commands,
        place: placeOf(tree, dialog.state),
        brief: minds.brief(member, identity.taskDocPath, reader === 'model' ? formatRef(dialog.ref) : undefined),
        tools,
        ...(dialog.state.draft && { tellasks: false, manner: wordsForModels(language().texts).system.drafting }),
        diligence: isPushed,
        questionsBelow: questionsBelow(dialog),
        openCalls: openCalls(dialog.state),
        ...asideOf(dialog.state),
        registered: registeredIn(tree, dialog.state),
      });
    },
  };
}

function withText(today: Today, { texts }: WorkLanguage) {
  return { ...today, text: wordsForModels(texts).system.today(today) };
}

function asideOf(state: DialogState): { aside?: Aside } {
  const aside = currentAside(state);
  return aside ? { aside } : {};
}

function placeOf(tree: Tree, state: DialogState): PlaceInTree {
  if (state.identity.kind === 'root') return { kind: 'root' };
  const caller = currentAssignment(state)?.callerAgentId;
  const path = [...ancestors(tree, state)].map(({ identity }) => identity.agentId).reverse();
  const own = state.workplace?.root;
  return { kind: 'sub', path, ...(caller !== undefined && { tellasker: caller }), ...(own !== undefined && { own }) };
}

/** From the supdialog up to the root. */
function* ancestors(tree: Tree, state: DialogState): Generator<DialogState> {
  for (let { identity } = state; identity.kind === 'sub'; ) {
    const above = tree.dialogs.get(identity.supdialogId)?.state;
    if (!above) return;
    yield above;
    identity = above.identity;
  }
}

function questionsBelow(dialog: Dialog): QuestionBelow[] {
  const { tree } = dialog;
  if (tree.totals.asking.size === 0) return [];
  return [...tree.dialogs.values()]
    .filter(({ state }) => state.questions.length > 0 && isBelow(tree, state, dialog))
    .flatMap(({ state }) => state.questions.map(({ headline }) => ({ agentId: state.identity.agentId, headline })));
}

function isBelow(tree: Tree, state: DialogState, dialog: Dialog): boolean {
  return [...ancestors(tree, state)].some(({ identity }) => identity.selfId === dialog.ref.selfId);
}

function registeredIn(tree: Tree, state: DialogState) {
  if (state.identity.selfId !== rootRef(tree.rootId).selfId) return [];
  return [...tree.registry.values()].flatMap(selfId => {
    const identity = tree.dialogs.get(selfId)?.state.identity;
    if (identity?.kind !== 'sub' || identity.tellaskSession === undefined) return [];
    return [{ agentId: identity.agentId, session: identity.tellaskSession }];
  });
}
