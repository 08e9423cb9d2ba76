// The drive loop: asks `nextStep` what to do, does it, and records the result, until the dialog waits or rests. The
// only place that catches errors of the steps (ARCHITECTURE invariants 2 and 6).
import { assertNever } from '../core/base/assert.ts';
import type { QuestionId } from '../core/base/ids.ts';
import { firstWords } from '../core/dialog/fold/fold-parts.ts';
import { nextStep, type Step } from '../core/dialog/next-step.ts';
import { type Closing, lastSaying, openCalls } from '../core/dialog/state.ts';
import type { PushFacts } from '../core/prompt/words/work-words.ts';
import { DEFAULT_OPTIMAL_TOKENS } from '../core/spending/context-health.ts';
import { endFactsWithInternal } from './belief/background.ts';
import { askForDecision, askForSlots, keepGoing, takeDecision } from './belief/turn.ts';
import { deliverGiven, supplyResponse, takeNextCall } from './calls/deliver.ts';
import { dispatchTellasks } from './calls/dispatch.ts';
import { circleQuestion, nameOf } from './circles.ts';
import { commit, interruptBy } from './commit.ts';
import { completeRoot } from './complete-root.ts';
import { acceptDraft } from './draft/accept.ts';
import type { Dialog, Tree } from './driver-context.ts';
import { endSleep } from './end-sleep.ts';
import { evidenceStanding } from './evidence/standing.ts';
import { capQuestion } from './generate/caps.ts';
import { generate } from './generate/generate.ts';
import { asideOpened, wordsSaid } from './intents/asides.ts';
import { canTidy, dialectNow, memberOf, policyOf } from './member.ts';
import { missQuestion, missTold } from './misses.ts';
import { beginNextCourse, startCourse } from './start-course.ts';
import { perform } from './tools/perform.ts';
import { isRunning } from './tree.ts';
import { answerWithWork, askAboutWork, makePlaceStep, settleWork } from './workplaces/steps.ts';

/** Drives one dialog until nothing is left to do now. Runs once at a time per dialog; never rejects. */
export async function driveDialog(dialog: Dialog): Promise<void> {
  const { tree } = dialog;
  const { ctx } = tree;
  try {
    deliverGiven(dialog);
    while (!ctx.closing() && isRunning(tree)) {
      const step = nextStep(dialog.state, policyOf(ctx, dialog.state, tree));
      if (step.kind === 'wait' || step.kind === 'rest') {
        if (takeNextCall(dialog)) continue;
        return;
      }
      await doStep(dialog, step);
    }
  } catch (error) {
    interruptBy(dialog, error);
  }
}

type Doing = Exclude<Step, { kind: 'wait' | 'rest' }>;

function doStep(dialog: Dialog, step: Doing): Promise<void> | void {
  const { tree } = dialog;
  const { ctx } = tree;
  switch (step.kind) {
    case 'generate':
    case 'refineDrafts':
      return abortable(dialog, signal => generate(dialog, signal));
    case 'perform':
      return abortable(dialog, signal => perform(dialog, step.call, signal));
    case 'wake':
      return endSleep(dialog, step.call, { kind: step.because });
    case 'tellEnds':
      return commit(dialog, {
        kind: 'autoSaid',
        reason: 'process-ended',
        content: ctx.minds.texts().processesEnded(step.ends),
      });
    case 'dispatchTellasks':
      return dispatchTellasks(dialog);
    case 'supplyResponse':
      return answerWithWork(dialog, {
        inbound: step.inbound,
        ok: true,
        content: wholeOrMarked(dialog, step.content),
      });
    case 'supplyFailure':
      return supplyResponse(dialog, { inbound: step.inbound, ok: false, content: ctx.minds.texts().saidNothing });
    case 'makePlace':
      return makePlaceStep(dialog);
    case 'askAboutWork':
      return askAboutWork(dialog, step.offers);
    case 'settleWork':
      return settleWork(dialog, step.offer, step.decision);
    case 'deliverQueued':
      return commit(dialog, ...wordsSaid(ctx, step.messages, step.opensAside ? 'aside' : 'talk'));
    case 'readAnswers':
      return commit(dialog, asideOpened(ctx, 'answers'));
    case 'endAside':
      return commit(dialog, { kind: 'asideEnded', asideId: step.asideId });
    case 'close':
      return closeDialog(dialog, step.closing);
    case 'nextCourse':
      return beginNextCourse(dialog, step.because);
    case 'askForOutput':
      return commit(dialog, {
        kind: 'autoSaid',
        reason: 'empty-output',
        content: ctx.minds.texts().emptyOutput,
      });
    case 'tellMisread':
      return commit(dialog, {
        kind: 'autoSaid',
        reason: 'misread',
        content: ctx.minds.texts().misread(step.found, dialectNow(dialog)),
      });
    case 'warnOfContext':
      return warnOfContext(dialog, step);
    case 'acceptDraft':
      return acceptDraft(dialog, { draftId: step.draftId, by: 'quiet' });
    case 'takeTurn':
      if (takeDecision(dialog)) return;
      return abortable(dialog, signal => generate(dialog, signal));
    case 'askForSlots':
      return askForSlots(dialog);
    case 'showPlan':
    case 'askToResume':
    case 'askToConfirm':
      return askForDecision(dialog);
    case 'keepGoing':
      return keepGoing(dialog);
    case 'endTurn':
      return endTurn(dialog);
    case 'pushDiligence':
      return pushDiligence(dialog, step.left);
    case 'askToContinue':
      return askToContinue(dialog);
    case 'askAboutCap':
      return commit(dialog, capQuestion(tree, { state: dialog.state, member: memberOf(ctx, dialog.state) }));
    case 'tellMiss':
      return commit(dialog, { kind: 'autoSaid', reason: step.miss.why, content: missTold(dialog, step.miss) });
    case 'askAboutMiss':
      return commit(dialog, missQuestion(dialog, step.miss));
    case 'askAboutCircle':
      return commit(dialog, circleQuestion(dialog, dialog.state.draft ? 'mind' : 'agent'));
    default:
      return assertNever(step);
  }
}

async function abortable(dialog: Dialog, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const abort = new AbortController();
  dialog.abort = abort;
  try {
    await work(abort.signal);
  } finally {
    if (dialog.abort === abort) delete dialog.abort;
  }
}

/** What closes a course or a dialog comes after the tool calls and tellasks of the same generation (SPEC 3.1). */
function closeDialog(dialog: Dialog, closing: Closing): void {
  if (closing.kind === 'newCourse') startCourse(dialog, closing);
  else completeRoot(dialog.tree, { by: 'agent', forced: false });
}

/** The caller is told that an answer was broken off (SPEC 10.7). */
function wholeOrMarked({ state, tree }: Dialog, content: string): string {
  return state.saying.isCut ? `${content}\n\n${tree.ctx.minds.texts().answerBrokenOff}` : content;
}

function endTurn(dialog: Dialog): void {
  const { belief } = dialog.state;
  if (belief) commit(dialog, ...endFactsWithInternal(dialog, belief));
}

function pushDiligence(dialog: Dialog, left: number): void {
  const { ctx } = dialog.tree;
  const diligence = ctx.minds.diligence(dialog.state.identity.taskDocPath);
  if (diligence.kind === 'disabled') return;
  const { text, language, source } = diligence;
  const facts = ctx.minds.texts().facts.beforePush(pushFacts(dialog));
  commit(dialog, { kind: 'diligencePushed', content: `${facts}\n\n${text}`, left, language, source });
}

function pushFacts({ tree, state }: Dialog): PushFacts {
  const { misread, genseq, processes = [] } = state;
  const announced = misread?.genseq === genseq ? misread.found.at(-1)?.quote : undefined;
  const failed = state.work?.command;
  return {
    open: openCalls(state).map(({ agentId }) => agentId),
    running: processes.map(({ command }) => firstWords(command)),
    ...(announced !== undefined && { announced }),
    ...(failed && failed.exitCode !== 0 && { failed }),
    goals: [...tree.ctx.minds.openGoals(state.identity.taskDocPath), ...unverified(tree)],
  };
}

/** Acceptance lines that were seen and do not hold yet. */
function unverified(tree: Tree): readonly string[] {
  const { lines = [] } = evidenceStanding(tree) ?? {};
  return lines.filter(({ state }) => state !== 'verified').map(({ line }) => line);
}

function warnOfContext(dialog: Dialog, step: Extract<Step, { kind: 'warnOfContext' }>): void {
  const texts = dialog.tree.ctx.minds.texts();
  const { lastUsage, contextLimits = { optimal: DEFAULT_OPTIMAL_TOKENS } } = dialog.state;
  const tokens = (lastUsage?.promptTokens ?? 0) + (lastUsage?.completionTokens ?? 0);
  const content =
    step.health === 'caution'
      ? texts.contextCaution(tokens, contextLimits.optimal, canTidy(dialog))
      : texts.contextCritical(
          Math.round((100 * tokens) / (contextLimits.window ?? tokens)),
          step.left,
          canTidy(dialog),
        );
  commit(dialog, { kind: 'autoSaid', reason: `context-${step.health}`, content });
}

function askToContinue(dialog: Dialog): void {
  const { ctx } = dialog.tree;
  const { diligence, genseq } = dialog.state;
  const text = ctx.minds.texts().continueQuestion({
    dialog: nameOf(dialog.state),
    who: memberOf(ctx, dialog.state).name,
    pushes: diligence.pushed,
    lastWords: lastSaying(dialog.state),
  });
  const questionId = ctx.newId() as QuestionId;
  commit(dialog, { kind: 'questionAsked', questionId, questionKind: 'diligence', ...text, genseq });
}
