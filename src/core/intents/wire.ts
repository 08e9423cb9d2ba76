// Intents on their way from one process to another: as text, under the names that SPEC 5.3, 5.4 and version 0.1.0 fix,
// and with what their seals say (SPEC 9.4, 18.6).

import { type DialogRef, type RootId, rootRef } from '../base/ids.ts';
import type { GivenImage } from '../base/image.ts';
import { type FieldsOf, maybe, object, pickFields, someOf, text, typed } from '../base/shape.ts';
import { surfaces } from '../dialog/answered-by.ts';
import type { Sealed } from '../dialog/seals.ts';
import { type AnyIntentOf, type IntentKind, intentFields } from './intents.ts';
import { userAnswer, userMessage } from './packets.ts';
import { type HandedKind, intentTraits } from './traits.ts';

const author = { kind: someOf('person', 'policy'), surface: someOf(...surfaces) };
const address = {
  msgId: typed<string>(value => text(value) && value !== ''),
  /** The token of the lease that the driver held when it was handed over; '' for whichever process drives. */
  to: text,
  at: text,
  /** Tells that this person said it on this machine (`sealedIntent`). */
  seal: maybe(text),
  /** Who asked, and where; absent from an earlier version or from a program that does not name it. */
  by: maybe(object(author)),
};

/** An intent for the process that drives. */
export type AddressedIntent = AnyIntentOf<HandedKind> & FieldsOf<typeof address>;

/** An intent that another process is to perform, with the id by which it is applied once. */
export type UnaddressedIntent = AnyIntentOf<HandedKind> & Pick<AddressedIntent, 'msgId'>;

/** The tree that an intent concerns; undefined for all of them, and for an answer that names none. */
export function treeOf(intent: AnyIntentOf<HandedKind>): RootId | undefined {
  if (intent.kind === 'start') return intent.rootId;
  return intent.kind === 'stopAll' ? undefined : intent.dialog?.rootId;
}

const handedKinds = (Object.keys(intentTraits) as IntentKind[]).filter(
  (kind): kind is HandedKind => intentTraits[kind].reader === 'handOver',
);

/** The kinds that are handed over, with the names that they have on the way. */
export const packetNames: Readonly<Record<HandedKind, string>> = {
  ...(Object.fromEntries(handedKinds.map(kind => [kind, kind])) as Readonly<Record<HandedKind, string>>),
  say: 'drive_dlg_by_user_msg',
  answer: 'drive_dialog_by_user_answer',
};

// What a seal does not cover is not read: a demo and a schedule are each process's own, and the reader finds out what
// permits nothing.
const { msgId: _msgId, rootId, demo: _demo, schedule: _schedule, ...startFields } = intentFields.start;
const { permitsNothing: _permitsNothing, ...answerFields } = intentFields.answer;
const readFields = { ...intentFields, answer: answerFields, start: { ...startFields, rootId } };

/** What an intent says, without its address. */
function packetOf(intent: UnaddressedIntent): Packet {
  switch (intent.kind) {
    case 'say':
      return userMessage(intent.dialog, intent);
    case 'answer':
      return userAnswer(intent.dialog, intent);
    case 'start': {
      const { kind, msgId, rootId: id } = intent;
      return { kind, msgId, ...(id && { dialog: rootRef(id) }), start: pickFields(startFields, intent) };
    }
    default:
      return { kind: intent.kind, ...pickFields(intentFields[intent.kind], intent as never) };
  }
}

/** The parts of packets that have a place of their own in a seal. */
interface Packet {
  readonly kind: string;
  readonly msgId?: string;
  readonly dialog?: DialogRef | undefined;
  readonly targetSubdialogId?: string;
  readonly questionId?: string;
  readonly content?: string;
  readonly images?: readonly GivenImage[];
  readonly tree?: boolean;
  readonly continuationType?: string;
  readonly [part: string]: unknown;
}

/** All of an intent, so that none of it can be changed. */
export function sealedIntent(intent: AddressedIntent): Sealed {
  const { kind, msgId, dialog, targetSubdialogId, questionId, content, images, tree, continuationType, ...more } =
    packetOf(intent);
  const { to, at, by } = intent;
  const place = [dialog?.rootId ?? null, dialog?.selfId ?? null, targetSubdialogId ?? null];
  const who = [by?.kind ?? null, by?.surface ?? null];
  const shown = (images ?? []).flatMap(({ name, data }) => [name, data]);
  const said = [questionId ?? null, content ?? null, String(tree ?? false), ...shown];
  const parts = Object.entries(more).flatMap(([name, part]) => [sealNames[name] ?? name, partOf(part)]);
  return ['intent', kind, intent.msgId, to, at, ...place, ...who, ...said, ...parts];
}

const sealNames: Readonly<Record<string, string>> = { queuedMsgId: 'queued', callId: 'call' };

function partOf(part: unknown): string {
  if (typeof part === 'string') return part;
  return JSON.stringify(typeof part === 'object' && part !== null ? Object.entries(part).sort() : part);
}

/** An intent as the line that is stored. */
export function writeIntent(intent: AddressedIntent): string {
  const { to, at, seal, by } = intent;
  return JSON.stringify({ v: 1, ...(by && { by }), ...packetOf(intent), to, at, ...(seal !== undefined && { seal }) });
}

/** A stored intent; `undefined` when it cannot be read. */
export function readIntent(line: string): AddressedIntent | undefined {
  try {
    const { v, ...stored } = JSON.parse(line);
    const kind = kindOf(stored);
    return v === 1 && kind ? addressed(kind, kind === 'start' ? flatStart(stored) : stored) : undefined;
  } catch {
    return undefined;
  }
}

/** Packets go by their names; version 0.1.0 named them as their kinds. */
function kindOf({ kind, continuationType }: Readonly<Record<string, unknown>>): HandedKind | undefined {
  if (kind === packetNames.answer && continuationType !== 'answer') return undefined;
  return handedKinds.find(each => kind === each || kind === packetNames[each]);
}

function flatStart({ dialog, start, ...more }: Readonly<Record<string, unknown>>): object {
  const begun = { ...pickFields(startFields, start as object), rootId: (dialog as DialogRef).rootId };
  return { ...pickFields(address, more as never), ...begun };
}

function addressed(kind: HandedKind, stored: unknown): AddressedIntent | undefined {
  const fields = { ...readFields[kind], ...address };
  if (!object(fields)(stored)) return undefined;
  const { by } = stored;
  return { kind, ...pickFields(fields, stored as never), ...(by && { by: pickFields(author, by) }) } as AddressedIntent;
}
