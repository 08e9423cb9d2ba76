// The drive loop: asks `nextStep` what to do, does it, records what came of it, until the dialog waits or rests. The only
// place that catches what the steps throw (ARCHITECTURE invariants 2 and 6).
import { assertNever } from '../core/assert.ts';
import { DEFAULT_OPTIMAL_TOKENS } from '../core/context-health.ts';
import type { QuestionId } from '../core/dialog/ids.ts';
import { nextStep, type Step } from '../core/dialog/next-step.ts';
import type { Fact } from '../core/dialog/record.ts';
import { endFactsWithInternal } from './belief-background.ts';
import { askForSlots, keepGoing, showPlan, takeDecision } from './belief-turn.ts';
import { capQuestion } from './caps.ts';
import { circleQuestion } from './circles.ts';
import { beginNextCourse, closeDialog } from './close-dialog.ts';
import { deliverGiven, supplyResponse, takeNextCall } from './deliver.ts';
import { dispatchTellasks } from './dispatch.ts';
import { acceptDraft } from './draft-intents.ts';
import { generate } from './generate.ts';
import { perform } from './perform.ts';
import { commit, interruptBy, memberOf, policyOf, type Run } from './run.ts';
import { type Dialog, isRunning, type Tree } from './tree.ts';

/** Drives one dialog until nothing is left to do now. Runs once at a time per dialog; never rejects. */
export async function driveDialog(run: Run, tree: Tree, dialog: Dialog): Promise<void> {
  try {
    deliverGiven(run, tree, dialog);
    while (!run.closing() && isRunning(tree)) {
      const step = nextStep(dialog.state, policyOf(run, dialog.state, tree));
      if (step.kind === 'wait' || step.kind === 'rest') {
        if (takeNextCall(run, tree, dialog)) continue;
        return;
      }
      await doStep(run, tree, dialog, step);
    }
  } catch (error) {
    interruptBy(run, tree, dialog, error);
  }
}

type Doing = Exclude<Step, { kind: 'wait' | 'rest' }>;

function doStep(run: Run, tree: Tree, dialog: Dialog, step: Doing): Promise<void> | void {
  switch (step.kind) {
    case 'generate':
    case 'refineDrafts':
      return abortable(dialog, signal => generate(run, tree, dialog, signal));
    case 'perform':
      return abortable(dialog, signal => perform(run, tree, dialog, step.call, signal));
    case 'dispatchTellasks':
      return dispatchTellasks(run, tree, dialog);
    case 'supplyResponse':
      return supplyResponse(run, tree, dialog, step);
    case 'deliverQueued':
      return commit(run, tree, dialog, ...step.messages.map((message): Fact => ({ kind: 'userSaid', ...message })));
    case 'close':
      return closeDialog(run, tree, dialog, step.closing);
    case 'nextCourse':
      return beginNextCourse(run, tree, dialog, step.because);
    case 'askForOutput':
      return commit(run, tree, dialog, {
        kind: 'autoSaid',
        reason: 'empty-output',
        content: run.minds.texts().emptyOutput,
      });
    case 'warnOfContext':
      return warnOfContext(run, tree, dialog, step);
    case 'acceptDraft':
      return acceptDraft(run, tree, dialog, { draftId: step.draftId, by: 'quiet' });
    case 'takeTurn':
      if (takeDecision(run, tree, dialog)) return;
      return abortable(dialog, signal => generate(run, tree, dialog, signal));
    case 'askForSlots':
      return askForSlots(run, tree, dialog);
    case 'showPlan':
      return showPlan(run, tree, dialog);
    case 'keepGoing':
      return keepGoing(run, tree, dialog);
    case 'endTurn':
      return endTurn(run, tree, dialog);
    case 'pushDiligence':
      return pushDiligence(run, tree, dialog, step.left);
    case 'askToContinue':
      return askToContinue(run, tree, dialog);
    case 'askAboutCap':
      return commit(
        run,
        tree,
        dialog,
        capQuestion(run, tree, { state: dialog.state, member: memberOf(run, dialog.state) }),
      );
    case 'askAboutCircle':
      return commit(run, tree, dialog, circleQuestion(run, dialog, dialog.state.draft ? 'mind' : 'agent'));
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

function endTurn(run: Run, tree: Tree, dialog: Dialog): void {
  const { belief } = dialog.state;
  if (belief) commit(run, tree, dialog, ...endFactsWithInternal(run, dialog, belief));
}

function pushDiligence(run: Run, tree: Tree, dialog: Dialog, left: number): void {
  const diligence = run.minds.diligence();
  if (diligence.kind === 'disabled') return;
  const { text, language, source } = diligence;
  run.log.info(`diligence push of ${dialog.ref.rootId}: language ${language}, source ${source}, ${left} left`);
  commit(run, tree, dialog, { kind: 'diligencePushed', content: text, left, language, source });
}

function warnOfContext(run: Run, tree: Tree, dialog: Dialog, step: Extract<Step, { kind: 'warnOfContext' }>): void {
  const texts = run.minds.texts();
  const { lastUsage, contextLimits = { optimal: DEFAULT_OPTIMAL_TOKENS } } = dialog.state;
  const tokens = (lastUsage?.promptTokens ?? 0) + (lastUsage?.completionTokens ?? 0);
  const content =
    step.health === 'caution'
      ? texts.contextCaution(tokens, contextLimits.optimal)
      : texts.contextCritical(Math.round((100 * tokens) / (contextLimits.window ?? tokens)), step.left);
  commit(run, tree, dialog, { kind: 'autoSaid', reason: `context-${step.health}`, content });
}

function askToContinue(run: Run, tree: Tree, dialog: Dialog): void {
  const { diligence, genseq } = dialog.state;
  const text = run.minds.texts().continueQuestion(diligence.pushed);
  const questionId = run.newId() as QuestionId;
  commit(run, tree, dialog, { kind: 'questionAsked', questionId, questionKind: 'diligence', ...text, genseq });
}
