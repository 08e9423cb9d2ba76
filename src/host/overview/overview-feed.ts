// What the Overview panel shows, part by part: each part is sent when it is watched and differs from what was sent last. While
// the panel is not there nothing is sent; its next `watch` starts over. Loads nothing that is not shown (SPEC 13.5, 17).
import { isDeepStrictEqual } from 'node:util';
import type { RootId } from '../../core/dialog/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { FeedEvent } from '../../core/feed-event.ts';
import type { ClosedQuestion, InboxQuestion, RegistryRow, ToOverview, Watched } from '../../protocol/overview.ts';
import type { Runtime } from '../../runtime.ts';
import type { Timer } from '../coalesce.ts';
import { coalesce } from '../coalesce.ts';

export type OverviewRuntime = Pick<Runtime, 'listRoots' | 'tree' | 'registry'>;
type Part = Exclude<ToOverview, { kind: 'refused' }>;

export interface OverviewPorts {
  /** The open runtime, if any. */
  readonly runtime: () => OverviewRuntime | undefined;
  readonly inbox: () => { readonly pending: readonly InboxQuestion[]; readonly closed: readonly ClosedQuestion[] };
  readonly frame: () => Extract<ToOverview, { kind: 'frame' }>;
  readonly post: (message: Part) => void;
  readonly timer: Timer;
}

/** Milliseconds within which changes are sent as one. */
const GATHER = 80;
const statuses: readonly Status[] = ['running', 'completed', 'archived'];

export class OverviewFeed {
  readonly #ports: OverviewPorts;
  readonly #sendSoon: ReturnType<typeof coalesce>;
  #watched: Watched | undefined;
  /** What was sent last, by part. */
  #sent = new Map<string, Part>();
  /** Roots whose tree and registry may have changed; all of them after a change of the runtime. */
  #stale = new Set<string>();
  #round = 0;

  constructor(ports: OverviewPorts) {
    this.#ports = ports;
    this.#sendSoon = coalesce(GATHER, () => void this.send(), ports.timer);
  }

  /** The panel says what it shows now; `fresh` when it holds nothing yet. */
  async watch(watched: Watched, fresh: boolean): Promise<void> {
    this.#watched = watched;
    if (fresh) this.#sent = new Map();
    await this.send();
  }

  /** The panel is not there any more. */
  close(): void {
    this.#watched = undefined;
    this.#sendSoon.dispose();
  }

  /** Takes an event of the rtws. */
  receive(event: FeedEvent): void {
    if (event.type !== 'recorded' && event.type !== 'root_changed') return;
    this.#stale.add(event.rootId);
    this.#changed();
  }

  /** Another runtime, inbox, team or language: everything is asked for again. */
  refresh(): void {
    for (const key of this.#sent.keys()) this.#stale.add(key.replace(/^\w+ /, ''));
    this.#changed();
  }

  /** Sends the watched parts that differ from what was sent; of several rounds under way only the newest counts. */
  async send(): Promise<void> {
    const watched = this.#watched;
    if (!watched) return;
    const round = ++this.#round;
    const { pending, closed } = this.#ports.inbox();
    this.#offer('frame', this.#ports.frame());
    this.#offer('inbox', { kind: 'inbox', questions: pending, closed });
    this.#offer('roots', { kind: 'roots', groups: this.#groups(watched.shown) });
    for (const rootId of watched.unfolded) {
      const part = this.#isDue(`tree ${rootId}`, rootId) ? await this.#tree(rootId as RootId) : undefined;
      if (round !== this.#round) return;
      if (part) this.#offer(`tree ${rootId}`, part);
    }
    const { selected } = watched;
    if (selected !== undefined && this.#isDue(`registry ${selected}`, selected)) {
      const part = await this.#registry(selected as RootId);
      if (round !== this.#round) return;
      this.#offer(`registry ${selected}`, part);
    }
    this.#stale.clear();
  }

  #changed(): void {
    if (this.#watched) this.#sendSoon();
  }

  #isDue(key: string, rootId: string): boolean {
    return this.#stale.has(rootId) || !this.#sent.has(key);
  }

  #offer(key: string, part: Part): void {
    if (isDeepStrictEqual(this.#sent.get(key), part)) return;
    this.#sent.set(key, part);
    this.#ports.post(part);
  }

  #groups(shown: Watched['shown']): Extract<Part, { kind: 'roots' }>['groups'] {
    const runtime = this.#ports.runtime();
    const roots = runtime?.listRoots() ?? [];
    return statuses.map(status => {
      const ofStatus = roots.filter(root => root.status === status).sort((a, b) => (a.rootId < b.rootId ? 1 : -1));
      return { status, count: ofStatus.length, roots: ofStatus.slice(0, shown[status]) };
    });
  }

  async #tree(rootId: RootId): Promise<Part> {
    const found = await this.#ports.runtime()?.tree(rootId);
    return { kind: 'tree', rootId, ...(found?.ok && { tree: found.tree }) };
  }

  async #registry(rootId: RootId): Promise<Part> {
    const found = await this.#ports.runtime()?.registry(rootId);
    const entries = found?.ok ? Object.entries(found.registry) : [];
    return { kind: 'registry', rootId, rows: entries.map(([key, entry]): RegistryRow => ({ key, ...entry })) };
  }
}
