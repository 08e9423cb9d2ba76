// Asides as items: a line where one opens, a line where the dialog waits again with what it changed, and a mark on
// everything in between (SPEC 19.1, 19.2).
import { isDismissal } from '../../../src/core/dialog/dismissal.ts';
import type { RecordOf } from '../../../src/core/dialog/record.ts';
import type { OpenCall } from '../../../src/core/dialog/state.ts';
import { nothingDone } from './aside-notes.ts';
import type { AsideDeeds } from './item.ts';
import { append, changeItem, type List, stamp } from './item-list.ts';

/** Calls that an earlier course left open. */
export function carryCalls({ asides }: List, calls: readonly OpenCall[]): void {
  asides.calls.clear();
  for (const { callId, agentId } of calls) asides.calls.set(callId, agentId);
}

export function openAsideItem(list: List, { asideId, because }: RecordOf<'asideOpened'>): void {
  const { asides } = list;
  if (asides.open.length === 0) asides.deeds = nothingDone;
  asides.open.push(asideId);
  append(list, { kind: 'aside', ...stamp(list), because, waitsFor: [...new Set(asides.calls.values())] }, asideId);
}

export function endAsideItem(list: List, { asideId }: RecordOf<'asideEnded'>): void {
  const { asides } = list;
  // That it began before these records is noted, so that they are read again together with it.
  changeItem(list, asideId, () => false);
  const at = asides.open.indexOf(asideId);
  if (at >= 0) asides.open.splice(at, 1);
  if (asides.open.length === 0) append(list, { kind: 'asideEnd', ...stamp(list), deeds: asides.deeds });
}

/** Open asides end with the course or the work. */
export function leaveAsides({ asides }: List): void {
  asides.open.length = 0;
}

export function addCall(list: List, { callId, agentId, instead }: RecordOf<'tellaskMade'>): void {
  list.asides.calls.set(callId, agentId);
  if (instead === undefined) {
    note(list, 'called');
    return;
  }
  list.asides.calls.delete(instead);
  note(list, 'reassigned');
  changeItem(list, instead, item => item.kind === 'tellask' && { ...item, state: { kind: 'reassigned' } });
}

export function endCall(list: List, record: RecordOf<'responseSupplied'>): void {
  list.asides.calls.delete(record.callId);
  if (isDismissal(record)) note(list, 'dismissed');
}

export function addWords(list: List, { callId, content, by }: RecordOf<'calleeTold'>): void {
  if (!by) note(list, 'told');
  const words = { content, ...(by && { by }) };
  changeItem(list, callId, item => item.kind === 'tellask' && { ...item, told: [...(item.told ?? []), words] });
}

function note({ asides }: List, deed: keyof AsideDeeds): void {
  if (asides.open.length > 0) asides.deeds = { ...asides.deeds, [deed]: asides.deeds[deed] + 1 };
}
