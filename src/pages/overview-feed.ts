// The parts of the Overview panel: each is sent while it is watched and differs from the last one sent. Nothing is sent
// to a hidden panel; its next `watch` starts over. Loads nothing that is not shown (SPEC 13.5, 17).
import { isDeepStrictEqual } from 'node:util';
import type { RootId } from '../core/base/ids.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { DialogNode, RootSummary } from '../core/dialog/view/projection.ts';
import { byStanding, goesOnInTree, isPausedInTree, type RootRow } from '../core/dialog/view/standing.ts';
import type { ClosedQuestion, InboxQuestion, RegistryRow, ToOverview, Watched } from '../protocol/overview.ts';
import type { Runtime } from '../runtime.ts';
import { coalesce, type Timer } from './coalesce.ts';

export type OverviewRuntime = Pick<Runtime, 'listRoots' | 'tree' | 'registry'>;
type Part = Exclude<ToOverview, { kind: 'refused' | 'hello' }>;

export interface OverviewPorts {
  /** The open runtime, if any. */
  readonly runtime: () => OverviewRuntime | undefined;
  readonly inbox: () => { readonly pending: readonly InboxQuestion[]; readonly closed: readonly ClosedQuestion[] };
  /** Roots with the mark of those that ended and were not looked at since. */
  readonly marked: (roots: readonly RootSummary[]) => readonly RootRow[];
  readonly frame: () => Extract<ToOverview, { kind: 'frame' }>;
  readonly post: (message: Part) => void;
  readonly onError: (error: unknown) => void;
  readonly timer: Timer;
}

/** Milliseconds within which changes are sent as one. */
const GATHER = 80;

export class OverviewFeed {
  readonly #ports: OverviewPorts;
  readonly #sendSoon: ReturnType<typeof coalesce>;
  #watched: Watched | undefined;
  /** The last one sent, by part. */
  #sent = new Map<string, Part>();
  /** Parts that may differ from the last one sent. */
  readonly #stale = new Set<string>();
  /** Ends when everything that changed was sent; one at a time. */
  #sending: Promise<void> | undefined;
  /** Something changed since the present round began. */
  #isDue = false;

  constructor(ports: OverviewPorts) {
    this.#ports = ports;
    this.#sendSoon = coalesce(GATHER, () => void this.send().catch(ports.onError), ports.timer);
  }

  /** The panel's visible parts, for a page that has none of them. Rejects when a part could not be read. */
  watchAnew(watched: Watched): Promise<void> {
    this.#sent = new Map();
    return this.watch(watched);
  }

  /** The panel's visible parts, of which it has what was sent. Rejects when a part could not be read. */
  watch(watched: Watched): Promise<void> {
    this.#watched = watched;
    return this.send();
  }

  /** The panel is not there any more. */
  close(): void {
    this.#watched = undefined;
    this.#sendSoon.dispose();
  }

  /** True if a page has asked, and was not hidden since. */
  get isWatched(): boolean {
    return this.#watched !== undefined;
  }

  /** Takes an event of the rtws. */
  receive(event: FeedEvent): void {
    if (event.type !== 'recorded' && event.type !== 'root_changed') return;
    this.#stale.add(treeKey(event.rootId)).add(registryKey(event.rootId));
    this.#changed();
  }

  /** Another runtime, inbox, team or language: everything is asked for again. */
  refresh(): void {
    for (const key of this.#sent.keys()) this.#stale.add(key);
    this.#changed();
  }

  /** Sends the watched parts that changed; changes meanwhile are sent as well. */
  send(): Promise<void> {
    this.#isDue = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#isDue && this.#watched) {
      this.#isDue = false;
      await this.#sendRound(this.#watched);
    }
  }

  async #sendRound({ shown, questions, unfolded, selected }: Watched): Promise<void> {
    const { pending, closed } = this.#ports.inbox();
    this.#offer('frame', this.#ports.frame());
    this.#offer('inbox', {
      kind: 'inbox',
      questions: pending.slice(0, questions),
      count: pending.length,
      closed,
    });
    this.#offer('roots', this.#roots(shown));
    const trees = unfolded.map(id => this.#renew(treeKey(id), () => this.#tree(id as RootId)));
    const registry =
      selected === undefined ? [] : [this.#renew(registryKey(selected), () => this.#registry(selected as RootId))];
    const failed = (await Promise.allSettled([...trees, ...registry])).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  #changed(): void {
    if (this.#watched) this.#sendSoon();
  }

  /**
   * A part is noted as fresh before it is asked for: what changes while the answer is on its way makes it stale again.
   */
  async #renew(key: string, take: () => Promise<Part>): Promise<void> {
    if (this.#sent.has(key) && !this.#stale.has(key)) return;
    this.#stale.delete(key);
    try {
      this.#offer(key, await take());
    } catch (error) {
      this.#stale.add(key);
      throw error;
    }
  }

  #offer(key: string, part: Part): void {
    if (!this.#watched || isDeepStrictEqual(this.#sent.get(key), part)) return;
    this.#sent.set(key, part);
    this.#ports.post(part);
  }

  #roots(shown: Watched['shown']): Extract<Part, { kind: 'roots' }> {
    const runtime = this.#ports.runtime();
    const roots = this.#ports.marked(runtime?.listRoots() ?? []);
    const groups = [...byStanding(roots)].map(([standing, group]) => ({
      standing,
      count: group.length,
      roots: group.slice(0, shown[standing] ?? 0),
    }));
    const goingOn = roots.filter(goesOnInTree).length;
    return { kind: 'roots', groups, goingOn, paused: roots.filter(isPausedInTree).length };
  }

  async #tree(rootId: RootId): Promise<Part> {
    const found = await this.#ports.runtime()?.tree(rootId);
    return { kind: 'tree', rootId, ...(found?.ok && { tree: withFirstQuestion(found.tree) }) };
  }

  async #registry(rootId: RootId): Promise<Part> {
    const found = await this.#ports.runtime()?.registry(rootId);
    const entries = found?.ok ? Object.entries(found.registry) : [];
    return { kind: 'registry', rootId, rows: entries.map(([key, entry]): RegistryRow => ({ key, ...entry })) };
  }
}

/** The tree shows how many there are and the words of the first; the inbox has those of all. */
function withFirstQuestion(node: DialogNode): DialogNode {
  return { ...node, questions: node.questions.slice(0, 1), children: node.children.map(withFirstQuestion) };
}

function treeKey(rootId: string): string {
  return `tree ${rootId}`;
}

function registryKey(rootId: string): string {
  return `registry ${rootId}`;
}
