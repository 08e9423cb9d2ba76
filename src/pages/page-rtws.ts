// The rtws behind a page, as the place sees it in which the page stands: an editor's window, or a server.
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { Outcome, Refusal } from '../core/facts/trouble.ts';
import type { Runtime } from '../runtime.ts';

export interface PageRtws {
  /** The open runtime, if any. Views use what exists. */
  readonly runtime: Runtime | undefined;
  /** The runtime, opened if need be. */
  open(): Promise<Outcome<{ runtime: Runtime }>>;
  /** The reason why this process may not drive, if any. */
  refusalToDrive(): Refusal | undefined;
  /** Everything the open runtime publishes. */
  onEvent(listener: (event: FeedEvent) => void): { dispose(): void };
  /** Another runtime, or another driver: every view must query its data again. */
  onChange(listener: () => void): { dispose(): void };
}

/** Facts for pages about their place, read again with each snapshot. */
export interface PageFrame {
  readonly language: 'en' | 'zh';
  /** True if the settings name a scripted model. */
  readonly scripted: boolean;
  /** The reason why nothing can be sent from here, in words. */
  readonly readOnly?: string;
  /** Who drives instead, in words. */
  readonly drivenElsewhere?: string;
  /** What to do before a dialog can be started, in words. */
  readonly firstStep?: string;
}
