// The contents of the Dialogs tree and their changes: groups by standing, their roots, and the subdialogs of unfolded
// roots. Loads nothing that is not shown (SPEC 17). Pure but for the two queries it is given.
import { assertNever } from '../../core/base/assert.ts';
import type { AgentId, DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { isRootRef, rootRef } from '../../core/base/ids.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { DialogNode, RootSummary } from '../../core/dialog/view/projection.ts';
import {
  byStanding,
  needOf,
  type RootRow,
  type Standing,
  standingOfRoot,
  standings,
} from '../../core/dialog/view/standing.ts';
import type { Runtime } from '../../runtime.ts';
import { dialogRowId, groupRow, moreRow, rootRow, subdialogRow } from './dialog-rows.ts';
import { sameRow, type TreeRow } from './tree-row.ts';
import type { Wording } from './wording.ts';

/** Names one row; the same object for the same row as long as it lives, since the editor compares by identity. */
export type DialogKey =
  | { readonly kind: 'group'; readonly standing: Standing }
  | { readonly kind: 'more'; readonly standing: Standing }
  | { readonly kind: 'dialog'; readonly rootId: RootId; readonly selfId: DialogId };

export type ForestRuntime = Pick<Runtime, 'listRoots' | 'tree'>;

export interface ForestPorts {
  /** The open runtime, if any. */
  readonly runtime: () => ForestRuntime | undefined;
  /** True if a root ended and was not opened since. */
  readonly isUnseen: (rootId: RootId) => boolean;
  readonly memberName: (agentId: AgentId) => string;
  readonly wording: () => Wording;
}

/** Rows to draw again; `all` when groups came or went. */
export type ForestChange = 'all' | readonly DialogKey[];

/** Roots of one group that are shown before "more". */
const PAGE = 100;

export class DialogForest {
  readonly #ports: ForestPorts;
  readonly #keys = new Map<string, DialogKey>();
  readonly #limits = new Map<Standing, number>();
  #roots = new Map<RootId, RootRow>();
  /** `#roots` in their groups; absent since one of them changed. */
  #grouped: ReadonlyMap<Standing, readonly RootRow[]> | undefined;
  /** The trees of the roots that were unfolded, and their nodes by row id. */
  readonly #trees = new Map<RootId, DialogNode>();
  readonly #nodes = new Map<string, DialogNode>();
  readonly #staleRoots = new Map<RootId, RootSummary | undefined>();
  readonly #staleTrees = new Set<RootId>();

  constructor(ports: ForestPorts) {
    this.#ports = ports;
  }

  /** The rows under a row; under nothing: the groups that have roots. */
  async children(key?: DialogKey): Promise<readonly DialogKey[]> {
    if (!key) return this.#groups();
    switch (key.kind) {
      case 'group':
        return this.#rootsOf(key.standing);
      case 'more':
        return [];
      case 'dialog':
        return this.#subdialogsOf(key);
      default:
        return assertNever(key);
    }
  }

  /** The contents of a row; `undefined` when its subject is gone. */
  row(key: DialogKey): TreeRow | undefined {
    const wording = this.#ports.wording();
    switch (key.kind) {
      case 'group':
        return groupRow(key.standing, this.#count(key.standing), wording);
      case 'more':
        return moreRow(key.standing, this.#count(key.standing) - this.#limit(key.standing), wording);
      case 'dialog': {
        if (isRootRef(key)) return this.#rootRow(this.#roots.get(key.rootId), wording);
        return this.#nodeRow(this.#nodes.get(dialogRowId(key)), wording);
      }
      default:
        return assertNever(key);
    }
  }

  /** The row above, for revealing. */
  parent(key: DialogKey): DialogKey | undefined {
    if (key.kind === 'group') return undefined;
    if (key.kind === 'more') return this.#key({ kind: 'group', standing: key.standing });
    if (isRootRef(key)) {
      const root = this.#roots.get(key.rootId);
      return root && this.#key({ kind: 'group', standing: standingOfRoot(root) });
    }
    const above = [...this.#nodes.values()].find(({ children }) => children.some(child => child.selfId === key.selfId));
    return above && this.#dialogKey(above);
  }

  /** The row of a root that is listed. */
  rootKey(rootId: RootId): DialogKey | undefined {
    return this.#roots.has(rootId) ? this.#dialogKey(rootRef(rootId)) : undefined;
  }

  showMore(standing: Standing): void {
    this.#limits.set(standing, this.#limit(standing) + 5 * PAGE);
  }

  /** A root was folded up: its tree is forgotten. */
  forget(rootId: RootId): void {
    this.#forgetNodes(this.#trees.get(rootId));
    this.#trees.delete(rootId);
    this.#staleTrees.delete(rootId);
  }

  /** Takes note of an event; `true` when `changes` has something to say because of it. */
  receive(event: FeedEvent): boolean {
    if (event.type === 'root_changed') {
      this.#staleRoots.set(event.rootId, event.summary);
      return true;
    }
    if (event.type !== 'recorded' || !this.#trees.has(event.rootId)) return false;
    this.#staleTrees.add(event.rootId);
    return true;
  }

  /** Roots that need the person for something else than an answer. */
  countNeeds(): number {
    return this.#group('needsYou').filter(root => needOf(root) !== 'question').length;
  }

  /** A root's "opened" mark changed; `true` when `changes` has news because of it. */
  lookedAt(rootId: RootId): boolean {
    const root = this.#roots.get(rootId);
    if (!root) return false;
    const { unseen, ...summary } = root;
    if (!this.#staleRoots.has(rootId)) this.#staleRoots.set(rootId, summary);
    return true;
  }

  /** The rows to redraw for events since the last call. */
  async changes(): Promise<ForestChange> {
    const regrouped = this.#takeRoots();
    const changed = new Set(regrouped === 'all' ? [] : regrouped);
    const stale = [...this.#staleTrees];
    this.#staleTrees.clear();
    for (const rootId of stale) for (const key of await this.#reload(rootId)) changed.add(key);
    return regrouped === 'all' ? 'all' : [...changed];
  }

  /** Starts over with what the runtime says now. */
  reset(): void {
    for (const rootId of [...this.#trees.keys()]) this.forget(rootId);
    this.#staleRoots.clear();
    this.#keys.clear();
    this.#roots = new Map(
      this.#ports
        .runtime()
        ?.listRoots()
        .map(root => [root.rootId, this.#rowOf(root)]),
    );
    this.#grouped = undefined;
  }

  #groups(): readonly DialogKey[] {
    return standings
      .filter(standing => this.#count(standing) > 0)
      .map(standing => this.#key({ kind: 'group', standing }));
  }

  #rootsOf(standing: Standing): readonly DialogKey[] {
    const roots = this.#group(standing);
    const shown = roots.slice(0, this.#limit(standing)).map(({ rootId }) => this.#dialogKey(rootRef(rootId)));
    return shown.length < roots.length ? [...shown, this.#key({ kind: 'more', standing })] : shown;
  }

  #group(standing: Standing): readonly RootRow[] {
    this.#grouped ??= byStanding(this.#roots.values());
    return this.#grouped.get(standing) ?? [];
  }

  #rowOf(root: RootSummary): RootRow {
    return this.#ports.isUnseen(root.rootId) ? { ...root, unseen: true } : root;
  }

  async #subdialogsOf(ref: DialogRef): Promise<readonly DialogKey[]> {
    if (isRootRef(ref) && !this.#trees.has(ref.rootId)) await this.#load(ref.rootId);
    const node = this.#nodes.get(dialogRowId(ref));
    return (node?.children ?? []).map(child => this.#dialogKey(child));
  }

  async #load(rootId: RootId): Promise<void> {
    const found = await this.#ports.runtime()?.tree(rootId);
    if (!found?.ok) return;
    this.#trees.set(rootId, found.tree);
    this.#keepNodes(found.tree);
  }

  async #reload(rootId: RootId): Promise<DialogKey[]> {
    const before = this.#trees.get(rootId);
    if (!before) return [];
    this.#forgetNodes(before);
    await this.#load(rootId);
    const after = this.#trees.get(rootId);
    return after ? this.#differing(before, after) : [];
  }

  #differing(before: DialogNode, after: DialogNode): DialogKey[] {
    const wording = this.#ports.wording();
    const old = new Map(flatten(before).map(node => [node.selfId, node]));
    const differs = (node: DialogNode) => {
      const was = old.get(node.selfId);
      return !was || !sameChildren(was, node) || !sameRow(this.#nodeRow(was, wording), this.#nodeRow(node, wording));
    };
    return flatten(after)
      .filter(node => old.has(node.selfId) && differs(node))
      .map(node => this.#dialogKey(node));
  }

  #takeRoots(): ForestChange {
    const wording = this.#ports.wording();
    const changed: DialogKey[] = [];
    let regrouped = false;
    for (const [rootId, summary] of this.#staleRoots) {
      const before = this.#roots.get(rootId);
      const after = summary && this.#rowOf(summary);
      if (after) this.#roots.set(rootId, after);
      else this.#roots.delete(rootId);
      if (placeOf(before) !== placeOf(after)) regrouped = true;
      else if (!sameRow(this.#rootRow(before, wording), this.#rootRow(after, wording))) {
        changed.push(this.#dialogKey(rootRef(rootId)));
      }
    }
    if (this.#staleRoots.size > 0) this.#grouped = undefined;
    this.#staleRoots.clear();
    return regrouped ? 'all' : changed;
  }

  #rootRow(root: RootRow | undefined, wording: Wording): TreeRow | undefined {
    return root && rootRow(root, this.#ports.memberName(root.agentId), wording);
  }

  #nodeRow(node: DialogNode | undefined, wording: Wording): TreeRow | undefined {
    return node && subdialogRow(node, this.#ports.memberName(node.agentId), wording);
  }

  #count(standing: Standing): number {
    return this.#group(standing).length;
  }

  #limit(standing: Standing): number {
    return this.#limits.get(standing) ?? PAGE;
  }

  #dialogKey({ rootId, selfId }: DialogRef): DialogKey {
    return this.#key({ kind: 'dialog', rootId, selfId });
  }

  #key(key: DialogKey): DialogKey {
    const id = key.kind === 'dialog' ? dialogRowId(key) : `${key.kind}:${key.standing}`;
    const known = this.#keys.get(id) ?? key;
    this.#keys.set(id, known);
    return known;
  }

  #keepNodes(tree: DialogNode): void {
    for (const node of flatten(tree)) this.#nodes.set(dialogRowId(node), node);
  }

  #forgetNodes(tree: DialogNode | undefined): void {
    if (tree) for (const node of flatten(tree)) this.#nodes.delete(dialogRowId(node));
  }
}

/** A root's place: its group, and its urgency within *Needs you*. */
function placeOf(root: RootRow | undefined): string | undefined {
  return root && `${standingOfRoot(root)} ${needOf(root)}`;
}

function flatten(node: DialogNode): DialogNode[] {
  return [node, ...node.children.flatMap(flatten)];
}

function sameChildren(one: DialogNode, other: DialogNode): boolean {
  return (
    one.children.length === other.children.length &&
    one.children.every((child, at) => child.selfId === other.children[at]?.selfId)
  );
}
