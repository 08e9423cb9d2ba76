// The session of one dialog with an agent (SPEC 22.4): turns, what the agent says in them, what it asks. A turn may
// last over several requests, since whatever the agent asks ends a request, and the next one brings the answer.
import type {
  CreateElicitationResponse,
  RequestPermissionResponse,
  SessionUpdate,
  StopReason,
} from '@agentclientprotocol/sdk';
import type { Prompt } from '../../core/base/chat.ts';
import { untilAborted } from '../http/until-aborted.ts';
import type { StreamSegment } from '../provider.ts';
import type { AcpAgent, SessionSide } from './acp-agent.ts';
import { type Ask, formAsk, type Pending, permissionAsk, writeAsk } from './acp-asks.ts';
import { followingText, openingText } from './acp-prompt.ts';
import { Unreceived } from './acp-restarted.ts';

/** What a turn brings, in order. */
export type TalkEvent =
  | { readonly kind: 'text'; readonly segment: StreamSegment; readonly text: string }
  | { readonly kind: 'asked'; readonly ask: Ask }
  | { readonly kind: 'ended'; readonly reason: StopReason }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface TalkOptions {
  readonly agent: AcpAgent;
  /** Absolute; where the agent works. */
  readonly folder: string;
  /** The provider's name in the marks of its generations. */
  readonly to: string;
  /** Tells the session from all others, those of other processes too. */
  readonly session: string;
  /** The agent sent something. */
  readonly heard: () => void;
}

/** One session. After `failed` or a turn that was called off it is spent. */
export class Talk implements SessionSide {
  readonly #options: TalkOptions;
  readonly #events: TalkEvent[] = [];
  #wake = () => {};
  #sessionId = '';
  /** Messages of the dialog that the agent knows. */
  #known = 0;
  /** Text that waits for the next turn, since a running one takes none. */
  #owed: string[] = [];
  #turn: Promise<void> | undefined;
  #isCalledOff = false;
  #asks: Ask[] = [];
  #unreceived: Unreceived | undefined;

  private constructor(options: TalkOptions) {
    this.#options = options;
  }

  /** Rejects with the agent's reason. */
  static async open(options: TalkOptions): Promise<Talk> {
    const talk = new Talk(options);
    talk.#sessionId = await options.agent.open(options.folder, talk);
    return talk;
  }

  get agent(): AcpAgent {
    return this.#options.agent;
  }

  get session(): string {
    return this.#options.session;
  }

  /** It neither works nor has an end to be read, so that nothing is lost when it is let go. */
  get isIdle(): boolean {
    return !this.#turn && this.#events.length === 0 && this.#owed.length === 0;
  }

  /** Takes in a request of the dialog: what was asked is answered, what is new is said. */
  take(prompt: Prompt): void {
    const known = this.#known;
    this.#known = prompt.lasting ?? prompt.messages.length;
    const [ask] = this.#asks;
    if (known === 0) this.#unreceived = new Unreceived(prompt, this.#options.to);
    if (!this.#turn) {
      const text = known === 0 ? openingText(prompt) : followingText(prompt, known);
      // A turn that ended while it was asked about has an end to be read first.
      if (this.#events.length === 0) this.#begin(text);
      else this.#owed.push(text);
      return;
    }
    if (!ask) return;
    this.#asks.shift();
    this.#owed.push(followingText({ ...prompt, messages: prompt.messages.slice(0, this.#known) }, known));
    ask.settle(prompt, known);
    const [next] = this.#asks;
    if (next) this.#push({ kind: 'asked', ask: next });
  }

  /** The next event; undefined when `signal` aborted. */
  async next(signal: AbortSignal): Promise<TalkEvent | undefined> {
    for (;;) {
      const event = this.#events.shift();
      if (event || signal.aborted) return signal.aborted ? undefined : event;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await untilAborted(promise, signal);
    }
  }

  /** Says what had to wait, in a turn that follows at once; false when nothing had to. */
  goOn(): boolean {
    const text = this.#owed.filter(each => each !== '').join('\n\n');
    this.#owed = [];
    if (text !== '') this.#begin(text);
    return text !== '';
  }

  /** Calls the turn off, if there is one, and lets the session go. Resolves when the agent has ended it. */
  async cancel(): Promise<void> {
    this.#isCalledOff = true;
    this.#withdraw();
    this.agent.cancel(this.#sessionId);
    await this.#turn;
    this.agent.forget(this.#sessionId);
  }

  update(update: SessionUpdate): void {
    this.#options.heard();
    if (!this.#turn) return;
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (update.content.type === 'text') this.#push({ kind: 'text', segment: 'saying', text: update.content.text });
        return;
      case 'agent_thought_chunk':
        if (update.content.type === 'text')
          this.#push({ kind: 'text', segment: 'thinking', text: update.content.text });
        return;
      case 'tool_call':
        this.#push({ kind: 'text', segment: 'thinking', text: `▸ ${update.title}\n` });
        return;
      default:
    }
  }

  permit(request: Parameters<SessionSide['permit']>[0]): Promise<RequestPermissionResponse> {
    const pending = permissionAsk(request, this.#options.folder);
    this.#put(pending);
    return pending.answer;
  }

  fillIn(request: Parameters<SessionSide['fillIn']>[0]): Promise<CreateElicitationResponse> {
    const pending = formAsk(request);
    if (!pending) return Promise.resolve({ action: 'decline' });
    this.#put(pending);
    return pending.answer;
  }

  write(path: string, content: string): Promise<void> {
    const pending = writeAsk(path, content, this.#options.folder);
    this.#put(pending);
    return pending.answer;
  }

  #begin(text: string): void {
    const end = (event: TalkEvent) => {
      this.#turn = undefined;
      this.#withdraw();
      this.#push(event);
    };
    this.#turn = this.agent.prompt(this.#sessionId, text).then(
      reason => end({ kind: 'ended', reason }),
      (error: unknown) => end({ kind: 'failed', error }),
    );
  }

  /**
   * Puts one ask after the other to the driver; outside of a turn, or of one that was called off, nobody is there to
   * answer.
   */
  #put({ ask: asked }: Pending<unknown>): void {
    this.#options.heard();
    if (!this.#turn || this.#isCalledOff) {
      asked.withdraw();
      return;
    }
    const ask = this.#unreceived ? this.#unreceived.take(asked) : asked;
    if (!ask) return;
    this.#asks.push(ask);
    if (this.#asks.length === 1) this.#push({ kind: 'asked', ask });
  }

  #withdraw(): void {
    for (const ask of this.#asks.splice(0)) ask.withdraw();
  }

  #push(event: TalkEvent): void {
    this.#events.push(event);
    this.#wake();
  }
}
