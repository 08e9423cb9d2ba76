// The subdialogs that are unfolded in the panel, as the host sends them, with what streams in them. No signals and no
// page.
import type { PassingEvent } from '../../../src/core/dialog/view/feed-event.ts';
import type { ParseOptions } from '../../../src/core/tellask/parse.ts';
import type { Nested } from '../../../src/protocol/messages.ts';
import { type Live, type LivePicture, liveAfter, liveOf } from '../conversation/live.ts';

/** One of them now; `dialog` is the same until its records change. */
export interface NestedPicture {
  readonly dialog: Nested;
  readonly live?: LivePicture;
}

export interface NestedDialogs {
  /** Replaces a whole dialog. `names` are those of the team. */
  open(dialog: Nested, names: ReadonlySet<string>): void;
  /** Takes what streams; what streams in other dialogs is left alone. */
  pass(events: readonly PassingEvent[]): void;
  /** The same map as long as nothing came. */
  pictures(): ReadonlyMap<string, NestedPicture>;
}

/** Nothing is unfolded yet. */
export function createNestedDialogs(): NestedDialogs {
  const open = new Map<string, { readonly dialog: Nested; readonly options: ParseOptions; live: Live | undefined }>();
  let drawn: ReadonlyMap<string, NestedPicture> | undefined = new Map();
  return {
    open(dialog, names) {
      const options = { dialect: dialog.state.identity.dialect, names };
      open.set(dialog.selfId, { dialog, options, live: liveOf(dialog, options) });
      drawn = undefined;
    },
    pass(events) {
      for (const event of events) {
        const nested = open.get(event.selfId);
        if (!nested || event.type === 'tool_output' || event.genseq !== nested.dialog.state.genseq) continue;
        nested.live = liveAfter(nested.live, event, () => nested.options);
        if (nested.live) drawn = undefined;
      }
    },
    pictures() {
      drawn ??= new Map([...open].map(([id, { dialog, live }]) => [id, pictureOf(dialog, live)]));
      return drawn;
    },
  };
}

function pictureOf(dialog: Nested, live: Live | undefined): NestedPicture {
  return { dialog, ...(live && { live: live.picture() }) };
}
