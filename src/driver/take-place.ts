// A place with a provider: waits in its line, and out what the provider asked for by `Retry-After`, where people see it and
// can stop it (SPEC 10.3).
import type { LlmFailure } from '../llm/provider.ts';
import { commit, type Run } from './run.ts';
import type { Dialog, Tree } from './tree.ts';

/** How far apart the dialogs that wait for the same provider come back: up to so many milliseconds. */
const SPREAD_MS = 1_000;

/** Waits for a place; resolves with the function that frees it, or undefined when `signal` aborts first. */
export async function takePlace(
  run: Run,
  tree: Tree,
  dialog: Dialog,
  providerId: string,
  signal: AbortSignal,
): Promise<(() => void) | undefined> {
  for (;;) {
    if (!run.scheduler.hasPlace(providerId)) commit(run, tree, dialog, { kind: 'heldBack' });
    const release = await run.scheduler.acquire(providerId, tree.rootId, signal);
    if (!release) return undefined;
    const pause = agreedWait(run, dialog, providerId) ?? run.scheduler.pauseOf(providerId);
    if (!pause) return release;
    release();
    const inMs = Math.round(pause.ms + run.random() * SPREAD_MS);
    const until = new Date(run.now() + inMs).toISOString();
    commit(run, tree, dialog, { kind: 'heldBack', until, reason: pause.reason });
    await waitVisibly(run, dialog, { attempt: dialog.attempts, inMs, reason: pause.reason }, signal);
    delete dialog.live;
    if (signal.aborted) return undefined;
  }
}

/** Waits, or returns early when `signal` aborts; views count down (SPEC 10.3). */
export async function waitVisibly(
  run: Run,
  dialog: Dialog,
  retrying: { readonly attempt: number; readonly inMs: number; readonly reason: string },
  signal: AbortSignal,
): Promise<void> {
  const { genseq } = dialog.state;
  dialog.live = { genseq, segments: [], retrying };
  dialog.waitsUntil = run.now() + retrying.inMs;
  run.feed.publish({ type: 'retrying', ...dialog.ref, genseq, ...retrying });
  await run.delay(retrying.inMs, signal);
}

/** Remembers how long the provider asked to wait, until the person has said whether to (SPEC 10.3). */
export function noteLongWait(run: Run, dialog: Dialog, providerId: string, failure: LlmFailure): void {
  dialog.longWait = { providerId, until: run.now() + (failure.retryAfterMs ?? 0), reason: failure.message };
}

/** What is left of a long wait that the person agreed to; another model, or another answer, makes it void. */
function agreedWait(run: Run, dialog: Dialog, providerId: string): { ms: number; reason: string } | undefined {
  const { longWait } = dialog;
  delete dialog.longWait;
  if (longWait?.providerId !== providerId || !lastAnswer(dialog).startsWith('wait')) return undefined;
  const ms = longWait.until - run.now();
  return ms > 0 ? { ms, reason: longWait.reason } : undefined;
}

function lastAnswer({ records }: Dialog): string {
  const answer = records.findLast(record => record.kind === 'questionAnswered');
  return answer?.content.trim().toLowerCase() ?? '';
}
