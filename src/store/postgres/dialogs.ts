// The dialogs of one workspace in a store. `append` puts records into the session's queue; `stored` waits for them. A
// tree is claimed when it is loaded to be driven, and released when it is forgotten.
import { gunzipSync, gzipSync } from 'node:zlib';
import { type DialogId, type DialogRef, type RootId, rootRef } from '../../core/base/ids.ts';
import { type ImageRef, imageExtension, imageTypeOf } from '../../core/base/image.ts';
import { list, objectOf, text } from '../../core/base/shape.ts';
import { opensDialog } from '../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { PromptPart } from '../../core/prompt/prompt-part.ts';
import { hashBytes } from '../content-hash.ts';
import type { AttachedImage, CourseRef, DialogStore, LoadedTree } from '../dialog-store.ts';
import { isContentName, MAX_KEPT_BYTES } from '../files/courses/previous-contents.ts';
import { countCourses, type RecordCounts } from '../record-counts.ts';
import type { BlobKey } from './blobs.ts';
import { type CourseRow, courseLines, foldDialogs, newestLines, recordsOf } from './read-trees.ts';
import type { Session } from './session.ts';

/** In-memory data of a tree. */
interface OpenTree {
  /** Characters of the newest course of each dialog. */
  readonly sizes: Map<DialogId, { readonly course: number; characters: number }>;
  /** Bytes of previous contents that each dialog keeps. */
  readonly kept: Map<DialogId, number>;
  /** Output of background commands: they end when this process lets go of the tree, and their output with them. */
  readonly outputs: Map<string, string[]>;
}

export interface DialogsOptions {
  readonly session: Session;
  /** The name of the workspace. */
  readonly rtws: string;
  /** Applied by the next record that names it. */
  readonly isHandedOver: (msgId: string) => boolean;
  /** In how many milliseconds a tree that is forgotten has work; `undefined`: after the next message. */
  readonly dueInMs: (root: RootId) => number | undefined;
  /** Nothing can be written. */
  readonly readOnly: boolean;
  /** A tree has a new status. */
  readonly onStatus: (root: RootId, status: Status) => void;
  /** Stores the lines of the list that are not stored yet. */
  readonly flushLines: () => Promise<void>;
}

export class PgDialogs implements DialogStore {
  readonly #options: DialogsOptions;
  readonly #trees = new Map<RootId, OpenTree>();
  /** Trees that are being released. */
  readonly #leaving = new Map<RootId, Promise<void>>();

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  append(at: CourseRef, records: readonly CourseRecord[]): void {
    const { session, rtws, isHandedOver } = this.#options;
    const [first] = records;
    if (first && isFirstOf(at, first) && !session.held.has(at.rootId)) {
      session.create(at.rootId, { rtws, ...originOf(first) });
      this.#trees.set(at.rootId, { sizes: new Map(), kept: new Map(), outputs: new Map() });
    }
    const added = records.map((record, index) => ({
      dialog: at.selfId,
      course: at.course,
      body: JSON.stringify(record),
      opens: index === 0 && (record.kind === 'dialogCreated' || record.kind === 'courseStarted'),
      ...(endsWell(record) && { endsWell: true as const }),
    }));
    const applied = records.flatMap(record =>
      'msgId' in record && typeof record.msgId === 'string' && isHandedOver(record.msgId) ? [record.msgId] : [],
    );
    session.queue.append(at.rootId, added, applied);
    this.#grow(
      at,
      added.reduce((sum, { body }) => sum + body.length + 1, 0),
    );
  }

  readonly stored = (rootId: RootId): Promise<void> => this.#options.session.stored(rootId);

  readonly isPending = (rootId: RootId): boolean => this.#options.session.queue.isPending(rootId);

  async synced(dialogs: readonly CourseRef[]): Promise<void> {
    await Promise.all([...new Set(dialogs.map(({ rootId }) => rootId))].map(rootId => this.stored(rootId)));
  }

  async load(rootId: RootId, how: 'toDrive' | 'toRead'): Promise<LoadedTree | undefined> {
    const { session, readOnly } = this.#options;
    await this.#leaving.get(rootId);
    const isOurs =
      how === 'toDrive' && !readOnly && (session.held.has(rootId) || (await session.claim(rootId)) !== undefined);
    const lines = await newestLines(session.query, rootId);
    const dialogs = foldDialogs(lines);
    const root = dialogs.get(rootRef(rootId).selfId);
    if (!root) return undefined;
    const kept = isOurs ? await this.#keptBytes(rootId) : new Map<DialogId, number>();
    const outputs = this.#trees.get(rootId)?.outputs ?? new Map<string, string[]>();
    this.#trees.set(rootId, { sizes: sizesOf(lines), kept, outputs });
    const subdialogs = [...dialogs].flatMap(([selfId, dialog]) => (selfId === rootRef(rootId).selfId ? [] : [dialog]));
    return { root, subdialogs, ...(!isOurs && how === 'toDrive' && { isDrivenElsewhere: true }) };
  }

  rest(rootId: RootId, status: Status): void {
    this.#options.onStatus(rootId, status);
  }

  forget(rootId: RootId): void {
    this.#trees.delete(rootId);
    this.#startToLeave(rootId, {});
  }

  #startToLeave(rootId: RootId, how: { readonly dueInMs?: number }): void {
    if (!this.#options.session.held.has(rootId) || this.#leaving.has(rootId)) return;
    // Lost meanwhile, or the server is away: then it is free once the server is back.
    const leaving = this.#leave(rootId, how)
      .catch(() => {})
      .finally(() => this.#leaving.delete(rootId));
    this.#leaving.set(rootId, leaving);
  }

  async #leave(rootId: RootId, how: { readonly dueInMs?: number }): Promise<void> {
    const { session, dueInMs, flushLines } = this.#options;
    await session.queue.stored(rootId);
    // A line that cannot be stored now is written by the one who claims the tree next: it stays due until then.
    const isLineStored = await flushLines().then(
      () => true,
      () => false,
    );
    const due = how.dueInMs ?? (isLineStored ? dueInMs(rootId) : 0);
    await session.release([{ root: rootId, ...(due !== undefined && { dueInMs: due }) }]);
  }

  /**
   * The same, of a tree that may not be loaded, and has work in so many milliseconds. Resolves when others may claim
   * it.
   */
  async letGo(rootId: RootId, how: { readonly dueInMs?: number } = {}): Promise<void> {
    this.#trees.delete(rootId);
    this.#startToLeave(rootId, how);
    await this.#leaving.get(rootId);
  }

  /** Resolves when every forgotten tree is released. */
  async left(): Promise<void> {
    await Promise.all(this.#leaving.values());
  }

  async readCourse(ref: DialogRef, course: number): Promise<readonly CourseRecord[] | undefined> {
    const lines = await courseLines(this.#options.session.query, ref, course);
    return lines.length === 0 ? undefined : recordsOf(lines);
  }

  courseBytes(ref: DialogRef, course: number): number {
    const size = this.#trees.get(ref.rootId)?.sizes.get(ref.selfId);
    return size?.course === course ? size.characters : 0;
  }

  async listRoots(): Promise<ReadonlyMap<RootId, Status>> {
    const { session, rtws, flushLines } = this.#options;
    // A status that was set here and is not stored yet counts.
    await flushLines();
    const rows = await session.query<{ root: RootId; status: Status }>(
      'select root, status from tree where rtws = $1 order by root',
      [rtws],
    );
    return new Map(rows.map(({ root, status }) => [root, status]));
  }

  async listSubdialogs(rootId: RootId): Promise<readonly DialogRef[]> {
    const rows = await this.#options.session.query<{ dialog: DialogId }>(
      'select distinct dialog from course where root = $1 and dialog <> $1 order by dialog',
      [rootId],
    );
    return rows.map(({ dialog }) => ({ rootId, selfId: dialog }));
  }

  async count(ref: DialogRef): Promise<RecordCounts> {
    const courses: (readonly CourseRecord[])[] = [];
    let bytes = 0;
    for (;;) {
      const lines = await courseLines(this.#options.session.query, ref, courses.length + 1);
      if (lines.length === 0) return countCourses(courses, bytes);
      courses.push(recordsOf(lines));
      bytes += lines.reduce((sum, { body }) => sum + body.length, 0);
    }
  }

  appendOutput({ rootId, selfId }: DialogRef, processId: string, text: string): void {
    const outputs = this.#trees.get(rootId)?.outputs;
    const key = `${selfId} ${processId}`;
    outputs?.set(key, [...(outputs.get(key) ?? []), text]);
  }

  readOutput({ rootId, selfId }: DialogRef, processId: string, from: number, length: number): Uint8Array | undefined {
    const pieces = this.#trees.get(rootId)?.outputs.get(`${selfId} ${processId}`);
    return pieces && Buffer.from(pieces.join('')).subarray(from, from + length);
  }

  keepPrevious(ref: DialogRef, bytes: Uint8Array): boolean {
    const kept = this.#trees.get(ref.rootId)?.kept;
    const content = Buffer.from(gzipSync(bytes, { level: 1 }).toString('base64'));
    const total = (kept?.get(ref.selfId) ?? 0) + content.length;
    if (total > MAX_KEPT_BYTES) return false;
    kept?.set(ref.selfId, total);
    this.#options.session.blobs.keep({ ...keyOf(ref, 'before', hashBytes(bytes)), bytes: content });
    return true;
  }

  async readPrevious(ref: DialogRef, hash: string): Promise<Uint8Array | undefined> {
    const content = await this.#read(keyOf(ref, 'before', hash), hash);
    if (!content) return undefined;
    try {
      const bytes = gunzipSync(Buffer.from(Buffer.from(content).toString(), 'base64'), { maxOutputLength: 2 ** 25 });
      return hashBytes(bytes) === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  keepAttached(ref: DialogRef, { name, type, bytes }: AttachedImage): ImageRef {
    const hash = hashBytes(bytes);
    this.#options.session.blobs.keep({ ...keyOf(ref, 'images', `${hash}.${imageExtension(type)}`), bytes });
    return { hash, type, bytes: bytes.length, name };
  }

  async readAttached(ref: DialogRef, { hash, type }: Pick<ImageRef, 'hash' | 'type'>): Promise<Uint8Array | undefined> {
    const bytes = await this.#read(keyOf(ref, 'images', `${hash}.${imageExtension(type)}`), hash);
    return bytes && hashBytes(bytes) === hash && imageTypeOf(bytes) === type ? bytes : undefined;
  }

  keepParts(rootId: RootId, parts: readonly PromptPart[]): string {
    const bytes = Buffer.from(JSON.stringify(parts));
    const name = hashBytes(bytes);
    this.#options.session.blobs.keep({ ...keyOf(rootRef(rootId), 'system', `${name}.json`), bytes });
    return name;
  }

  async readParts(rootId: RootId, name: string): Promise<readonly PromptPart[] | undefined> {
    const bytes = await this.#read(keyOf(rootRef(rootId), 'system', `${name}.json`), name);
    if (!bytes || hashBytes(bytes) !== name) return undefined;
    const parts: unknown = JSON.parse(Buffer.from(bytes).toString());
    return areParts(parts) ? (parts as readonly PromptPart[]) : undefined;
  }

  /** The name comes from a record and is untrusted. */
  async #read(key: BlobKey, hash: string): Promise<Uint8Array | undefined> {
    return isContentName(hash) ? this.#options.session.blobs.read(this.#options.session.query, key) : undefined;
  }

  #grow({ rootId, selfId, course }: CourseRef, characters: number): void {
    const sizes = this.#trees.get(rootId)?.sizes;
    const size = sizes?.get(selfId);
    if (size?.course === course) size.characters += characters;
    else sizes?.set(selfId, { course, characters });
  }

  async #keptBytes(rootId: RootId): Promise<Map<DialogId, number>> {
    const rows = await this.#options.session.query<{ dialog: DialogId; bytes: string }>(
      `select dialog, sum(octet_length(bytes)) as bytes from blob where root = $1 and kind = 'before' group by dialog`,
      [rootId],
    );
    return new Map(rows.map(({ dialog, bytes }) => [dialog, Number(bytes)]));
  }
}

/** True if a record ends a generation well, whatever the generation was for: takeovers before it count no more. */
function endsWell(record: CourseRecord): boolean {
  if (record.kind === 'generationEnded') return record.outcome === 'complete';
  return record.kind === 'draftStepped' || record.kind === 'turnBegan';
}

/** True if a record is the first one of its tree. */
function isFirstOf({ rootId, selfId }: DialogRef, record: CourseRecord): boolean {
  return selfId === rootRef(rootId).selfId && opensDialog(record);
}

/** A due time of a schedule begins one root, whichever workers look at the clock. */
function originOf(record: CourseRecord): { readonly origin?: string } {
  const begun =
    record.kind === 'dialogCreated' && record.identity.kind === 'root' ? record.identity.schedule : undefined;
  return begun ? { origin: `schedule ${begun.name} ${begun.due}` } : {};
}

const areParts = list(objectOf<PromptPart>({ id: text, title: text, text }));

function keyOf({ rootId, selfId }: DialogRef, kind: BlobKey['kind'], name: string): BlobKey {
  return { root: rootId, dialog: selfId, kind, name };
}

function sizesOf(lines: readonly CourseRow[]): OpenTree['sizes'] {
  const sizes: OpenTree['sizes'] = new Map();
  for (const { dialog, course, body } of lines) {
    const size = sizes.get(dialog);
    if (size?.course === course) size.characters += body.length + 1;
    else sizes.set(dialog, { course, characters: body.length + 1 });
  }
  return sizes;
}
