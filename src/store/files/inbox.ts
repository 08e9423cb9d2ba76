// `.dialogs/inbox/<msgId>.json`: intents of people on their way from another process to the driving one (SPEC 9, 9.4).
// A file arrives whole, is applied once and then removed, or becomes `<msgId>.refused` for its sender; an unreadable
// one is kept aside. Decides nothing.
import * as path from 'node:path';
import * as z from 'zod';
import { isId } from '../../core/base/ids.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES } from '../../core/base/image.ts';
import { once } from '../../core/base/once.ts';
import { errorCode } from '../../core/base/thrown.ts';
import { type RefusalCode, readRefusalFact } from '../../core/facts/refusals.ts';
import { type Refusal, toldRefusal } from '../../core/facts/trouble.ts';
import { type AddressedIntent, readIntent, writeIntent } from '../../core/intents/wire.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { hashText } from '../../core/text/hash.ts';
import { MAX_BYTES_PER_CHARACTER, MAX_MESSAGE } from '../../core/text/message-text.ts';
import type { Files } from '../disk-files.ts';
import { createLayout } from './layout.ts';

/** Intents as files, at once and with the system's errors. */
export interface InboxFolder {
  readonly folder: string;
  /** Hands an intent over. Throws the system's errors. */
  put(intent: AddressedIntent): void;
  /**
   * Reads the folder and returns the waiting intents, oldest first. Yields at intervals, since the folder may contain
   * any number of files. Never throws on content.
   */
  look(): Generator<void, readonly AddressedIntent[]>;
  isPending(msgId: string): boolean;
  /** Takes an intent out, after it was applied. */
  remove(msgId: string): void;
  /**
   * Takes an intent out that may not be applied, and leaves the reason for who said it: as a fact, and in words for
   * earlier versions.
   */
  refuse(msgId: string, refusal: Refusal, told: { readonly message: string; readonly remedy: string }): void;
  /** The refusal of an intent, if any; returned once. */
  takeRefusal(msgId: string): Refusal | undefined;
  /** Files that were kept aside. */
  readonly problems: readonly FileProblem[];
}

/** Larger files are no intents (SPEC 18.3): room for as many images as a message may have, and the longest text. */
export const MAX_INTENT_BYTES = MAX_MESSAGE * MAX_BYTES_PER_CHARACTER + MAX_IMAGES * MAX_IMAGE_BYTES * 1.4 + 64 * 1024;

/**
 * Costs in units of about 10 µs of skipping a name, reading an intent and keeping a file aside, and how much is done at
 * once.
 */
const efforts = { name: 1, intent: 20, aside: 200, slice: 1_000 };

/** The inbox of an rtws. */
export function openInboxFolder(rtws: string, files: Files): InboxFolder {
  const folder = createLayout(rtws).inbox;
  const fileOf = (msgId: string) => path.join(folder, fileName(msgId));
  const refusalOf = (msgId: string) => fileOf(msgId).replace(/\.json$/, '.refused');
  const problems: FileProblem[] = [];
  const keepAside = (name: string) => {
    files.rename(path.join(folder, name), path.join(folder, `${name}.corrupt`));
    problems.push({
      file: path.relative(rtws, path.join(folder, name)).replaceAll('\\', '/'),
      fault: { id: 'unreadable-message' },
      severity: 'warning',
    });
  };
  return {
    folder,
    problems,
    put(intent) {
      files.makeFolder(folder);
      files.replace(fileOf(intent.msgId), `${writeIntent(intent)}\n`, true);
    },
    *look() {
      const found: AddressedIntent[] = [];
      let effort = 0;
      for (const name of files.names(folder)) {
        if (effort >= efforts.slice) {
          yield;
          effort = 0;
        }
        effort += efforts.name;
        if (!name.endsWith('.json')) continue;
        effort += efforts.intent;
        const intent = readFile(files, path.join(folder, name));
        if (typeof intent === 'object') found.push(intent);
        if (intent !== 'broken') continue;
        effort += efforts.aside;
        keepAside(name);
      }
      return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.msgId < b.msgId ? -1 : 1));
    },
    isPending: msgId => files.exists(fileOf(msgId)),
    remove: msgId => files.remove(fileOf(msgId)),
    refuse(msgId, { code, why }, { message, remedy }) {
      files.replace(refusalOf(msgId), `${JSON.stringify({ v: 1, code, why, message, remedy })}\n`);
      files.remove(fileOf(msgId));
    },
    takeRefusal(msgId) {
      const text = files.read(refusalOf(msgId));
      if (text === undefined) return undefined;
      files.remove(refusalOf(msgId));
      return parseRefusal(text);
    },
  };
}

/** A file of the inbox. */
export interface StrayFile {
  readonly name: string;
  readonly kind: StrayKind | 'temporary';
}

/** `refusal`: its sender never came back; `broken`: the next driver keeps it aside; `foreign`: not ours. */
export type StrayKind = 'refusal' | 'broken' | 'foreign';

/** Inbox files that will never be taken, and temporary ones (SPEC 14.2); sometimes empty, like `look`. */
export function* strayFiles(files: Files, folder: string): Generator<StrayFile | undefined> {
  let effort = 0;
  for (const name of files.names(folder)) {
    if (effort >= efforts.slice) {
      yield undefined;
      effort = 0;
    }
    effort += name.endsWith('.json') ? efforts.intent : efforts.name;
    const kind = strayKind(files, folder, name);
    if (kind !== undefined) yield { name, kind };
  }
}

function strayKind(files: Files, folder: string, name: string): StrayFile['kind'] | undefined {
  if (name.endsWith('.refused')) return 'refusal';
  if (name.endsWith('.json')) return readFile(files, path.join(folder, name)) === 'broken' ? 'broken' : undefined;
  if (name.endsWith('.tmp')) return 'temporary';
  return name.endsWith('.corrupt') ? undefined : 'foreign';
}

/** `gone` when another process took it out just now. */
function readFile(files: Files, file: string): AddressedIntent | 'broken' | 'gone' {
  const stats = files.stat(file);
  if (!stats) return 'gone';
  const intent = stats.bytes > MAX_INTENT_BYTES ? undefined : readIntent(textOf(files, file) ?? '');
  return intent && fileName(intent.msgId) === path.basename(file) ? intent : 'broken';
}

/** None where a folder lies in the place of a file. */
function textOf(files: Files, file: string): string | undefined {
  try {
    return files.read(file);
  } catch (error) {
    if (errorCode(error) === 'EISDIR') return undefined;
    throw error;
  }
}

/** Message ids come from front ends; one that is no file name gets one. */
function fileName(msgId: string): string {
  return `${isId(msgId) ? msgId : `m-${hashText(msgId)}`}.json`;
}

const refusalSchema = once(() =>
  z.object({ v: z.literal(1), code: z.string(), why: z.unknown().optional(), message: z.string(), remedy: z.string() }),
);

/** A stored refusal. */
export function parseRefusal(text: string): Refusal | undefined {
  try {
    const { code, why, message, remedy } = refusalSchema().parse(JSON.parse(text));
    const fact = readRefusalFact(why);
    // Versions before ids, and those that know more, have their own words; so has a code that this one does not know.
    return fact
      ? { ok: false, code: code as RefusalCode, why: fact }
      : toldRefusal(code as RefusalCode, message, remedy);
  } catch {
    return undefined;
  }
}
