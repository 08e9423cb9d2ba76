// Parts of records that several kinds have, as the checks that a stored line passes.

import type { AgentId, CallId, DialogId, RootId } from '../base/ids.ts';
import type { ImageRef, ImageType } from '../base/image.ts';
import {
  type FieldsOf,
  flag,
  instant,
  list,
  maybe,
  number,
  object,
  objectOf,
  type Passing,
  someOf,
  text,
  textOf,
  typed,
  yes,
} from '../base/shape.ts';
import type { Dialect } from '../team/dialect.ts';
import type { Misread } from '../tellask/misread.ts';
import type { CallTool, MalformedTellask, ProseSegment, TellaskOption, ValidTellask } from '../tellask/segment.ts';
import type { AnsweredBy } from './answered-by.ts';

/**
 * Of a change that a tool call made. It stands in the last record of the change, before `toolReturned`: where a crash
 * keeps the change and loses the result, the model still learns what it did.
 */
export const byTool = { returns: maybe(object({ callId: textOf<CallId>(), content: text })) };

const commonIdentity = {
  rootId: textOf<RootId>(),
  selfId: textOf<DialogId>(),
  agentId: textOf<AgentId>(),
  /** Relative to the rtws, with `/`. */
  taskDocPath: text,
  createdAt: instant,
  dialect: textOf<Dialect>(),
};

const rootIdentity = {
  kind: someOf('root'),
  ...commonIdentity,
  mode: someOf('chat', 'draft'),
  domain: maybe(text),
  /** `start --no-diligence`: this dialog is never pushed. */
  noDiligence: yes,
  /** The scripted demo answers in this tree, regardless of the folder's model. */
  demo: yes,
  /** The schedule that began it, and the due time that it was begun for (SPEC 21.4). */
  schedule: maybe(object({ name: text, due: instant })),
  /** Of a fork: the root that it leads back to, which fork of that root it is, and the headline without that number. */
  fork: maybe(object({ of: textOf<RootId>(), number, headline: text })),
  /** Tells where it was begun (`sealedRoot`). */
  seal: maybe(text),
};
export type RootIdentity = FieldsOf<typeof rootIdentity>;

const subIdentity = {
  kind: someOf('sub'),
  ...commonIdentity,
  /** The dialog that created it; only places it in the tree. */
  supdialogId: textOf<DialogId>(),
  /** 1 for a child of the root. */
  depth: number,
  /** Present iff registered (kind B). */
  tellaskSession: maybe(text),
  /** Called by itself as `@self`, without a session; not recorded by version 0.1.0 (`isFreshSelf`). */
  freshSelf: yes,
};
export type SubIdentity = FieldsOf<typeof subIdentity>;

/** The fields of `dialog.yaml` that never change (SPEC 9). */
export type Identity = RootIdentity | SubIdentity;
export const identity = either<Identity>(object(rootIdentity), object(subIdentity));

/** A: TellaskBack, B: registered subdialog, C: fresh subdialog (SPEC 3). */
export const callKind = someOf('A', 'B', 'C');
export type CallKind = Passing<typeof callKind>;

/** The cause of an aside: the person spoke, or answers arrived while others are open (SPEC 19.1, 19.3). */
export const asideCause = someOf('words', 'answers');
export type AsideCause = Passing<typeof asideCause>;

/** A tellask as it arrives at the dialog that is to answer it. */
export const inboundCall = object({
  callId: textOf<CallId>(),
  callKind,
  callerDialogId: textOf<DialogId>(),
  callerAgentId: textOf<AgentId>(),
  headline: text,
  body: text,
});
export type InboundCall = Passing<typeof inboundCall>;

/**
 * A tellask as made, with the id it was given (SPEC 2.7). `isCut`: the reply was broken off in it, so it calls nobody.
 */
export type SaidTellask = (ValidTellask | MalformedTellask) & {
  readonly callId: CallId;
  readonly isCut?: true;
  /** It reports to the one who waits for the answer, and asks nothing: it is the answer (SPEC 23.6). */
  readonly isAnswer?: true;
};
export type SaidPart = ProseSegment | SaidTellask;

const said = object({
  kind: someOf('tellask'),
  callId: text,
  valid: flag,
  mention: text,
  session: maybe(text),
  headline: text,
  body: text,
  rest: maybe(text),
  tool: maybe(textOf<CallTool>()),
  written: maybe(text),
  options: maybe(list(objectOf<TellaskOption>({ label: text, description: maybe(text) }))),
  isCut: yes,
  isAnswer: yes,
});
export const saidPart = either<SaidPart>(object({ kind: someOf('prose'), text }), said);

/** What looks like a call and is none. */
export const misread = objectOf<Misread>({
  form: textOf<Misread['form']>(),
  quote: text,
  name: maybe(text),
});

/**
 * The subject of a permission question. `isWhole`: its headline shows the whole command. `text`: a change of one text
 * file, which can be shown side by side.
 */
export type AskedAbout = Passing<typeof aboutCommand> | Passing<typeof aboutText> | Passing<typeof aboutOther>;
const aboutCommand = object({ kind: someOf('command'), isWhole: flag });
const aboutText = object({ kind: someOf('text'), path: text });
const aboutOther = object({ kind: someOf('other') });
export const askedAbout = either<AskedAbout>(aboutCommand, either<AskedAbout>(aboutText, aboutOther));

/** Who said something, and where. */
export const answeredBy = typed<AnsweredBy>(object({ surface: text }));

/** Images that the person attached. Their bytes lie in the dialog's folder. */
export const attached = list(objectOf<ImageRef>({ hash: text, type: textOf<ImageType>(), bytes: number, name: text }));

/** A message of the person; `content` may be empty when there are images. */
export const saidByPerson = {
  msgId: text,
  content: text,
  images: maybe(attached),
  /** Absent in messages from before it was recorded, and where nobody said it: a schedule did. */
  by: maybe(answeredBy),
};
export type SaidByPerson = FieldsOf<typeof saidByPerson>;

/** What a reply repeated without end (SPEC 23.14). */
export const ranAway = object({
  in: textOf<'saying' | 'thinking' | 'arguments'>(),
  /** The beginning of the repeated text. */
  unit: text,
  times: number,
  /** Of a call whose arguments ran away: its tool, and the arguments until then. */
  tool: maybe(text),
  kept: maybe(text),
});
export type RanAway = Passing<typeof ranAway>;

/** How a reply misses the tools: it `repeats` what it read, or `tells` of work that no tool did (SPEC 23.15). */
export const missedCall = textOf<'repeats' | 'tells'>();
export type MissedCall = Passing<typeof missedCall>;

/** Why a question was closed without an answer. */
export const closedBecause = [
  'new-course',
  'dismissed',
  'completed',
  'forked',
  'beliefs-changed',
  'dropped',
  'went-on',
  'server-left',
  'process-ended',
  'mode-changed',
] as const;

export type ClosedBecause = (typeof closedBecause)[number];

function either<T>(one: (value: unknown) => boolean, other: (value: unknown) => boolean) {
  return typed<T>(value => one(value) || other(value));
}

/** The subject of a question (SPEC 5.1). */
export type QuestionKind =
  | 'ask'
  | 'diligence'
  | 'repeat'
  | 'provider'
  | 'permission'
  | 'cap'
  | 'plan'
  | 'clarify'
  /** `mark_done` asks whether acceptance lines hold (SPEC 26.3). */
  | 'acceptance'
  /** Work of a callee waits to be taken (SPEC 27.2). */
  | 'merge';
