// The dialog as this panel knows it: a snapshot and what followed, folded by the same `applyRecord` as in the host
// (SPEC 8.3). No signals and no page in here; `state.ts` publishes what `picture` returns.

import { factTraits } from '../../../src/core/dialog/fact-traits.ts';
import { applyRecord } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { PassingEvent } from '../../../src/core/dialog/view/feed-event.ts';
import type { Snapshot, ToWebview } from '../../../src/protocol/messages.ts';
import type { Item } from '../items/item.ts';
import type { ItemList } from '../items/items.ts';
import { createItemList } from '../items/items.ts';
import type { Live, LivePicture } from './live.ts';
import { createLive, liveAfter, liveOf } from './live.ts';

/** All of a snapshot that is not the conversation itself; `course` is the newest one shown. */
export interface View extends Omit<Snapshot, 'kind' | 'records' | 'live' | 'focus'> {
  /** The oldest course shown, which `earlier` counts for. */
  readonly firstCourse: number;
  /**
   * Of a subdialog unfolded within the panel of another dialog: its questions are answered from there, nothing else.
   */
  readonly nested?: true;
  /**
   * The dialog is interrupted since before the model was another one, or none: the trouble may be over (SPEC 13.13).
   */
  readonly otherModel?: true;
}

/** The present picture. */
export interface Picture {
  readonly view: View;
  readonly items: readonly Item[];
  readonly live?: LivePicture;
  /** Newest output of running tools with the codes of its colours, by call id. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** The result of a message: nothing, or a lost position that only a new snapshot repairs. */
export type Received = 'ok' | 'lost';

export interface PanelTranscript {
  receive(message: ToWebview): Received;
  picture(): Picture | undefined;
}

/** Characters kept of a running tool's output. */
const OUTPUT_MAX = 20_000;

/** A transcript before its first snapshot. */
export function createPanelTranscript(): PanelTranscript {
  let shown: Shown | undefined;
  return {
    receive(message) {
      if (message.kind === 'snapshot') shown = open(message, shown?.view);
      else if (shown) return follow(shown, message);
      return 'ok';
    },
    picture: () =>
      shown && {
        view: shown.view,
        items: shown.items(),
        outputs: shown.outputs,
        ...(shown.live && { live: shown.live.picture() }),
      },
  };
}

interface Shown {
  view: View;
  records: CourseRecord[];
  list: ItemList;
  live: Live | undefined;
  outputs: ReadonlyMap<string, string>;
  items(): readonly Item[];
}

function open(snapshot: Snapshot, before: View | undefined): Shown {
  const { kind, records, live, focus, ...rest } = snapshot;
  const otherModel = isOfOtherModel(rest, before) && { otherModel: true as const };
  const view: View = { ...rest, firstCourse: rest.course, ...otherModel };
  const list = createItemList(rest);
  for (const record of records) list.add(record);
  return {
    view,
    records: [...records],
    list,
    live: isNewest(view) ? liveOf({ state: view.state, ...(live && { live }) }, parseOptions(view)) : undefined,
    outputs: new Map(),
    items: remembered(),
  };
}

/** True if the shown trouble is older than the choice of the present model. */
function isOfOtherModel({ state, model }: Omit<View, 'firstCourse'>, before: View | undefined): boolean {
  if (!state.interruption || !before || before.state.seq !== state.seq || model === undefined) return false;
  return before.otherModel === true || before.model !== model;
}

/** The same array as long as nothing was added, so that nothing is rendered for nothing. */
function remembered(): Shown['items'] {
  let last: { list: ItemList; count: number; items: readonly Item[] } | undefined;
  return function (this: Shown) {
    if (last?.list !== this.list || last.count !== this.records.length)
      last = { list: this.list, count: this.records.length, items: this.list.items() };
    return last.items;
  };
}

function follow(shown: Shown, message: Exclude<ToWebview, Snapshot>): Received {
  switch (message.kind) {
    case 'recorded':
      return record(shown, message.seq, message.record);
    case 'passing':
      for (const event of message.events) pass(shown, event);
      return 'ok';
    case 'earlier':
      prepend(shown, message);
      return 'ok';
    case 'related':
      shown.view = { ...shown.view, rootStatus: message.rootStatus, related: message.related };
      return 'ok';
    default:
      return 'ok';
  }
}

function record(shown: Shown, seq: number, added: CourseRecord): Received {
  const { view } = shown;
  if (seq <= view.state.seq) return 'ok';
  if (seq > view.state.seq + 1) return 'lost';
  const state = applyRecord(view.state, added);
  const rootStatus = state.identity.kind === 'root' ? state.status : view.rootStatus;
  const newest = isNewest(view);
  shown.view = { ...view, state, rootStatus, ...(newest && { course: state.course }) };
  if (!newest) return 'ok';
  shown.records.push(added);
  shown.list.add(added);
  if (added.kind === 'generationStarted') {
    shown.live = createLive({ genseq: added.genseq, segments: [] }, parseOptions(shown.view));
  } else if (factTraits[added.kind]?.endsLive) {
    shown.live = undefined;
  } else if (added.kind === 'toolReturned' && shown.outputs.has(added.callId)) {
    shown.outputs = new Map([...shown.outputs].filter(([callId]) => callId !== added.callId));
  }
  return 'ok';
}

function pass(shown: Shown, event: PassingEvent): void {
  const { state } = shown.view;
  if (event.selfId !== state.identity.selfId || !isNewest(shown.view)) return;
  if (event.type === 'tool_output') {
    const text = ((shown.outputs.get(event.callId) ?? '') + (event.styled ?? event.text)).slice(-OUTPUT_MAX);
    shown.outputs = new Map(shown.outputs).set(event.callId, text);
  } else if (event.genseq === state.genseq) {
    shown.live = liveAfter(shown.live, event, () => parseOptions(shown.view));
  }
}

function prepend(shown: Shown, { course, records, earlier }: Extract<ToWebview, { kind: 'earlier' }>): void {
  const { view } = shown;
  if (course !== view.firstCourse || earlier + records.length !== view.earlier) return;
  shown.records = [...records, ...shown.records];
  if (!shown.list.prepend(records, { course, earlier })) {
    shown.list = createItemList({ course, earlier });
    for (const each of shown.records) shown.list.add(each);
  }
  shown.view = { ...view, earlier };
}

/** True if the newest course is shown: an older one is read-only. */
export function isNewest(view: View): boolean {
  return view.course === view.state.course;
}

/** Whether messages, answers and notes for running calls are taken from here; another driver gets them handed over. */
export function takesWords({ readOnly, nested }: View): boolean {
  return readOnly === undefined && !nested;
}

/** Whether all intents are taken from here, since no other process drives. */
export function isSteered(view: View): boolean {
  return takesWords(view) && view.drivenElsewhere === undefined;
}

function parseOptions({ state, members }: View): Parameters<typeof createLive>[1] {
  return { dialect: state.identity.dialect, names: new Set(members.map(member => member.id)) };
}
