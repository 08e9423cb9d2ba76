// One call of an MCP tool while it is at its server (SPEC 22.1). Servers of the older protocol ask in the middle and
// hold the call open, as long as this process lives; a later process makes it again. Those of 2026 end it with what
// they want, and it is made again.
import { createHash } from 'node:crypto';
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { Form, FormReply } from '../../core/dialog/form.ts';
import { fieldsOf, sentReply } from '../../core/dialog/form-answers.ts';
import type { McpAnswer, McpAsks } from './mcp-connection.ts';

export interface LiveCallOptions {
  /** Answers to forms of the same call in an earlier process, by the keys of the forms. */
  readonly known: Readonly<Record<string, FormReply>>;
  /** Makes the call; rejects with the reason of its signal when it was given up. */
  readonly send: (signal: AbortSignal, onProgress: () => void) => Promise<McpAnswer>;
  /** How long the server may be silent, in milliseconds; the time of the person does not count. */
  readonly timeoutMs: number;
  /** The limit of the whole, in milliseconds. */
  readonly mostMs: number;
  /** Why it is given up: its server was silent for so long. */
  readonly silent: (ms: number) => Error;
}

interface Elicited extends Form {
  readonly message: string;
  readonly reply: (reply: FormReply) => void;
  readonly over: Promise<void>;
}

/** A call under way. */
export class LiveServerCall {
  readonly #options: LiveCallOptions;
  readonly #stop = new AbortController();
  readonly #answer: Promise<McpAnswer>;
  #elicited: Elicited[] = [];
  #put: Elicited | undefined;
  #wake = () => {};
  #count = 0;
  #spentMs = 0;
  #clock: { readonly since: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(options: LiveCallOptions) {
    this.#options = options;
    this.#answer = options.send(this.#stop.signal, () => this.#startClock());
    // Whoever waits takes it; while a person is asked, nobody does.
    this.#answer.catch(() => {});
  }

  /** True while the person is asked, and the server waits. */
  get isAsking(): boolean {
    return this.#put !== undefined;
  }

  /** The answer, or what the server asks. Rejects with why there is none. */
  async next(signal: AbortSignal): Promise<McpAnswer> {
    const abort = () => this.#stop.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#startClock();
    try {
      return await Promise.race([this.#answer, this.#question()]);
    } finally {
      this.#stopClock();
      signal.removeEventListener('abort', abort);
    }
  }

  /** The server asks. Resolves with the person's answer. */
  elicit({ params }: ElicitRequest, withdrawn: AbortSignal): Promise<ElicitResult> {
    const fields = 'requestedSchema' in params ? fieldsOf(params.requestedSchema) : undefined;
    if (!fields) return Promise.resolve({ action: 'cancel' });
    const { promise, resolve } = Promise.withResolvers<FormReply>();
    const gone = Promise.withResolvers<void>();
    withdrawn.addEventListener('abort', () => gone.resolve(), { once: true });
    this.#count += 1;
    // The person answered this form and no other: the same one, asked for at the same place.
    const shown = createHash('sha256')
      .update(JSON.stringify([params.message, fields]))
      .digest('base64url');
    const key = `${this.#count} ${shown}`;
    const known = this.#options.known[key];
    if (known) return Promise.resolve(sentReply(known));
    const over = Promise.race([gone.promise, this.#ended()]);
    this.#elicited.push({ key, fields, message: params.message, reply: resolve, over });
    this.#wake();
    return promise.then(sentReply);
  }

  /** Gives the server the answer to what was put to the person. */
  reply(replies: Readonly<Record<string, FormReply>>): void {
    const put = this.#put;
    this.#put = undefined;
    put?.reply(replies[put.key] ?? { action: 'cancel' });
  }

  async #question(): Promise<McpAnswer> {
    while (this.#elicited.length === 0) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    const [first] = this.#elicited.splice(0, 1) as [Elicited];
    this.#put = first;
    const { key, fields, message, over } = first;
    const asks: McpAsks = {
      forms: [{ key, fields, message }],
      held: { over, release: () => this.#stop.abort(new Error('the call is no longer wanted')) },
    };
    return { ok: false, content: w => w.stoppedAsking, asks };
  }

  #ended(): Promise<void> {
    return this.#answer.then(
      () => {},
      () => {},
    );
  }

  /** Begins to wait for a sign of the server anew. */
  #startClock(): void {
    this.#stopClock();
    if (this.#put) return;
    const { timeoutMs, mostMs, silent } = this.#options;
    const left = Math.max(0, Math.min(timeoutMs, mostMs - this.#spentMs));
    const timer = setTimeout(() => this.#stop.abort(silent(left)), left);
    this.#clock = { since: performance.now(), timer };
  }

  #stopClock(): void {
    if (!this.#clock) return;
    clearTimeout(this.#clock.timer);
    this.#spentMs += performance.now() - this.#clock.since;
    this.#clock = undefined;
  }
}
