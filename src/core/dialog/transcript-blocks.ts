// Records of one course as blocks that people read; `show` and `export` render them. Records that only serve the machine
// make no block.

import { MAX_ROUNDS } from '../belief/tracked.ts';
import { formatCost } from '../cost.ts';
import { type ImageRef, imageLabel } from '../image.ts';
import type { Dialect } from '../tellask/segment.ts';
import type { DialogRef } from './ids.ts';
import { formatRef } from './ids.ts';
import type { CourseRecord, Fact, Identity, RecordOf, SaidByPerson, SaidPart } from './record.ts';

/** Who speaks: the person, a member, a tool, or the runtime on its own. */
export type Speaker = 'person' | 'member' | 'tool' | 'runtime';

export interface TranscriptBlock {
  readonly speaker: Speaker;
  readonly at: string;
  readonly heading: string;
  /** '' when the heading says it all. */
  readonly text: string;
  /** What the person attached; the text names them too. */
  readonly images?: readonly ImageRef[];
}

/** The blocks of a course in its order. `records` begin with the first of the course, which names the responder. */
export function transcriptBlocks(records: readonly CourseRecord[]): readonly TranscriptBlock[] {
  const reading = readAhead(records);
  return records.flatMap(record => {
    const make = blockMakers[record.kind] as ((record: CourseRecord, reading: Reading) => Made | undefined) | undefined;
    const made = make?.(record, reading);
    if (made === undefined) return [];
    const [speaker, heading, text = ''] = made;
    const images = (record.kind === 'userSaid' || record.kind === 'messageQueued') && record.images;
    return [{ speaker, at: record.at, heading, text: text.replace(/\n+$/, ''), ...(images && { images }) }];
  });
}

/** A saying as the model wrote it, tellask prefixes included. */
export function saidText(parts: readonly SaidPart[], dialect: Dialect = 'tellask'): string {
  return parts.map(part => partText(part, dialect)).join('');
}

/** A headline without the `@name` it begins with. */
export function withoutMention(headline: string): string {
  return headline.replace(/^@[\w-]+:?\s*/, '').trim();
}

function partText(part: SaidPart, dialect: Dialect): string {
  if (part.kind === 'prose') return part.text;
  const payload = part.headline + part.body;
  const written = dialect === 'tellask' ? payload.replace(/^(?!$(?![\s\S]))/gm, '!?') : payload;
  const rest = part.valid ? (part.rest ?? '') : '';
  return written + rest;
}

/** What a record needs to know of the others to be readable. */
interface Reading {
  readonly agentId: string;
  readonly dialect: Dialect;
  /** Generations that a scripted model played: always labelled as such (SPEC 10.1). */
  readonly scripted: ReadonlySet<number>;
  readonly toolNames: ReadonlyMap<string, string>;
  readonly deliveredMessages: ReadonlySet<string>;
}

function readAhead(records: readonly CourseRecord[]): Reading {
  const [first] = records;
  const identity = first?.kind === 'dialogCreated' || first?.kind === 'courseStarted' ? first.identity : undefined;
  return {
    agentId: identity?.agentId ?? 'agent',
    dialect: identity?.dialect ?? 'tellask',
    scripted: new Set(records.flatMap(each => (isScripted(each) ? [each.genseq] : []))),
    toolNames: new Map(records.flatMap(each => (each.kind === 'toolCalled' ? [[each.callId, each.name]] : []))),
    deliveredMessages: new Set(records.flatMap(each => (each.kind === 'userSaid' ? [each.msgId] : []))),
  };
}

function isScripted(record: CourseRecord): record is RecordOf<'generationEnded'> {
  return record.kind === 'generationEnded' && record.model === 'playbook';
}

type Made = readonly [speaker: Speaker, heading: string, text?: string];
type BlockMakers = { readonly [K in Fact['kind']]: (record: RecordOf<K>, reading: Reading) => Made | undefined };

const none = () => undefined;

const blockMakers: BlockMakers = {
  dialogCreated: ({ identity, call }) =>
    call
      ? ['member', `${call.callerAgentId} asks ${identity.agentId}`, call.headline + call.body]
      : ['runtime', `${identity.agentId} responds · taskdoc ${identity.taskDocPath}`],
  courseStarted: ({ course, reason, prompt }) => ['runtime', `course ${course} begins (${reason})`, prompt],
  dialogCompleted: ({ by, forced }) => ['runtime', `done, by the ${by}${forced ? ' (forced)' : ''}`],
  dialogArchived: () => ['runtime', 'archived'],
  dialogReopened: () => ['runtime', 'reopened'],
  dialogForked: ({ from, note }) => ['runtime', `forked from ${from}`, note],

  messageQueued: (record, { deliveredMessages }) =>
    deliveredMessages.has(record.msgId) ? undefined : ['person', 'you (queued)', personText(record)],
  userSaid: record => ['person', 'you', personText(record)],

  generationStarted: none,
  assistantThought: ({ text, genseq, cut }, reading) => ['member', memberHeading(reading, genseq, cut, 'thinks'), text],
  assistantSaid: ({ parts, genseq, cut }, reading) => [
    'member',
    memberHeading(reading, genseq, cut),
    saidText(parts, reading.dialect),
  ],
  toolCalled: ({ name, args }, { agentId }) => ['tool', `${agentId} uses ${name}`, args === '{}' ? '' : args],
  generationEnded: end => {
    if (end.outcome === 'complete' && end.ms === undefined && !end.usage) return undefined;
    return ['runtime', [`generation ${end.outcome}`, ...spentParts(end)].join(' · ')];
  },

  toolStarted: none,
  toolReturned: ({ callId, ok, content }, { toolNames }) => [
    'tool',
    `${toolNames.get(callId) ?? 'tool'} ${ok ? 'returns' : 'refuses'}`,
    content,
  ],
  filesChanged: none,
  editsUndone: ({ changes }) => ['person', 'you undo edits', changes.map(({ path }) => path).join('\n')],
  clearMindRequested: none,
  doneRequested: none,

  tellaskMade: ({ agentId, targets, callKind }) => [
    'runtime',
    `${agentId} is called (${callKind}): ${targets.join(', ')}`,
  ],
  tellaskRefused: ({ message }) => ['runtime', 'tellask refused', message],
  responseSupplied: ({ agentId, ok, content }) => [
    'member',
    `${agentId} ${ok ? 'answers' : 'fails to answer'}`,
    content,
  ],

  callReceived: ({ call }, { agentId }) => [
    'member',
    `${call.callerAgentId} asks ${agentId}`,
    call.headline + call.body,
  ],
  responseGiven: ({ to, ok }) => ['runtime', `${ok ? 'this answers' : 'failed answer to'} ${to}`],
  assignmentDropped: ({ reason }) => ['runtime', 'assignment dropped', reason],

  questionAsked: ({ questionId, questionKind, callId, headline, body, options }) => [
    'runtime',
    `question ${questionId}`,
    callId === undefined || questionKind === 'permission'
      ? [headline, body, options?.join(' | ') ?? ''].filter(line => line !== '').join('\n')
      : '',
  ],
  questionAnswered: ({ questionId, content }) => ['person', `you answer ${questionId}`, content],
  questionClosed: ({ questionId, reason }) => ['runtime', `question ${questionId} is closed`, reason],
  capRaised: ({ cap }) => ['runtime', `cap raised${cap.agentId === undefined ? '' : ` for ${cap.agentId}`}`],
  permissionGranted: ({ grant }) => [
    'runtime',
    `always allowed: ${grant.tool}`,
    grant.command ?? grant.paths.join(', '),
  ],

  remindersSet: ({ reminders }) => [
    'runtime',
    'reminders',
    reminders.map((each, at) => `${at + 1}. ${each}`).join('\n'),
  ],
  diligencePushed: ({ content, left }) => ['runtime', `automatic message (${left} left)`, content],
  diligenceSet: ({ on }) => ['runtime', `diligence is ${on ? 'on' : 'off'}`],
  autoSaid: ({ reason, content }) => ['runtime', `automatic message (${reason})`, content],

  interrupted: ({ code, message }) => ['runtime', `interrupted (${code})`, message],
  resumed: () => ['runtime', 'continued'],

  draftMessageSent: ({ content }) => ['person', 'you', content],
  draftRunAsked: none,
  draftStepped: draftBlock,
  draftAccepted: ({ draftId, by }) =>
    by === 'person' ? ['person', `you accept draft ${draftId}`] : ['runtime', `draft ${draftId} is accepted by itself`],
  draftsSeen: none,
  exchangesPruned: ({ pairs }) => ['person', `you prune ${pairs} of the oldest exchanges`],

  turnBegan: ({ turn, by, commands, note }) =>
    by === 'person' ? ['runtime', `turn ${turn} of the dialogue state`, commandLines(commands, note)] : undefined,
  predictionUnread: ({ problem }) => ['runtime', 'a prediction could not be read', problem],
  beliefChanged: ({ by, command, note }, { agentId }) =>
    by === 'person'
      ? ['person', 'you change the dialogue state', note ?? JSON.stringify(command)]
      : [
          'runtime',
          `${by === 'agent' ? agentId : 'an Internal flow'} changes the dialogue state`,
          JSON.stringify(command),
        ],
  turnEnded: none,
  keptGoing: ({ round, content }) => [
    'runtime',
    `automatic message (going on without you, ${round} of ${MAX_ROUNDS})`,
    content,
  ],
  rolledBack: ({ from, to }) => ['person', `you roll the dialogue state back from turn ${from} to turn ${to}`],
};

function commandLines(commands: readonly unknown[], note: string | undefined): string {
  return [...commands.map(command => JSON.stringify(command)), ...(note === undefined ? [] : [note])].join('\n');
}

function personText({ content, images = [] }: SaidByPerson): string {
  return [content, ...images.map(image => `[image ${imageLabel(image)}]`)].filter(line => line !== '').join('\n');
}

function draftBlock({ draft, thoughts, note, warning, ...end }: RecordOf<'draftStepped'>, { agentId }: Reading): Made {
  const spent = spentParts(end);
  const lines = [
    ...(draft ? [draft.text, ''] : []),
    ...(note === undefined ? [] : [`note: ${note}`]),
    ...(warning === undefined ? [] : [`warning: ${warning}`]),
    ...thoughts.map(({ text }) => `thought: ${text}`),
    ...(spent.length > 0 ? [spent.join(' · ')] : []),
  ];
  return ['member', draft ? `${agentId} offers draft ${draft.id}` : `${agentId} thinks on`, lines.join('\n')];
}

/** What a generation took: model, tokens, cost and time, as far as they are known. */
function spentParts({
  model,
  usage,
  cost,
  ms,
  imagesLeftOut,
}: Pick<RecordOf<'generationEnded'>, 'model' | 'usage' | 'cost' | 'ms' | 'imagesLeftOut'>): string[] {
  return [
    ...(model === undefined ? [] : [model]),
    ...(usage ? [`${usage.promptTokens} + ${usage.completionTokens} tokens`] : []),
    ...(cost === undefined ? [] : [`cost ${formatCost(cost)}`]),
    ...(ms === undefined ? [] : [`${(ms / 1000).toFixed(1)} s`]),
    ...(imagesLeftOut === undefined ? [] : [`${imagesLeftOut} image${imagesLeftOut === 1 ? '' : 's'} not sent`]),
  ];
}

function memberHeading(reading: Reading, genseq: number, cut: true | undefined, verb = ''): string {
  const marks = [...(reading.scripted.has(genseq) ? ['scripted'] : []), ...(cut ? ['cut'] : [])];
  const who = verb === '' ? reading.agentId : `${reading.agentId} ${verb}`;
  return marks.length === 0 ? who : `${who} (${marks.join(', ')})`;
}

/** One dialog as a heading names it. */
export function dialogTitle(identity: Pick<Identity, 'agentId'>, dialog: DialogRef): string {
  return `${identity.agentId} · ${formatRef(dialog)}`;
}
