// The ledger that a new course, or a cleared aside, opens with (SPEC 23.11).

import type { AsideId } from '../core/base/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import { openCalls } from '../core/dialog/state.ts';
import type { Ledger } from '../core/dialog/state-shape.ts';
import { fitLedger, ledgerBytes } from '../core/dialog/transcript/fit-ledger.ts';
import { ledgerOf } from '../core/dialog/transcript/ledger.ts';
import { ledgerText } from '../core/prompt/ledger-text.ts';
import type { Dialog } from './driver-context.ts';
import { memberOf, takesTools } from './member.ts';

/** As it is carried on, and as the model reads it: '' when there is nothing to tell. */
export interface OpeningLedger {
  readonly ledger: Ledger;
  readonly text: string;
}

/**
 * The ledger of the present course, or of an aside alone. `said`: texts of the same opening. `records`: of a course, up
 * to where it is gone back to.
 */
export function openingLedger(
  dialog: Dialog,
  said: readonly string[],
  { aside, records = dialog.records }: { readonly aside?: AsideId; readonly records?: readonly CourseRecord[] } = {},
): OpeningLedger {
  const { state, tree } = dialog;
  const texts = tree.ctx.minds.texts();
  const start = records.findLastIndex(record => record.kind === 'asideOpened' && record.asideId === aside);
  const bytes = ledgerBytes(state.contextLimits?.window);
  const whole = ledgerOf(
    aside === undefined ? records : records.slice(Math.max(0, start)),
    courseOf(records) ?? state.course,
  );
  const ledger = fitLedger(whole, bytes, texts.cutNote);
  const open = new Set<string>(openCalls(state).map(({ callId }) => callId));
  const text = ledgerText(ledger, {
    words: texts.ledger,
    bytes,
    canRead: aside === undefined && canReadCourses(dialog),
    isOpen: callId => open.has(callId),
    processes: aside === undefined ? (state.processes ?? []) : [],
    said,
  });
  return { ledger, text };
}

/** The course of records that open with its beginning. */
function courseOf([first]: readonly CourseRecord[]): number | undefined {
  return first?.kind === 'courseStarted' ? first.course : undefined;
}

function canReadCourses(dialog: Dialog): boolean {
  const { ctx } = dialog.tree;
  const tools = ctx.tools.toolsFor(memberOf(ctx, dialog.state), dialog.state);
  return takesTools(dialog) && tools.some(({ worksOn }) => worksOn === 'earlierCourse');
}
