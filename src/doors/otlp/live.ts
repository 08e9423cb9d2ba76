// Sends spans to a collector while dialogs run, when the person's environment names one (SPEC 22.6). Sent are spans
// that end while this process drives their tree. A collector that fails disturbs nothing: what it does not take is
// dropped, and said once.
import type { After } from '../../core/base/after.ts';
import type { DialogRef, RootId } from '../../core/base/ids.ts';
import { formatRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import { readCourses } from '../../runtime/folder/export-dialog.ts';
import type { Runtime } from '../../runtime.ts';
import { createDialogTracer, type DialogTracer } from './dialog-tracer.ts';
import type { LiveSettings } from './settings.ts';
import { type Maker, otlpJson, type Span } from './span.ts';

/** The exporter's dependencies; `after` returns the function that cancels the work. */
export interface LivePorts {
  readonly fetch: typeof fetch;
  readonly after: After;
  /** Tells the person, once, what the collector refused. */
  readonly warn: (message: string) => void;
}

export interface LiveTraces {
  /** Sends what is left; call it when the runtime is closed. */
  close(): Promise<void>;
}

/** Milliseconds for which spans are gathered before they are sent. */
const DELAY_MS = 5_000;

/** How long a collector may take for one request, and at the end for all that is left, in milliseconds. */
const SEND_MS = 10_000;
const CLOSE_MS = 3_000;

/** Spans of one request, and the most that wait; the oldest are dropped. */
const BATCH = 512;
const MOST_WAITING = 4_096;

/** Begins to follow a runtime. */
export function followTraces(
  runtime: Runtime,
  settings: LiveSettings & { readonly maker: Maker },
  ports: LivePorts,
): LiveTraces {
  const tracers = new Map<string, Promise<DialogTracer | undefined>>();
  const sender = createSender(settings, ports);
  // One after the other, so that records of a dialog come in their order while an older part of it is still being read.
  let turn: Promise<void> = Promise.resolve();

  async function take({ rootId, selfId, record }: Recorded, isOurs: boolean): Promise<void> {
    const ref = { rootId, selfId };
    const key = formatRef(ref);
    const known = tracers.get(key);
    const tracer = known ?? begin(ref, record);
    tracers.set(key, tracer);
    const spans = (await tracer)?.take(record) ?? [];
    if (isOurs) sender.add(spans);
  }

  async function begin(ref: DialogRef, first: CourseRecord): Promise<DialogTracer | undefined> {
    const tracer = createDialogTracer(ref, settings.content);
    if (first.kind === 'dialogCreated') return tracer;
    const read = await readCourses(runtime, ref);
    if (!read.ok) return undefined;
    const before = read.courses.flatMap(({ records }) => records).filter(record => isBefore(record, first));
    for (const record of before) tracer.take(record);
    return tracer;
  }

  /** Read again if one of them goes on after all. */
  function forget(rootId: RootId): void {
    for (const key of tracers.keys()) if (key === rootId || key.startsWith(`${rootId}#`)) tracers.delete(key);
  }

  const subscription = runtime.subscribe(event => {
    if (event.type === 'root_changed' && event.summary?.status !== 'running')
      turn = turn.then(() => forget(event.rootId));
    if (event.type !== 'recorded') return;
    const isOurs = runtime.drives(event.rootId);
    turn = turn.then(() => take(event, isOurs)).catch(error => ports.warn(`traces: ${error}`));
  });
  return {
    async close() {
      subscription.dispose();
      await turn;
      await sender.close();
    },
  };
}

type Recorded = Extract<FeedEvent, { type: 'recorded' }>;

/** Records of a tree are numbered; those of earlier versions, which are not, come before. */
function isBefore({ n }: CourseRecord, first: CourseRecord): boolean {
  return n === undefined || (first.n !== undefined && n < first.n);
}

function createSender({ url, headers, maker }: LiveSettings & { readonly maker: Maker }, ports: LivePorts) {
  let waiting: Span[] = [];
  let callOff: (() => void) | undefined;
  let sending: Promise<void> | undefined;
  const given = new Set<string>();
  const over = new AbortController();

  function warnOnce(why: string): void {
    if (!given.has(why)) ports.warn(`traces are not taken by ${URL.parse(url)?.host ?? 'an invalid address'}: ${why}`);
    given.add(why);
  }

  async function send(spans: readonly Span[]): Promise<void> {
    const response = await ports.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(otlpJson(spans, maker)),
      signal: AbortSignal.any([AbortSignal.timeout(SEND_MS), over.signal]),
    });
    await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !over.signal.aborted) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await send(batch).catch(error => warnOnce(reasonOf(error)));
    }
    sending = undefined;
  }

  function flush(): void {
    callOff?.();
    callOff = undefined;
    // With nothing to send it would be over before it is noted as begun.
    if (waiting.length > 0) sending ??= sendAll();
  }

  return {
    add(spans: readonly Span[]) {
      waiting.push(...spans);
      const dropped = waiting.splice(0, Math.max(0, waiting.length - MOST_WAITING));
      if (dropped.length > 0) warnOnce('it is too slow');
      if (waiting.length >= BATCH) flush();
      else if (waiting.length > 0) callOff ??= ports.after(DELAY_MS, flush);
    },
    /** Whoever ends does not wait for a collector that is silent. */
    async close() {
      flush();
      const stop = ports.after(CLOSE_MS, () => over.abort(new Error('it does not answer')));
      await sending;
      stop();
    },
  };
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string }; message?: string };
  return cause?.message || message || String(error);
}
