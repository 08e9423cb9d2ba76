// Gathers evidence for the acceptance lines when a member marks the task done (SPEC 26.3): commands and files first,
// then reviews by members, then one question to the person. Each result is a record, so a crash repeats at most the
// check that ran.
import type { CallId } from '../../core/base/ids.ts';
import { mayWrite } from '../../core/dialog/fold/work-facts.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { openCalls } from '../../core/dialog/state.ts';
import { changedCheckFiles } from '../../core/dialog/view/evidence-standing.ts';
import type { AcceptanceLine } from '../../core/evidence/acceptance.ts';
import { isFresh, lineState, type Now } from '../../core/evidence/evidence.ts';
import { readPersonsVerdict } from '../../core/evidence/verdict.ts';
import { placeCall } from '../calls/dispatch.ts';
import { commit } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';
import { checkByCommand, checkFile } from './check.ts';
import { acceptanceOf, ask, evidenceOf, type Gathering, gathered, linesOf, ofTree } from './gathering.ts';
import { lookAtAcceptance } from './look.ts';
import { reviewFact } from './review.ts';
import { actedOf, evidenceStanding, nowOf, rootFirst } from './standing.ts';

/** `waits`: reviews or questions are recorded; the call is performed once more when they are answered. */
type Gathered =
  | { readonly kind: 'verified' }
  | { readonly kind: 'waits' }
  | { readonly kind: 'ends'; readonly content: string };

const verified: Gathered = { kind: 'verified' };
const waits: Gathered = { kind: 'waits' };

/** Checks what is not verified, in order, until something fails or has to be waited for. */
export async function gatherForDone(gathering: Gathering): Promise<Gathered> {
  const { dialog, call, context, signal } = gathering;
  const { evidence } = context.texts;
  lookAtAcceptance(dialog.tree);
  if (!evidenceStanding(dialog.tree)) return verified;
  if (dialog.state.toolCalls.some(({ callId, name }) => callId !== call.callId && mayWrite(name)))
    return { kind: 'ends', content: evidence.notAlone };
  const refused = takeAnswer(gathering);
  if (refused !== undefined) return notDone(gathering, await nowOf(dialog.tree, signal), refused);
  return (await checks(gathering)) ?? (await reviews(gathering)) ?? question(gathering);
}

/** Checks the commands and files that need no answer of anybody. */
export async function gatherUnasked(gathering: Gathering): Promise<void> {
  lookAtAcceptance(gathering.dialog.tree);
  if (evidenceStanding(gathering.dialog.tree)) await checks({ ...gathering, asksNobody: true });
}

/** Commands and files. A check that changes files makes those before it stale, so all get a second chance. */
async function checks(gathering: Gathering): Promise<Gathered | undefined> {
  const { dialog, signal, context } = gathering;
  const { results, evidence } = context.texts;
  const stopped: Gathered = { kind: 'ends', content: results.callStopped };
  const mine = linesOf(dialog).filter(({ kind }) => kind === 'cmd' || kind === 'file');
  let now = await nowOf(dialog.tree, signal);
  let { permission } = gathering.call;
  const ran = new Set<string>();
  for (const line of [...mine, ...mine]) {
    if (signal.aborted) return stopped;
    if (isSettled(gathering, line, now)) continue;
    const { permission: _, ...call } = gathering.call;
    const asking = { ...gathering, call: { ...call, ...(permission && { permission }) } };
    const found = line.kind === 'file' ? checkFile(dialog, line) : await checkByCommand(asking, line, now);
    if (signal.aborted) return stopped;
    if (found === 'leftOut') continue;
    if (found === 'waits') return waits;
    if (found.outcome === 'denied') permission = undefined;
    gathered(dialog, line, { ...found, now });
    ran.add(line.line);
    if (line.kind === 'cmd') now = await nowOf(dialog.tree, signal);
  }
  for (const line of mine) {
    if (ran.has(line.line) && stateOf(dialog, line, now) === 'stale')
      gathered(dialog, line, { outcome: 'failed', output: evidence.changesFiles, now });
  }
  const holds = mine.every(line => stateOf(dialog, line, now) === 'verified');
  return holds ? undefined : notDone(gathering, now);
}

/** Members look, each in a subdialog of its own; one who changed files cannot. */
async function reviews(gathering: Gathering): Promise<Gathered | undefined> {
  const { dialog, call, signal } = gathering;
  const mine = linesOf(dialog).filter(({ kind }) => kind === 'member');
  if (mine.length === 0) return undefined;
  const now = await nowOf(dialog.tree, signal);
  const facts = mine.filter(line => !isSettled(gathering, line, now)).map(line => reviewFact(dialog, line, now));
  const asked = facts.filter(({ kind }) => kind === 'reviewAsked');
  const waiting: Fact[] = asked.length > 0 ? [{ kind: 'doneWaits', callId: call.callId, lines: [] }] : [];
  commit(dialog, ...facts.filter(({ kind }) => kind !== 'reviewAsked'), ...waiting, ...asked);
  for (const each of openCalls(dialog.state)) if (each.review) placeCall(dialog, each);
  if (asked.length > 0) return waits;
  return mine.every(line => stateOf(dialog, line, now) === 'verified') ? undefined : notDone(gathering, now);
}

/** The person's lines, with what members dropped and which files of checks they changed, in one question. */
async function question(gathering: Gathering): Promise<Gathered> {
  const { dialog, signal } = gathering;
  const now = await nowOf(dialog.tree, signal);
  const left = evidenceStanding(dialog.tree, now)?.lines.filter(({ state }) => state !== 'verified') ?? [];
  if (left.length === 0) return verified;
  // Something else changed meanwhile, or the person has said no of these files.
  const isForPerson = left.every(line => line.kind === 'human' || line.dropped || line.changedChecks);
  const isRejected = linesOf(dialog).some(line => line.kind === 'human' && stateOf(dialog, line, now) === 'failed');
  if (!isForPerson || isRejected) return notDone(gathering, now);
  const paths = new Set(left.flatMap(({ changedChecks = [] }) => changedChecks));
  ask(
    gathering,
    {
      lines: left.filter(({ kind, dropped }) => kind === 'human' && !dropped).map(({ line }) => line),
      dropped: left.filter(({ dropped }) => dropped).map(({ line }) => line),
      files: changedCheckFiles(rootFirst(dialog.tree), acceptanceOf(dialog)).filter(({ path }) => paths.has(path)),
    },
    now,
  );
  return waits;
}

/** Records what the person answered to the question of this call; returns what they said unless they accepted. */
function takeAnswer({ dialog, call, context }: Gathering): string | undefined {
  const { acceptance: asked } = call;
  if (asked?.answer === undefined) return undefined;
  const { answer, lines, dropped, files } = asked;
  const { evidence } = context.texts;
  if (answer === null) return evidence.notAnswered;
  const verdict = readPersonsVerdict(answer);
  const isAccepted = verdict === 'accepted';
  const output = evidence.personSays(answer);
  const present = acceptanceOf(dialog).lines.map(({ line }) => line);
  // Without an id of the files, nothing may have changed since the question.
  const isOfNow = asked.tree !== undefined || isFresh(numberOf(dialog, call.callId, 'doneWaits'), actedOf(dialog.tree));
  const outcome = isAccepted ? 'passed' : verdict === 'rejected' ? 'failed' : 'unclear';
  const facts = lines
    .filter(line => isOfNow && present.includes(line))
    .map((line): Fact => ({ kind: 'evidenceGathered', line, outcome, output, ...ofTree(asked) }));
  const agreed: Fact = {
    kind: 'acceptanceSeen',
    lines: present,
    by: 'person',
    ...(dropped && { agreed: true }),
    ...(files && { files }),
  };
  commit(dialog, ...facts, ...(isAccepted && (dropped || files) ? [agreed] : []));
  return isAccepted ? undefined : output;
}

/** Ends the call with the facts; `said`: by the person, where no line says it. */
function notDone({ dialog, context }: Gathering, now: Now, said?: string): Gathered {
  const { lines = [] } = evidenceStanding(dialog.tree, now) ?? {};
  const left = lines.filter(({ state }) => state !== 'verified');
  const isSaid = said === undefined || left.some(({ output }) => output === said);
  const text = context.texts.evidence.notDone(left, lines.length);
  return { kind: 'ends', content: isSaid ? text : `${text}\n${said}` };
}

/**
 * True if a line need not be checked now: it is verified, was checked for this call already, or costs a request or a
 * question although nothing changed since it failed.
 */
function isSettled({ dialog, call }: Gathering, line: AcceptanceLine, now: Now): boolean {
  const found = evidenceOf(dialog, line);
  if (!found) return false;
  const state = lineState(found, now);
  if (state === 'stale') return false;
  const { n = 0 } = numberOf(dialog, call.callId, 'toolCalled');
  const isOfThisCall = found.n !== undefined && found.n > n;
  const isCostly = line.kind === 'member' || found.outcome === 'denied';
  return state === 'verified' || isOfThisCall || (state === 'failed' && isCostly);
}

function stateOf(dialog: Dialog, line: AcceptanceLine, now: Now) {
  return lineState(evidenceOf(dialog, line), now);
}

/** The number of the newest record of a kind about a call. */
function numberOf(dialog: Dialog, callId: CallId, kind: 'toolCalled' | 'doneWaits'): { readonly n?: number } {
  const record = dialog.records.findLast(each => each.kind === kind && each.callId === callId);
  return record?.n === undefined ? {} : { n: record.n };
}
