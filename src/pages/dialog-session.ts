// One dialog on a page: sends records, takes the person's requests. Independent of editor and browser: functions of the
// page's place are in its `DialogSurface`. Never drives, and its end stops no work (SPEC 8.3, 13.3).

import { isDeepStrictEqual } from 'node:util';
import { assertNever } from '../core/base/assert.ts';
import { type DialogRef, formatRef, rootRef } from '../core/base/ids.ts';
import type { GivenImage } from '../core/base/image.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Intent } from '../core/intents/intents.ts';
import { type Focus, parseToHost, type Snapshot, type ToHost } from '../protocol/messages.ts';
import type { NewDialog } from '../protocol/new-dialog.ts';
import { type ActingRuntime, asPerson } from '../runtime/api.ts';
import { sayRefusalInSentences } from '../words/say.ts';
import { pictureBelief } from './belief.ts';
import { coalesce, type Timer } from './coalesce.ts';
import type { DialogSurface } from './dialog-surface.ts';
import { performIntent, readMessage } from './intents.ts';
import { NestedFeed } from './nested-feed.ts';
import { beginningWith, pictureNew } from './new-dialog.ts';
import type { PageRtws } from './page-rtws.ts';
import { PanelFeed } from './panel-feed.ts';
import { restoreOffer } from './restore.ts';
import { type Relations, relationsOf, TAIL, takeSnapshot, treeRelations } from './snapshot.ts';

/** Milliseconds. */
const RELATED_EVERY = 100;

export interface DialogSessionPorts {
  readonly dialog: DialogRef;
  readonly rtws: PageRtws;
  readonly surface: DialogSurface;
  readonly timer: Timer;
  /** Set for a dialog that its first message begins. */
  readonly unbegun?: NewDialog | undefined;
}

export class DialogSession {
  readonly #dialog: DialogRef;
  readonly #rtws: PageRtws;
  readonly #surface: DialogSurface;
  readonly #feed: PanelFeed;
  readonly #subscriptions: { dispose(): void }[];
  readonly #relateSoon: ReturnType<typeof coalesce>;
  readonly #nested: NestedFeed;
  /** As last sent. */
  #relations: Relations | undefined;
  #unbegun: NewDialog | undefined;
  /** The first message is on its way into its dialog; never rejects. */
  #beginning: Promise<void> | undefined;
  /** Images of the composer while its page is hidden; undefined until it is known what was kept of them. */
  #heldImages: readonly GivenImage[] | undefined;

  constructor({ dialog, rtws, surface, timer, unbegun }: DialogSessionPorts) {
    this.#dialog = dialog;
    this.#unbegun = unbegun;
    this.#rtws = rtws;
    this.#surface = surface;
    this.#feed = new PanelFeed({
      dialog,
      post: message => surface.post(message),
      words: refusal => sayRefusalInSentences(refusal, surface.language()),
      takeSnapshot: course => this.#takeSnapshot(course),
      onError: error => surface.failed(error),
      timer,
    });
    this.#relateSoon = coalesce(RELATED_EVERY, () => void this.#relate(), timer);
    this.#nested = new NestedFeed({
      view: async (selfId, tail) => rtws.runtime?.view(this.#related(selfId), { tail }),
      post: message => surface.post(message),
      timer,
    });
    this.#subscriptions = [
      rtws.onEvent(event => this.#observe(event)),
      rtws.onChange(() => void (this.#feed.isAskedFor && this.#feed.open())),
    ];
  }

  /** True if the page has asked, and was not hidden since. */
  get isAskedFor(): boolean {
    return this.#feed.isAskedFor;
  }

  /** The choices for a dialog that is not begun. */
  get unbegun(): NewDialog | undefined {
    return this.#unbegun;
  }

  /** Brings something into view, now or with the next snapshot. */
  focus(focus: Focus): void {
    if (focus.kind === 'composer' && focus.images) {
      const { images, ...rest } = focus;
      this.#heldImages = images;
      this.#surface.composer?.keep(images);
      this.#feed.focus(rest);
    } else this.#feed.focus(focus);
  }

  /** The page is hidden; it says `ready` when it is back. */
  hide(): void {
    this.#feed.close();
  }

  dispose(): void {
    this.#feed.close();
    this.#relateSoon.dispose();
    this.#nested.dispose();
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Takes any message of the page. Never rejects. */
  async receive(message: unknown): Promise<void> {
    const parsed = parseToHost(message);
    if (!parsed) return this.#surface.dropped(`panel ${formatRef(this.#dialog)}`);
    try {
      await this.#do(parsed);
    } catch (error) {
      this.#surface.failed(error);
    }
  }

  #observe(event: FeedEvent): void {
    this.#feed.receive(event);
    if (event.rootId !== this.#dialog.rootId) return;
    if (event.type === 'recorded' || event.type === 'root_changed') this.#relateSoon();
    this.#nested.observe(event);
  }

  async #do(given: ToHost): Promise<void> {
    const { intent, view: message } = readMessage(given, this.#dialog);
    if (intent) return this.#perform(intent);
    switch (message.kind) {
      case 'ready':
        this.#nested.foldAll();
        await this.#feed.ask(message.course);
        return this.#giveImages();
      case 'resync':
        return this.#feed.ask();
      case 'showCourse':
        return this.#feed.open(message.course);
      case 'showEarlier':
        return this.#showEarlier(message);
      case 'showBelief':
        return this.#showBelief(message);
      case 'branchDraft':
        return this.#branch(message.genseq);
      case 'planRestore':
        return this.#offerRestore(message.to);
      case 'restore':
        return this.#restore(message);
      case 'openDialog':
        return this.#openRelated(message);
      case 'chooseMember':
        return this.#choose({ agentId: message.agentId });
      case 'holdImages':
        this.#heldImages = message.images;
        this.#surface.composer?.keep(message.images);
        return;
      case 'showImage':
        return this.#showImage(message);
      case 'unfold':
        return message.open ? this.#nested.unfold(message.selfId) : this.#nested.fold(message.selfId);
      case 'markDone':
        return this.tell(await this.#drive(runtime => this.#surface.complete(runtime, this.#dialog)));
      case 'focusGiven':
      case 'focusWanted':
      case 'holdText':
      case 'inFront':
      case 'openLink':
      case 'insertCode':
      case 'openCode':
      case 'suggest':
      case 'dropped':
      case 'pickImages':
      case 'copy':
      case 'showDiff':
      case 'showChanges':
      case 'undoEdits':
      case 'saveFile':
      case 'nextQuestion':
      case 'mend':
        return this.#surface.perform(message);
      default:
        assertNever(message);
    }
  }

  async #perform(intent: Intent): Promise<void> {
    // Another page began it meanwhile, or this one before its server was started again.
    if (this.#unbegun && !this.#beginning && (await this.#isStored())) this.#showBegun();
    if (this.#beginning) await this.#beginning;
    if (this.#unbegun) return this.#performUnbegun(intent, this.#unbegun);
    const said = intent.kind === 'draft' ? intent.draft : intent;
    const msgId = 'msgId' in said ? said.msgId : undefined;
    this.tell(await this.#drive(runtime => performIntent(runtime, intent)), msgId);
  }

  /** Nothing but a message and the mode of permissions means anything to a dialog that is not begun. */
  async #performUnbegun(intent: Intent, choices: NewDialog): Promise<void> {
    if (intent.kind === 'changePermissions' && 'mode' in intent.change)
      return this.#choose({ permissionMode: intent.change.mode });
    if (intent.kind !== 'say') return;
    const start = beginningWith(this.#dialog, choices, intent);
    const began = this.#drive(runtime => performIntent(runtime, start));
    const settled = began.then(outcome => {
      if (outcome?.ok) this.#showBegun();
    });
    this.#beginning = settled.catch(() => {});
    this.tell(await began, intent.msgId);
  }

  #choose(choice: NewDialog): Promise<void> | void {
    if (!this.#unbegun) return;
    this.#unbegun = { ...this.#unbegun, ...choice };
    return this.#feed.open();
  }

  async #isStored(): Promise<boolean> {
    const opened = await this.#rtws.open();
    return opened.ok && (await opened.runtime.tree(this.#dialog.rootId)).ok;
  }

  #showBegun(): void {
    this.#begun();
    if (this.#feed.isAskedFor) void this.#feed.open();
  }

  #begun(): void {
    if (!this.#unbegun) return;
    this.#unbegun = undefined;
    this.#surface.begun?.();
  }

  async #drive(
    work: (runtime: ActingRuntime) => Promise<Outcome<object> | undefined>,
  ): Promise<Outcome<object> | undefined> {
    const opened = await this.#rtws.open();
    if (!opened.ok) return opened;
    return this.#rtws.refusalToDrive() ?? work(asPerson(opened.runtime, this.#surface.name));
  }

  /** Tells the page why something was refused; nothing when it was not. `msgId` gives its text back. */
  tell(outcome: Outcome<object> | undefined, msgId?: string): void {
    if (!outcome || outcome.ok) return;
    const words = sayRefusalInSentences(outcome, this.#surface.language());
    this.#surface.post({ kind: 'refused', ...words, ...(msgId !== undefined && { msgId }) });
  }

  async #showEarlier({ course, before, all }: Extract<ToHost, { kind: 'showEarlier' }>): Promise<void> {
    const opened = await this.#rtws.open();
    const page = { course, before, tail: all ? before : TAIL };
    const viewed = opened.ok ? await opened.runtime.view(this.#dialog, page) : opened;
    if (!viewed.ok) return this.tell(viewed);
    const { records, earlier } = viewed.view;
    this.#surface.post({ kind: 'earlier', course, records, earlier });
  }

  async #showBelief({ turn, from }: Extract<ToHost, { kind: 'showBelief' }>): Promise<void> {
    const opened = await this.#rtws.open();
    if (!opened.ok) return this.tell(opened);
    const pictured = await pictureBelief(opened.runtime, this.#dialog.rootId, { turn, from });
    if (pictured.ok) this.#surface.post({ kind: 'belief', ...pictured.picture });
    else this.tell(pictured);
  }

  async #giveImages(): Promise<void> {
    const kept = this.#heldImages ?? (await this.#surface.composer?.images()) ?? [];
    this.#heldImages ??= kept;
    if (this.#heldImages.length > 0) this.#surface.post({ kind: 'attached', images: this.#heldImages });
  }

  async #showImage({ hash, type }: Extract<ToHost, { kind: 'showImage' }>): Promise<void> {
    for (const selfId of [this.#dialog.selfId, ...this.#nested.unfolded]) {
      const read = await this.#rtws.runtime?.image(this.#related(selfId), { hash, type });
      if (!read?.ok) continue;
      const data = Buffer.from(read.bytes).toString('base64');
      return this.#surface.post({ kind: 'image', hash, type, data });
    }
    this.#surface.post({ kind: 'image', hash, type });
  }

  /** The branch opens beside, and its mind goes on from that draft. */
  async #branch(genseq: number): Promise<void> {
    const { rootId } = this.#dialog;
    const branched = await this.#drive(async runtime => {
      const forked = await runtime.perform({ kind: 'fork', dialog: rootRef(rootId), at: { course: 1, genseq } });
      if (!forked.ok) return forked;
      this.#surface.open(rootRef(forked.rootId));
      return runtime.perform({
        kind: 'draft',
        dialog: rootRef(forked.rootId),
        draft: { kind: 'run', until: 'paused' },
      });
    });
    this.tell(branched);
  }

  async #offerRestore(to: string): Promise<void> {
    const opened = await this.#rtws.open();
    const offered = opened.ok ? await restoreOffer(opened.runtime, this.#dialog, to) : opened;
    if (offered.ok) this.#surface.post({ kind: 'restoreOffer', offer: offered.offer });
    else this.tell(offered, to);
  }

  /** A fork opens beside; the message that it does not send waits in its composer. */
  async #restore({ kind, msgId, to, files, talk, say, draft }: Extract<ToHost, { kind: 'restore' }>): Promise<void> {
    const done = await this.#drive(async runtime => {
      const offered = draft === undefined ? undefined : await restoreOffer(runtime, this.#dialog, to);
      const images = offered?.ok ? offered.offer.images : [];
      const filled = say && (await runtime.fillIn(say.content));
      if (filled && !filled.ok) return filled;
      const words = say && filled && { say: { content: filled.content, images: say.images ?? [] } };
      const restored = await runtime.perform({
        kind,
        msgId,
        dialog: this.#dialog,
        to,
        files,
        talk,
        ...(words && words),
      });
      if (!restored.ok) return restored;
      const left = restored.restored.left.map(({ path }) => path);
      this.#surface.post({ kind: 'restored', msgId, left });
      const add = { ...(draft !== undefined && { add: draft }), ...(images.length > 0 && { images }) };
      if (restored.rootId) this.#surface.open(rootRef(restored.rootId), { kind: 'composer', ...add });
      return restored;
    });
    this.tell(done, msgId);
  }

  #openRelated({ selfId, callId, questionId }: Extract<ToHost, { kind: 'openDialog' }>): void {
    const focus: Focus | undefined =
      questionId === undefined
        ? callId === undefined
          ? undefined
          : { kind: 'call', callId }
        : { kind: 'question', questionId };
    this.#surface.open(this.#related(selfId), focus);
  }

  async #takeSnapshot(course?: number): Promise<Outcome<{ snapshot: Snapshot }>> {
    const opened = await this.#rtws.open();
    if (!opened.ok) return opened;
    const { runtime } = opened;
    const request = { dialog: this.#dialog, ...this.#surface.frame(runtime) };
    // A window that was closed between the message and its picture still has the choices.
    if (this.#unbegun && (await this.#isStored())) this.#begun();
    const inCourse = course === undefined ? undefined : await takeSnapshot(runtime, { ...request, course });
    const newest = () => (this.#unbegun ? pictureNew(runtime, request, this.#unbegun) : takeSnapshot(runtime, request));
    // A course that is not there any more gives way to the newest.
    const taken = inCourse?.ok ? inCourse : await newest();
    if (!taken.ok) return taken;
    this.#relations = relationsOf(taken.snapshot);
    const { identity, headline } = taken.snapshot.state;
    this.#surface.retitle(runtime, { agentId: identity.agentId, headline });
    return taken;
  }

  /** After something happened in the tree: the title and the other dialogs, sent only when they changed. */
  async #relate(): Promise<void> {
    const { runtime } = this.#rtws;
    const found = this.#feed.isLive ? await runtime?.tree(this.#dialog.rootId, { todo: true }) : undefined;
    if (!runtime || !found?.ok) return;
    const relations = treeRelations(found.tree);
    const own = relations.related.find(({ selfId }) => selfId === this.#dialog.selfId);
    if (own) this.#surface.retitle(runtime, own);
    if (isDeepStrictEqual(this.#relations, relations)) return;
    this.#relations = relations;
    this.#feed.relate(relations);
  }

  /** The page's messages are checked for their shape only; the runtime refuses an unknown id. */
  #related(selfId: string): DialogRef {
    return { rootId: this.#dialog.rootId, selfId: selfId as DialogRef['selfId'] };
  }
}
