// A place with a provider: waits in its line, and out what the provider asked for by `Retry-After`, where people see it
// and can stop it (SPEC 10.3).
import { agreesToWait } from '../../core/dialog/own-options.ts';
import type { LongWait } from '../../core/dialog/record.ts';
import { currentAside } from '../../core/dialog/state.ts';
import { hashText } from '../../core/text/hash.ts';
import { commit } from '../commit.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';

/** How far apart the dialogs that wait for the same provider come back: up to so many milliseconds. */
const SPREAD_MS = 1_000;

/** Waits for a place; resolves with the function that frees it, or undefined when `signal` aborts first. */
export async function takePlace(
  dialog: Dialog,
  providerId: string,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  const { tree } = dialog;
  const { ctx } = tree;
  for (;;) {
    if (!ctx.scheduler.hasPlace(providerId)) commit(dialog, { kind: 'heldBack' });
    const isUrgent = currentAside(dialog.state)?.because === 'words';
    const release = await ctx.scheduler.acquire(providerId, tree.rootId, signal, { isUrgent });
    if (!release) return undefined;
    const pause = pauseOf(dialog, providerId);
    if (!pause) return release;
    release();
    const inMs = Math.round(pause.ms + ctx.random() * SPREAD_MS);
    const until = new Date(ctx.now() + inMs).toISOString();
    commit(dialog, { kind: 'heldBack', until, reason: pause.reason });
    await waitVisibly(dialog, { attempt: dialog.attempts, inMs, reason: pause.reason }, signal);
    delete dialog.live;
    if (signal.aborted) return undefined;
  }
}

/** Waits, or returns early when `signal` aborts or the person retries now; views count down (SPEC 10.3). */
export async function waitVisibly(
  dialog: Dialog,
  retrying: { readonly attempt: number; readonly inMs: number; readonly reason: string },
  signal: AbortSignal,
): Promise<void> {
  const { ctx } = dialog.tree;
  const { genseq } = dialog.state;
  const early = new AbortController();
  dialog.endWait = () => early.abort();
  dialog.live = { genseq, segments: [], retrying };
  dialog.waitsUntil = ctx.now() + retrying.inMs;
  ctx.feed.publish({ type: 'retrying', ...dialog.ref, genseq, ...retrying });
  try {
    await ctx.delay(retrying.inMs, AbortSignal.any([signal, early.signal]));
  } finally {
    delete dialog.endWait;
  }
}

/** How long a provider asked to be left alone, as its question records it. */
export function longWaitOf(ctx: DriverContext, providerId: string, ms: number): LongWait {
  return { until: new Date(ctx.now() + ms).toISOString(), provider: hashText(providerId) };
}

/** How long to leave the provider alone before the next request of this dialog; undefined when it can be sent. */
function pauseOf(dialog: Dialog, providerId: string): { ms: number; reason: string } | undefined {
  if (isHurried(dialog)) return undefined;
  return agreedWait(dialog, providerId) ?? dialog.tree.ctx.scheduler.pauses.of(providerId);
}

/** True if the person wants the next request to be sent now. */
function isHurried({ records }: Dialog): boolean {
  const last = records.findLast(
    ({ kind }) => kind === 'retriedNow' || kind === 'generationStarted' || kind === 'interrupted',
  );
  return last?.kind === 'retriedNow';
}

/**
 * Remaining time of a long wait that the person agreed to, since the last generation (SPEC 10.3). It is read from the
 * records, so it holds in another process too. Another answer, another model, or a stop voids it.
 */
function agreedWait({ tree, records }: Dialog, providerId: string): { ms: number; reason: string } | undefined {
  const { ctx } = tree;
  const agreed = new Set<string>();
  for (let at = records.length - 1; at >= 0; at--) {
    const record = records[at];
    if (record?.kind === 'generationStarted' || record?.kind === 'interrupted') return undefined;
    if (record?.kind === 'questionAnswered' && agreesToWait(record.content)) agreed.add(record.questionId);
    if (record?.kind !== 'questionAsked' || !record.longWait || !agreed.has(record.questionId)) continue;
    const { until, provider } = record.longWait;
    const ms = Date.parse(until) - ctx.now();
    return ms > 0 && provider === hashText(providerId) ? { ms, reason: record.headline } : undefined;
  }
  return undefined;
}
