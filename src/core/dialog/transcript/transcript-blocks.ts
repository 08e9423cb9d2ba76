// Records of one course as blocks that people read; `show` and `export` render them. Records that only serve the
// machine make no block.

import type { DialogRef } from '../../base/ids.ts';
import { formatRef } from '../../base/ids.ts';
import { type ImageRef, imageLabel } from '../../base/image.ts';
import { MAX_ROUNDS } from '../../belief/belief-progress.ts';
import { brokenOff } from '../../spending/call-figures.ts';
import { formatCost } from '../../spending/cost.ts';
import type { Dialect } from '../../team/dialect.ts';
import type { Grant } from '../../team/policy.ts';
import { isDismissal } from '../dismissal.ts';
import type { CourseRecord, Fact, RecordOf } from '../record.ts';
import type { Identity, SaidByPerson, SaidPart } from '../record-parts.ts';
import { questionClosingText } from '../view/question-closing.ts';
import type { TranscriptWords } from './transcript-words.ts';

/** The speaker: the person, a member, a tool, or the runtime. */
export type BlockSpeaker = 'person' | 'member' | 'tool' | 'runtime';

export interface TranscriptBlock {
  readonly speaker: BlockSpeaker;
  readonly at: string;
  readonly heading: string;
  /** '' when the heading says it all. */
  readonly text: string;
  /** The person's attachments; the text names them too. */
  readonly images?: readonly ImageRef[];
}

/** The blocks of a course in its order. `records` begin with the first of the course, which names the responder. */
export function transcriptBlocks(records: readonly CourseRecord[], words: TranscriptWords): readonly TranscriptBlock[] {
  const reading = readAhead(records, words);
  return records.flatMap(record => {
    const make = blockMakers[record.kind] as ((record: CourseRecord, reading: Reading) => Made | undefined) | undefined;
    const made = make?.(record, reading);
    if (made === undefined) return [];
    const [speaker, heading, text = ''] = made;
    const images = (record.kind === 'userSaid' || record.kind === 'messageQueued') && record.images;
    const asked = record.askedBy ? ` · ${words.place(record.askedBy)}` : '';
    return [
      { speaker, at: record.at, heading: heading + asked, text: text.replace(/\n+$/, ''), ...(images && { images }) },
    ];
  });
}

/** A saying as the model wrote it, tellask prefixes included. */
export function saidText(parts: readonly SaidPart[], dialect: Dialect = 'tellask'): string {
  return parts.map(part => partText(part, dialect)).join('');
}

function partText(part: SaidPart, dialect: Dialect): string {
  if (part.kind === 'prose') return part.text;
  if (part.written !== undefined) return part.written;
  const payload = part.headline + part.body;
  const written = dialect !== 'texting' ? payload.replace(/^(?!$(?![\s\S]))/gm, '!?') : payload;
  const rest = part.valid ? (part.rest ?? '') : '';
  return written + rest;
}

/** The context for rendering a record. */
interface Reading {
  readonly agentId: string;
  readonly dialect: Dialect;
  /** Generations that a scripted model played: always labelled as such (SPEC 10.1). */
  readonly scripted: ReadonlySet<number>;
  readonly toolNames: ReadonlyMap<string, string>;
  /** The present text of each message that is still queued, by its id. */
  readonly queued: ReadonlyMap<string, string>;
  readonly words: TranscriptWords;
}

function readAhead(records: readonly CourseRecord[], words: TranscriptWords): Reading {
  const [first] = records;
  const identity = first?.kind === 'dialogCreated' || first?.kind === 'courseStarted' ? first.identity : undefined;
  return {
    agentId: identity?.agentId ?? 'agent',
    dialect: identity?.dialect ?? 'tellask',
    scripted: new Set(records.flatMap(each => (isScripted(each) ? [each.genseq] : []))),
    toolNames: new Map(records.flatMap(each => (each.kind === 'toolCalled' ? [[each.callId, each.name]] : []))),
    queued: stillQueued(records),
    words,
  };
}

function stillQueued(records: readonly CourseRecord[]): ReadonlyMap<string, string> {
  const queued = new Map<string, string>();
  for (const record of records) {
    if (record.kind === 'messageQueued' || record.kind === 'queuedChanged') queued.set(record.msgId, record.content);
    else if (record.kind === 'userSaid' || record.kind === 'queuedRemoved') queued.delete(record.msgId);
  }
  return queued;
}

function isScripted(record: CourseRecord): record is RecordOf<'generationEnded'> {
  return record.kind === 'generationEnded' && record.model === 'playbook';
}

/** An answer with the facts under it. */
function withFacts({ content, facts }: RecordOf<'responseSupplied'>, words: TranscriptWords): string {
  return facts ? `${content.trimEnd()}\n\n(${words.facts(facts)})` : content;
}

type Made = readonly [speaker: BlockSpeaker, heading: string, text?: string | undefined];
type BlockMakers = { readonly [K in Fact['kind']]: (record: RecordOf<K>, reading: Reading) => Made | undefined };

const none = () => undefined;

const blockMakers: BlockMakers = {
  dialogCreated: ({ identity, call }, { words }) =>
    call
      ? ['member', words.asks(call.callerAgentId, identity.agentId), call.headline + call.body]
      : ['runtime', words.responds(identity.agentId, identity.taskDocPath)],
  courseStarted: ({ course, reason, prompt }, { words }) => ['runtime', words.courseBegins(course, reason), prompt],
  dialogCompleted: ({ by, forced, facts }, { words }) => [
    'runtime',
    words.done(by, forced === true),
    facts && words.facts(facts),
  ],
  dialogArchived: (_, { words }) => ['runtime', words.archived],
  dialogReopened: (_, { words }) => ['runtime', words.reopened],
  dialogForked: ({ from, note }, { words }) => ['runtime', words.forked(from), note],

  messageQueued: (record, { queued, words }) => {
    const content = queued.get(record.msgId);
    return content === undefined ? undefined : ['person', words.youQueued, personText({ ...record, content }, words)];
  },
  queuedChanged: none,
  queuedRemoved: none,
  userSaid: (record, { words }) => ['person', words.you, personText(record, words)],

  heldBack: ({ until, reason = '' }, { words }) =>
    until === undefined ? undefined : ['runtime', words.heldBack, reason],
  retriedNow: ({ by }, { words }) => ['person', words.youRetry(by)],
  generationStarted: none,
  assistantThought: ({ text, genseq, cut }, reading) => [
    'member',
    reading.words.thinks(reading.agentId) + marks(reading, genseq, cut),
    text,
  ],
  assistantSaid: ({ parts, genseq, cut }, reading) => [
    'member',
    reading.agentId + marks(reading, genseq, cut),
    saidText(parts, reading.dialect),
  ],
  toolCalled: ({ name, args }, { agentId, words }) => ['tool', words.uses(agentId, name), args === '{}' ? '' : args],
  generationEnded: (end, { words }) => {
    const broken = brokenOff(end.finish);
    if (end.outcome === 'complete' && !broken && end.ms === undefined && !end.usage) return undefined;
    const how = broken ? words.brokenOff[broken] : words.generation(end.outcome);
    return ['runtime', [how, ...spentParts(end, words)].join(' · ')];
  },

  callsMisread: ({ misread }, { words }) => ['runtime', words.misread, misread.map(({ quote }) => quote).join('\n')],
  toolStarted: none,
  toolAsked: none,
  sleepBegan: none,
  processStarted: none,
  processEnded: none,
  toolReturned: ({ callId, ok, content, exitCode }, { toolNames, words }) => [
    'tool',
    words.toolReturned(toolNames.get(callId) ?? words.tool, ok, exitCode),
    content,
  ],
  filesChanged: none,
  editsUndone: ({ changes }, { words }) => ['person', words.editsUndone, changes.map(({ path }) => path).join('\n')],
  editsKept: none,
  editsRedone: ({ changes }, { words }) => ['person', words.editsRedone, changes.map(({ path }) => path).join('\n')],
  clearMindRequested: none,
  doneRequested: none,

  tellaskMade: ({ agentId, targets, callKind, instead }, { words }) => [
    'runtime',
    words.called(agentId, callKind, targets),
    instead === undefined ? '' : words.insteadOf(instead),
  ],
  tellaskRefused: ({ message }, { words }) => ['runtime', words.tellaskRefused, message],
  responseSupplied: (record, { words }) =>
    isDismissal(record)
      ? ['runtime', words.callEnded(record.agentId)]
      : ['member', words.answers(record.agentId, record.ok), withFacts(record, words)],

  calleeTold: ({ content, by }, { agentId, words }) =>
    by === 'person' ? ['person', words.youTell, content] : ['member', words.tells(agentId), content],
  reassignRequested: none,
  asideOpened: ({ because }, { words }) => ['runtime', words.asideOpened(because === 'words')],
  asideEnded: (_, { words }) => ['runtime', words.asideEnded],
  asideCleared: ({ prompt }, { words }) => ['runtime', words.asideCleared, prompt],

  wasTold: ({ callerAgentId, content, by }, { words }) =>
    by === 'person' ? ['person', words.you, content] : ['member', words.adds(callerAgentId), content],
  callReceived: ({ call }, { agentId, words }) => [
    'member',
    words.asks(call.callerAgentId, agentId),
    call.headline + call.body,
  ],
  responseGiven: ({ to, ok }, { words }) => ['runtime', words.answerGiven(to, ok)],
  assignmentDropped: (_, { words }) => ['runtime', words.assignmentDropped, ''],

  questionAsked: ({ questionId, questionKind, callId, headline, body, options, form }, { words }) => [
    'runtime',
    words.question(questionId),
    callId === undefined ||
    questionKind === 'permission' ||
    questionKind === 'acceptance' ||
    questionKind === 'merge' ||
    form
      ? [headline, body, options?.join(' | ') ?? ''].filter(line => line !== '').join('\n')
      : '',
  ],
  questionAnswered: ({ questionId, content, by }, { words }) => ['person', words.youAnswer(questionId, by), content],
  questionClosed: (record, { words }) => [
    'runtime',
    words.questionClosed(record.questionId),
    questionClosingText(words.questionClosings, record),
  ],
  capRaised: ({ cap }, { words }) => ['runtime', words.capRaised(cap.agentId)],
  permissionGranted: ({ grant }, { words }) => ['runtime', words.alwaysAllowed(grant.tool), grantedWhat(grant)],
  permissionRevoked: ({ grant }, { words }) => ['runtime', words.asksAgain(grant.tool), grantedWhat(grant)],
  permissionModeSet: ({ mode }, { words }) => ['runtime', words.permissionModes[mode]],

  remindersSet: ({ reminders }, { words }) => [
    'runtime',
    words.reminders,
    reminders.map((each, at) => `${at + 1}. ${each}`).join('\n'),
  ],
  diligencePushed: ({ content, left }, { words }) => ['runtime', words.pushed(left), content],
  diligenceSet: ({ on }, { words }) => ['runtime', words.diligence(on)],
  autoSaid: ({ reason, content }, { words }) => ['runtime', words.automatic(reason), content],

  revertBegan: none,
  revertEnded: none,

  workplaceMade: ({ place, note }, { words }) => [
    'runtime',
    words.ownPlace,
    note === undefined ? place.root : `${place.root}\n${note}`,
  ],
  workplaceEnded: none,
  workDecided: none,
  mergeBegan: none,
  workSettled: ({ note }, { words }) => ['runtime', words.workSettled, note],
  workSentBack: ({ note }, { words }) => ['runtime', words.workSettled, note],

  interrupted: (why, { words }) => ['runtime', words.interrupted(why.code), why.message],
  leftWaiting: none,
  resumed: (_, { words }) => ['runtime', words.continued],

  draftMessageSent: ({ content }, { words }) => ['person', words.you, content],
  draftMessageAdded: ({ content }, { words }) => ['person', words.youAdd, content],
  draftTaken: ({ draft }, { words }) => ['person', words.draftTaken(draft.id), draft.text],
  draftRunAsked: none,
  draftStepped: draftBlock,
  draftAccepted: ({ draftId, by }, { words }) => [
    by === 'person' ? 'person' : 'runtime',
    words.draftAccepted(draftId, by === 'person'),
  ],
  draftsSeen: none,
  exchangesPruned: ({ pairs }, { words }) => ['person', words.pruned(pairs)],

  turnBegan: ({ turn, by, commands, note }, { words }) =>
    by === 'person' ? ['runtime', words.turn(turn), note ?? commandLines(commands)] : undefined,
  predictionUnread: ({ problem }, { words }) => ['runtime', words.predictionUnread, problem],
  beliefChanged: ({ by, command, note }, { agentId, words }) =>
    by === 'person'
      ? ['person', words.youChangeState, note ?? JSON.stringify(command)]
      : ['runtime', words.changesState(by === 'agent' ? agentId : undefined), JSON.stringify(command)],
  turnEnded: none,
  keptGoing: ({ round, content }, { words }) => ['runtime', words.keptGoing(round, MAX_ROUNDS), content],
  rolledBack: ({ from, to }, { words }) => ['person', words.rolledBack(from, to)],

  acceptanceSeen: ({ lines, by }, { words }) => [
    by === 'person' ? 'person' : 'runtime',
    words.acceptanceSeen(by === 'person'),
    lines.map(line => `- ${line}`).join('\n'),
  ],
  evidenceGathered: ({ line, outcome, output }, { words }) => ['runtime', words.evidence(line, outcome), output],
  reviewAsked: ({ agentId, target, line }, { words }) => ['runtime', words.called(agentId, 'C', [target]), line],
  doneWaits: none,
};

function commandLines(commands: readonly unknown[]): string {
  return commands.map(command => JSON.stringify(command)).join('\n');
}

function personText({ content, images = [] }: SaidByPerson, words: TranscriptWords): string {
  return [content, ...images.map(image => words.image(imageLabel(image)))].filter(line => line !== '').join('\n');
}

function draftBlock(
  { draft, earlier = [], thoughts, note, warning, rest, ...end }: RecordOf<'draftStepped'>,
  { agentId, words }: Reading,
): Made {
  const parts = [
    ...[...earlier, ...(draft ? [draft] : [])].map(({ text }) => text),
    ...(note === undefined ? [] : [words.note(note)]),
    ...(warning === undefined ? [] : [words.warning(warning)]),
    ...(rest === undefined ? [] : [words.leftOver(rest)]),
    ...thoughts.map(({ text }) => words.thought(text)),
    spentParts(end, words).join(' · '),
  ];
  return ['member', draft ? words.offersDraft(agentId, draft.id) : words.thinksOn(agentId), parts.join('\n\n')];
}

/** A generation's model, tokens, cost and time, as far as they are known. */
function spentParts(
  {
    model,
    usage,
    cost,
    estimate,
    ms,
    imagesLeftOut,
  }: Pick<RecordOf<'generationEnded'>, 'model' | 'usage' | 'cost' | 'estimate' | 'ms' | 'imagesLeftOut'>,
  words: TranscriptWords,
): string[] {
  return [
    ...(model === undefined ? [] : [model]),
    usage
      ? words.tokens(usage.promptTokens, usage.completionTokens, usage.cachedTokens)
      : words.unknownUsage(estimate?.tokens),
    ...(cost === undefined ? [] : [words.cost(formatCost(cost))]),
    ...(ms === undefined ? [] : [words.seconds((ms / 1000).toFixed(1))]),
    ...(imagesLeftOut === undefined ? [] : [words.imagesLeftOut(imagesLeftOut)]),
  ];
}

function grantedWhat({ commands, command, paths }: Grant): string {
  return commands?.join(', ') ?? command ?? paths.join(', ');
}

/** Remarks about a generation; usually ''. */
function marks({ scripted, words }: Reading, genseq: number, cut: true | undefined): string {
  const all = [...(scripted.has(genseq) ? [words.scripted] : []), ...(cut ? [words.cut] : [])];
  return all.length === 0 ? '' : words.marked(all);
}

/** One dialog as a heading names it. */
export function dialogTitle(identity: Pick<Identity, 'agentId'>, dialog: DialogRef): string {
  return `${identity.agentId} · ${formatRef(dialog)}`;
}
