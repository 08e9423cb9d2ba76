// The steps of dialogue state in the drive loop (SPEC 16.4 - 16.8): words become a turn, what is missing and plans are
// put to the person, work goes on by itself, and the turn ends. Each is one commit, so that a crash leaves either
// nothing or all of it.

import type { QuestionId } from '../../core/base/ids.ts';
import { type BeliefProgress, type DueWords, foldBelief, isHeld } from '../../core/belief/belief-progress.ts';
import type { BeliefContext } from '../../core/belief/context.ts';
import { approves, cancels, rejects } from '../../core/belief/decision-words.ts';
import type { DomainFile } from '../../core/belief/domain/domain-file.ts';
import {
  applyCommand,
  applyDeed,
  beginFacts,
  clarifyQuestion,
  endFacts,
  optionMeant,
  optionsNamed,
  parseCommand,
  predictionTool,
  readPrediction,
  withCommands,
  withIssue,
  withPredictions,
} from '../../core/belief/domain/rules.ts';
import { awaitedOf } from '../../core/belief/missing.ts';
import type { BeliefFact } from '../../core/belief/record.ts';
import { activeFlow, type BeliefState, type Changed, withDerived } from '../../core/belief/state.ts';
import type { Ending } from '../../core/belief/turn.ts';
import type { NewTurn } from '../../core/belief/turn-facts.ts';
import type { Json } from '../../core/belief/values/json.ts';
import { firstWords } from '../../core/dialog/fold/fold-parts.ts';
import type { CourseRecord, Fact, RecordOf } from '../../core/dialog/record.ts';
import type { Identity, SaidPart } from '../../core/dialog/record-parts.ts';
import { type DialogState, isOwnTalk } from '../../core/dialog/state.ts';
import { closeQuestions } from '../../core/dialog/view/question-closing.ts';
import { DriveError } from '../../core/facts/trouble.ts';
import { clarifyText, decisionText } from '../../core/prompt/belief-text.ts';
import type { SideCall } from '../../core/spending/call-figures.ts';
import { sayFault } from '../../words/say.ts';
import { commit } from '../commit.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import type { Generation } from '../generate/generation.ts';

/** True if the next model call takes words of the person into the beliefs. */
export function takesTurn(state: DialogState): boolean {
  return state.belief !== undefined && state.belief.due.length > 0 && isOwnTalk(state);
}

/** The context that a dialog's beliefs are judged by. Throws when its domain cannot be used. */
export function beliefContext(ctx: DriverContext, { identity }: DialogState): BeliefContext {
  const { domain, problems, name } = domainOf(ctx, identity);
  if (domain === undefined) throw new DriveError('broken-domain', problemText(name, problems[0]));
  const today = ctx.minds.today?.();
  return { domain, ...(ctx.lookUp && { lookUp: ctx.lookUp }), ...(today && { today }) };
}

/** The domain of a dialog as its file says now. */
export function domainOf(ctx: DriverContext, identity: Identity): DomainFile & { readonly name: string } {
  const name = (identity.kind === 'root' ? identity.domain : undefined) ?? '';
  return { name, ...ctx.minds.domain(name) };
}

function problemText(
  name: string,
  problem: ReturnType<DriverContext['minds']['domain']>['problems'][number] | undefined,
): string {
  if (problem === undefined) return `the domain ${name} is not there`;
  const place = [problem.file, problem.line, problem.column].filter(part => part !== undefined).join(':');
  return `${place}: ${sayFault(problem.fault, 'en').message}`;
}

/**
 * Records the turn of an answer that settles what is asked, as an exact option does; it needs no prediction. False when
 * the words must be predicted.
 */
export function takeDecision(dialog: Dialog): boolean {
  const { ctx } = dialog.tree;
  const { belief } = dialog.state;
  const [words] = belief?.due ?? [];
  if (!belief || !words?.question || words.question.isPast) return false;
  const context = { ...beliefContext(ctx, dialog.state), by: 'hand' as const };
  const decision = decisionOf(context, belief.state, { content: words.content, question: words.question });
  if (!decision) return false;
  const { command, change } = decision;
  const turn: NewTurn = {
    by: 'person',
    said: firstWords(words.content),
    takes: 1,
    commands: [command],
    make(state) {
      const changed = change(state);
      return changed.ok ? changed.state : withIssue(state, changed.why);
    },
  };
  commit(dialog, ...beginFacts(belief, turn, endingNow(dialog)));
  return true;
}

interface Decision {
  readonly command: Json;
  readonly change: (state: BeliefState) => Changed;
}

function decisionOf(context: BeliefContext, state: BeliefState, words: Required<DueWords>): Decision | undefined {
  const { content, question } = words;
  const flow = activeFlow(state);
  const [option, ...others] = optionsNamed(question.options ?? [], content);
  const isOption = option !== undefined && others.length === 0;
  const asked =
    question.kind === 'plan' || !isOption
      ? undefined
      : optionMeant(context.domain, state, { option, offered: question.options ?? [] });
  if (asked) return commanded(context, asked);
  // What the responder asks may be about less than its flow.
  if (!flow || question.kind === 'ask') return undefined;
  const name = flow.flow;
  if (cancels(content) && !(isOption && question.kind === 'clarify')) return commanded(context, { cancel: name });
  const awaited = awaitedOf(flow);
  if (question.kind !== 'plan' || awaited === undefined) return undefined;
  if (rejects(content)) return commanded(context, { cancel: name });
  if (!approves(content)) return undefined;
  if (awaited !== 'approval') return commanded(context, { confirm: name });
  const approve: Decision['change'] = before => applyDeed(context, before, { kind: 'approve', planId: flow.flowId });
  return { command: { approve: name }, change: approve };
}

function commanded(context: BeliefContext, command: Json): Decision {
  return {
    command,
    change(state) {
      const parsed = parseCommand(command);
      return parsed.ok ? applyCommand(context, state, parsed.command) : parsed;
    },
  };
}

/** What a message ends: questions, and the flow that the first of them is about. */
export interface Dropped {
  readonly closed: readonly Fact[];
  readonly drops?: NonNullable<RecordOf<'userSaid'>['drops']>;
}

/**
 * The questions about the beliefs that a message closes: one that drops what they are about is heard at once, though it
 * is no answer. None while anything else is asked.
 */
export function questionsDropped({ state }: Dialog, content: string): Dropped {
  const { questions, belief } = state;
  const isAboutFlow = questions.every(
    ({ questionKind: kind, form }) => !form && (kind === 'clarify' || kind === 'plan'),
  );
  if (!belief || !isAboutFlow || !cancels(content)) return { closed: [] };
  const closed = closeQuestions(questions, { reason: 'the person dropped it', because: 'dropped' });
  const [first] = questions;
  const kind = first?.questionKind;
  if (kind !== 'clarify' && kind !== 'plan') return { closed };
  return { closed, drops: { kind, headline: first?.headline ?? '' } };
}

/** The facts for a finished prediction: a turn, with its question when the words were unclear, or one more attempt. */
export function predictionFacts(
  dialog: Dialog,
  generation: Generation,
  end: Omit<SideCall, 'genseq'>,
): readonly Fact[] {
  const { ctx } = dialog.tree;
  const { belief } = dialog.state;
  if (!belief) return [];
  const context = beliefContext(ctx, dialog.state);
  const answer = generation.argsOf(predictionTool) ?? generation.textOf('saying');
  const read = readPrediction(context.domain, answer);
  const call = sideCall(generation, end);
  if (!read.ok && belief.unread === undefined) {
    return [{ kind: 'predictionUnread', problem: read.problem, output: answer.slice(0, KEPT_OUTPUT), ...call }];
  }
  const commands: readonly Json[] = read.ok ? read.commands : [{ converse: true }];
  const turn: NewTurn = {
    by: 'person',
    said: firstWords(belief.due.map(({ content }) => content).join(' ')),
    commands,
    call,
    make(state) {
      const predicted = withPredictions(context, state, read.ok ? read.predictions : []);
      const changed = heard(withCommands(context, predicted, commands));
      return read.ok ? changed : withIssue(changed, { id: 'unread-prediction', problem: read.problem });
    },
  };
  // Whoever answers the responder lets it go on with its work, whatever else they say.
  const isAnswer = belief.due.some(({ question }) => question?.kind === 'ask');
  const heard = (state: BeliefState) => (isAnswer ? withDerived({ ...state, isTalk: false }) : state);
  const facts = beginFacts(belief, turn, endingNow(dialog));
  const question = clarifyQuestion(commands);
  const begun = after(belief, facts);
  // What a flow lacks is asked for when the person's own question is answered.
  if (question === undefined || (begun.state.requested && isHeld(begun.state))) return facts;
  return [...facts, ...clarifying(dialog, { belief: begun, question })];
}

/**
 * How the open turn ends with the records so far: it is unanswered while the responder has not spoken since it began.
 */
export function endingNow({ records }: Dialog): Ending {
  const began = records.findLastIndex(record => record.kind === 'turnBegan' && record.by === 'person');
  return { isUnanswered: !records.slice(began + 1).some(isReply) };
}

function isReply(record: CourseRecord): boolean {
  return record.kind === 'assistantSaid' && !record.cut && record.parts.some(isWords);
}

function isWords(part: SaidPart): boolean {
  return part.kind === 'prose' && part.text.trim() !== '';
}

/** Characters that are kept of an answer that could not be read. */
const KEPT_OUTPUT = 2_000;

/** The end of a model call that is no generation of the talk. */
export function sideCall({ live: { genseq } }: Pick<Generation, 'live'>, end: Omit<SideCall, 'genseq'>): SideCall {
  const { model, usage, cost, estimate, mark } = end;
  return {
    genseq,
    ...(model !== undefined && { model }),
    ...(usage && { usage }),
    ...(cost !== undefined && { cost }),
    ...(estimate && { estimate }),
    ...(mark !== undefined && { mark }),
  };
}

/** Asks for exactly what the active flow lacks; the turn is over with that. */
export function askForSlots(dialog: Dialog): void {
  const { belief } = dialog.state;
  if (belief) commit(dialog, ...clarifying(dialog, { belief }));
}

/** Asks what the active flow waits for: approval of its steps, of its values, or of going on with it at all. */
export function askForDecision(dialog: Dialog): void {
  const { belief } = dialog.state;
  const flow = belief && activeFlow(belief.state);
  const awaited = flow && awaitedOf(flow);
  if (!awaited) return;
  const { ctx } = dialog.tree;
  const { domain } = beliefContext(ctx, dialog.state);
  const text = decisionText(belief.state, flow, awaited, { words: ctx.minds.texts().belief, domain });
  commit(dialog, ...endFacts(belief), { ...asked(dialog), questionKind: 'plan', ...text });
}

/** Goes on to the next flow without the person. */
export function keepGoing(dialog: Dialog): void {
  const { belief } = dialog.state;
  if (!belief) return;
  const content = dialog.tree.ctx.minds.texts().belief.goOn(activeFlow(belief.state)?.flow);
  commit(dialog, { kind: 'keptGoing', round: belief.rounds + 1, content });
}

interface Unclear {
  readonly belief: BeliefProgress;
  readonly question?: string;
}

function clarifying(dialog: Dialog, { belief, question }: Unclear): Fact[] {
  const { ctx } = dialog.tree;
  const { domain } = beliefContext(ctx, dialog.state);
  const text = clarifyText(belief.state, { words: ctx.minds.texts().belief, domain, question });
  const ended = endFacts(belief, { isUnanswered: question !== undefined });
  return [...ended, { ...asked(dialog), questionKind: 'clarify', ...text }];
}

function asked({ tree, state }: Dialog) {
  const { ctx } = tree;
  return { kind: 'questionAsked', questionId: ctx.newId() as QuestionId, genseq: state.genseq } as const;
}

function after(belief: BeliefProgress, facts: readonly BeliefFact[]): BeliefProgress {
  return facts.reduce(foldBelief, belief);
}
