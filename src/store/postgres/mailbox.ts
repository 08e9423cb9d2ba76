// Intents on their way to the worker that drives a tree. An intent is a row; the statement that stores its record also
// marks it as applied, so it is applied once even after a crash. Any process that can write to the store is trusted.
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { DriveError, type Refusal } from '../../core/facts/trouble.ts';
import { type AddressedIntent, readIntent, treeOf, writeIntent } from '../../core/intents/wire.ts';
import { parseRefusal } from '../files/inbox.ts';
import type { StoredInbox } from '../storage.ts';
import type { Session } from './session.ts';

/** An intent that this process handed over. */
interface Given {
  readonly root: RootId;
  state: 'waiting' | 'applied';
  refusal?: string;
}

export class PgMailbox implements StoredInbox {
  readonly #session: Session;
  readonly #rtws: string;
  readonly #token: string;
  /** Intents for trees that this process drives, by message id, in the order in which they were said. */
  #waiting = new Map<string, { readonly root: RootId; readonly intent: AddressedIntent }>();
  /** Message ids that were marked or are about to be. */
  readonly #done = new Set<string>();
  readonly #given = new Map<string, Given>();
  /** One intent for everything, as one for each tree. */
  readonly #parts = new Map<string, readonly string[]>();

  /** `token`: of the lease under which intents are applied. */
  constructor(session: Session, rtws: string, token: string) {
    this.#session = session;
    this.#rtws = rtws;
    this.#token = token;
  }

  async put(intent: AddressedIntent): Promise<void> {
    if (intent.kind === 'stopAll') return this.#stopAll(intent);
    const rootId = treeOf(intent);
    if (rootId === undefined) throw new Error('an intent for a store names its dialog');
    await this.#say(rootId, intent);
  }

  *look(): Generator<void, readonly AddressedIntent[]> {
    const waiting = [...this.#waiting].filter(([msgId]) => !this.#done.has(msgId));
    return waiting.map(([, { intent }]) => ({ ...intent, to: this.#token }));
  }

  isPending(msgId: string): boolean {
    const parts = this.#parts.get(msgId);
    if (parts) return parts.some(part => this.isPending(part));
    return this.#given.get(msgId)?.state === 'waiting';
  }

  /** True if an intent with this id waits here: the record that names it applies it. */
  isWaiting(msgId: string): boolean {
    return this.#waiting.has(msgId);
  }

  /** True if an intent for a tree waits to be applied here. */
  hasFor(root: RootId): boolean {
    return [...this.#waiting].some(([msgId, at]) => at.root === root && !this.#done.has(msgId));
  }

  remove(msgId: string): void {
    for (const part of this.#parts.get(msgId) ?? []) this.remove(part);
    this.#parts.delete(msgId);
    const at = this.#waiting.get(msgId);
    if (at) this.#mark(at.root, msgId, null);
    const given = this.#given.get(msgId);
    if (given?.state === 'waiting') this.#mark(given.root, msgId, null);
    this.#given.delete(msgId);
  }

  refuse(msgId: string, { code, why }: Refusal, told: { readonly message: string; readonly remedy: string }): void {
    const at = this.#waiting.get(msgId);
    if (at) this.#mark(at.root, msgId, JSON.stringify({ v: 1, code, why, ...told }));
  }

  async takeRefusal(msgId: string): Promise<Refusal | undefined> {
    const given = this.#given.get(msgId);
    for (const part of this.#parts.get(msgId) ?? []) this.#given.delete(part);
    this.#parts.delete(msgId);
    this.#given.delete(msgId);
    return given?.refusal === undefined ? undefined : parseRefusal(given.refusal);
  }

  /** Reads the intents for the trees that this process drives. True when there are some. */
  async fetch(): Promise<boolean> {
    const roots = [...this.#session.held.keys()];
    if (roots.length === 0) return false;
    const rows = await this.#session.query<{ root: RootId; msg_id: string; body: string }>(
      'select root, msg_id, body from intent where applied is null and root = any($1) order by id',
      [roots],
    );
    const there = new Set(rows.map(({ msg_id: msgId }) => msgId));
    for (const msgId of this.#done) if (!there.has(msgId)) this.#done.delete(msgId);
    this.#waiting = new Map(
      rows.flatMap(({ root, msg_id: msgId, body }) => {
        const intent = readIntent(body);
        if (!intent) this.#mark(root, msgId, null);
        return intent ? [[msgId, { root, intent }]] : [];
      }),
    );
    return this.#waiting.size > 0;
  }

  /** Reads what became of the intents that this process handed over. */
  async lookAfterGiven(): Promise<void> {
    const waiting = [...this.#given].filter(([, { state }]) => state === 'waiting').map(([msgId]) => msgId);
    if (waiting.length === 0) return;
    const rows = await this.#session.query<{ msg_id: string; refusal: string | null }>(
      'select msg_id, refusal from intent where root = any($1) and msg_id = any($2) and applied is not null',
      [[...this.#given.values()].map(({ root }) => root), waiting],
    );
    for (const { msg_id: msgId, refusal } of rows) {
      const given = this.#given.get(msgId);
      if (!given) continue;
      given.state = 'applied';
      if (refusal !== null) given.refusal = refusal;
    }
  }

  async #stopAll(intent: AddressedIntent & { readonly kind: 'stopAll' }): Promise<void> {
    const rows = await this.#session.query<{ root: RootId }>(
      'select root from tree where rtws = $1 and owner is not null',
      [this.#rtws],
    );
    const parts = rows.map(({ root }) => ({
      ...intent,
      kind: 'stop' as const,
      msgId: `${intent.msgId}-${root}`,
      dialog: rootRef(root),
      tree: true,
    }));
    this.#parts.set(
      intent.msgId,
      parts.map(({ msgId }) => msgId),
    );
    try {
      for (const part of parts) await this.#say(part.dialog.rootId, part);
    } catch (error) {
      // Whoever hears that it was refused has stopped nothing.
      this.remove(intent.msgId);
      throw error;
    }
  }

  async #say(root: RootId, intent: AddressedIntent): Promise<void> {
    try {
      await this.#session.query('select say($1, $2, $3)', [root, intent.msgId, writeIntent(intent)]);
    } catch (error) {
      throw new DriveError('store', (error as Error).message, error);
    }
    this.#given.set(intent.msgId, { root, state: 'waiting' });
    this.#session.bell.ring({ kind: 'said', root });
  }

  /** Intents that cannot be marked now are marked at the next look, when they wait again. */
  #mark(root: RootId, msgId: string, refusal: string | null): void {
    this.#done.add(msgId);
    this.#session
      .query('update intent set applied = now(), refusal = $3 where root = $1 and msg_id = $2 and applied is null', [
        root,
        msgId,
        refusal,
      ])
      .then(
        () => this.#session.bell.ring({ kind: 'stored', root }),
        () => this.#done.delete(msgId),
      );
  }
}
