// The Overview on a page: dialog tree, registry and inbox (SPEC 13.5). Knows neither editor nor browser. Never drives;
// its end touches no run.
import { assertNever } from '../core/base/assert.ts';
import type { DialogId, DialogRef, RootId } from '../core/base/ids.ts';
import type { Language } from '../core/base/language.ts';
import type { Surface } from '../core/dialog/answered-by.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import { permissionLine } from '../core/team/permissions.ts';
import type { Focus } from '../protocol/messages.ts';
import { type OverviewToHost, parseOverviewToHost, type ToOverview } from '../protocol/overview.ts';
import { asPerson, type Runtime } from '../runtime/api.ts';
import { sayRefusalInSentences } from '../words/say.ts';
import type { Timer } from './coalesce.ts';
import type { Ended } from './ended.ts';
import type { Inbox } from './inbox.ts';
import { OverviewFeed } from './overview-feed.ts';
import type { PageFrame, PageRtws } from './page-rtws.ts';
import { memberLabels } from './snapshot.ts';

/** What a page asks of its place. */
export type OverviewSurfaceMessage = Extract<OverviewToHost, { kind: 'focusGiven' | 'openLink' | 'copy' | 'run' }>;

/** The place of the page: an editor's panel, or a browser. */
export interface OverviewSurface {
  /** The recorded surface of answers. */
  readonly name: Surface;
  readonly post: (message: ToOverview) => void;
  /** In which the person is told why something was refused. */
  readonly language: () => Language;
  readonly frame: (runtime: Runtime | undefined) => PageFrame;
  readonly open: (dialog: DialogRef, focus?: Focus) => void;
  readonly perform: (message: OverviewSurfaceMessage) => Promise<void>;
  /** Something threw: the log and the person are told. */
  readonly failed: (error: unknown) => void;
  /** A message was not understood and dropped. */
  readonly dropped: (what: string) => void;
}

export interface OverviewSessionPorts {
  readonly rtws: PageRtws;
  readonly inbox: Pick<Inbox, 'pending' | 'closed' | 'forgetClosed' | 'onChange'>;
  /** The roots that ended and were not opened since. */
  readonly ended: Pick<Ended, 'marked' | 'onChange'>;
  readonly surface: OverviewSurface;
  readonly timer: Timer;
}

export class OverviewSession {
  readonly #ports: OverviewSessionPorts;
  readonly #feed: OverviewFeed;
  readonly #subscriptions: { dispose(): void }[];

  constructor(ports: OverviewSessionPorts) {
    this.#ports = ports;
    const { rtws, inbox, ended, surface, timer } = ports;
    this.#feed = new OverviewFeed({
      runtime: () => rtws.runtime,
      inbox: () => inbox,
      marked: roots => ended.marked(roots),
      frame: () => frameOf(rtws.runtime, surface),
      post: message => surface.post(message),
      onError: error => surface.failed(error),
      timer,
    });
    this.#subscriptions = [
      rtws.onEvent(event => this.#feed.receive(event)),
      rtws.onChange(() => this.#feed.refresh()),
      inbox.onChange(() => this.#feed.refresh()),
      ended.onChange(() => this.#feed.refresh()),
    ];
  }

  /** True if the page has asked, and was not hidden since. */
  get isAskedFor(): boolean {
    return this.#feed.isWatched;
  }

  /** The page is hidden; it asks again when it is back. */
  hide(): void {
    this.#feed.close();
  }

  dispose(): void {
    this.#feed.close();
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Takes any message of the page. Never rejects. */
  async receive(message: unknown): Promise<void> {
    const { surface } = this.#ports;
    const parsed = parseOverviewToHost(message);
    if (!parsed) return surface.dropped('overview');
    try {
      await this.#do(parsed);
    } catch (error) {
      surface.failed(error);
    }
  }

  async #do(message: OverviewToHost): Promise<void> {
    const { surface, inbox } = this.#ports;
    switch (message.kind) {
      case 'watch':
        if (!message.fresh) return this.#feed.watch(message);
        return this.#feed.watchAnew(message);
      case 'drive_dialog_by_user_answer':
        return this.#answer(message);
      case 'openDialog':
        return surface.open(refOf(message));
      case 'openQuestion':
        return surface.open(refOf(message), { kind: 'question', questionId: message.questionId });
      case 'forgetClosed':
        return inbox.forgetClosed();
      case 'removePermission':
        return this.#removePermission(message);
      case 'focusGiven':
      case 'openLink':
      case 'copy':
      case 'run':
        return surface.perform(message);
      default:
        assertNever(message);
    }
  }

  async #removePermission({ at, line }: Extract<OverviewToHost, { kind: 'removePermission' }>): Promise<void> {
    const { rtws, surface } = this.#ports;
    const opened = await rtws.open();
    const outcome = opened.ok ? (rtws.refusalToDrive() ?? removed(opened.runtime, at, line)) : opened;
    this.#feed.refresh();
    if (!outcome.ok) surface.post({ kind: 'refused', ...sayRefusalInSentences(outcome, surface.language()) });
  }

  async #answer(packet: Extract<OverviewToHost, { kind: 'drive_dialog_by_user_answer' }>): Promise<void> {
    const { msgId } = packet;
    const { rtws, surface } = this.#ports;
    const opened = await rtws.open();
    const outcome = opened.ok
      ? (rtws.refusalToDrive() ?? (await asPerson(opened.runtime, surface.name).perform({ ...packet, kind: 'answer' })))
      : opened;
    if (outcome.ok) return;
    surface.post({ kind: 'refused', msgId, ...sayRefusalInSentences(outcome, surface.language()) });
  }
}

function frameOf(runtime: Runtime | undefined, surface: OverviewSurface): Extract<ToOverview, { kind: 'frame' }> {
  const { scripted, ...frame } = surface.frame(runtime);
  const members = runtime ? memberLabels(runtime.team().team) : [];
  const allowed = runtime ? allowedLines(runtime) : [];
  return {
    kind: 'frame',
    members,
    ...frame,
    ...(scripted && { scripted: 'playbook' }),
    ...(allowed.length > 0 && { allowed }),
  };
}

/** Refused where another line stands there by now. */
function removed(runtime: Pick<Runtime, 'permissions'>, at: number, line: string): Outcome<object> {
  if (allowedLines(runtime)[at] !== line) return refuse('permission-gone');
  return runtime.permissions.remove(at) ? { ok: true } : refuse('permission-not-kept');
}

function allowedLines({ permissions }: Pick<Runtime, 'permissions'>): readonly string[] {
  return permissions.list().map(permissionLine);
}

/** The page's messages are checked for their shape only; the runtime refuses an unknown id. */
function refOf({ rootId, selfId }: { readonly rootId: string; readonly selfId: string }): DialogRef {
  return { rootId: rootId as RootId, selfId: selfId as DialogId };
}
