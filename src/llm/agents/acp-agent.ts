// One running agent of another vendor, reached by the Agent Client Protocol (SPEC 22.4). Each dialog has a session of
// its own with it. What it sends of a session that nobody has open, or says twice, is dropped.
import {
  type ClientConnection,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  MessageTooLargeError,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type StopReason,
  type Stream,
} from '@agentclientprotocol/sdk';
import type { After } from '../../core/base/after.ts';

/** A started agent, before anything was said. */
export interface AgentWire {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
  /** Resolves when it has ended, with why; never rejects. */
  readonly ended: Promise<string>;
  /** Ends it with everything it has started. */
  end(): void;
}

/** The side of a session that answers the agent. */
export interface SessionSide {
  update(update: SessionUpdate): void;
  permit(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
  fillIn(request: CreateElicitationRequest): Promise<CreateElicitationResponse>;
  /** Writes a text file. Rejects with the reason when it was not written. */
  write(path: string, content: string): Promise<void>;
}

/**
 * Milliseconds in which an agent shakes hands, and opens a session; it may have to be fetched by its package manager.
 */
const ANSWER_MS = 60_000;

/** Milliseconds for what a process wrote before its end to be read. */
const DRAIN_MS = 1_000;

/** One process. */
export class AcpAgent {
  readonly #connection: ClientConnection;
  readonly #wire: AgentWire;
  readonly #after: After;
  readonly #sides = new Map<string, SessionSide>();
  /** Why it ended; resolves when all that it wrote is read, so that an answer before its end counts. */
  readonly #over: Promise<string>;
  #isGone = false;
  /** Why it was ended by us. */
  #fault: string | undefined;

  private constructor(wire: AgentWire, after: After) {
    this.#wire = wire;
    this.#after = after;
    this.#connection = this.#connect(ndJsonStream(wire.input, wire.output));
    this.#over = wire.ended.then(async why => {
      this.#isGone = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      const callOff = after(DRAIN_MS, resolve);
      await Promise.race([this.#connection.closed, promise]);
      callOff();
      return this.#fault ?? why;
    });
  }

  /**
   * Begins to talk with it: `ready` rejects when it does not speak the protocol, is silent for a minute, or ends
   * before.
   */
  static start(wire: AgentWire, after: After): { readonly agent: AcpAgent; readonly ready: Promise<AcpAgent> } {
    const agent = new AcpAgent(wire, after);
    const ready = agent.#shakeHands().catch((error: unknown) => {
      agent.end();
      throw error;
    });
    return { agent, ready };
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** A new session in that folder. Rejects with the agent's reason. */
  async open(cwd: string, side: SessionSide): Promise<string> {
    const { agent } = this.#connection;
    const answer = agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    const { sessionId } = { ...(await this.#inTime(methods.agent.session.new, answer)) };
    if (typeof sessionId !== 'string') throw new Error(`its answer to ${methods.agent.session.new} names no session`);
    this.#sides.set(sessionId, side);
    return sessionId;
  }

  /** One turn. Rejects when the agent refuses or ends. */
  async prompt(sessionId: string, text: string): Promise<StopReason> {
    const prompt: ContentBlock[] = [{ type: 'text', text }];
    const { agent } = this.#connection;
    const answer = await this.#orGone(agent.request(methods.agent.session.prompt, { sessionId, prompt }));
    const { stopReason } = { ...answer };
    if (typeof stopReason !== 'string')
      throw new Error(`its answer to ${methods.agent.session.prompt} names no stopReason`);
    return stopReason;
  }

  cancel(sessionId: string): void {
    this.#connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
  }

  forget(sessionId: string): void {
    this.#sides.delete(sessionId);
  }

  /** Ends it; `fault` is said to those who wait for it. */
  end(fault?: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#fault = fault;
    this.#connection.close();
    this.#wire.end();
  }

  async #shakeHands(): Promise<AcpAgent> {
    const clientCapabilities = { fs: { writeTextFile: true }, elicitation: { form: {} } };
    const clientInfo = { name: 'dominds', version: '1' };
    const request = { protocolVersion: PROTOCOL_VERSION, clientCapabilities, clientInfo };
    const answer = this.#connection.agent.request(methods.agent.initialize, request);
    const answered = (await this.#inTime(methods.agent.initialize, answer)) as {
      readonly protocolVersion?: unknown;
    } | null;
    const { protocolVersion } = { ...answered };
    if (protocolVersion === PROTOCOL_VERSION) return this;
    throw new Error(`it speaks version ${protocolVersion} of the protocol, and not ${PROTOCOL_VERSION}`);
  }

  /** The answer to a request that takes no thought; an agent that owes it is ended. */
  async #inTime<T>(method: string, answer: Promise<T>): Promise<T> {
    const fault = `no answer to ${method} for ${ANSWER_MS / 1000} s`;
    const callOff = this.#after(ANSWER_MS, () => this.end(fault));
    return this.#orGone(answer).finally(callOff);
  }

  /** The answer to a request, or why the process ended before. */
  async #orGone<T>(answer: Promise<T>): Promise<T> {
    const gone = this.#over.then(why => {
      throw new AgentGone(why);
    });
    try {
      return await Promise.race([answer, gone]);
    } catch (error) {
      const { aborted, reason } = this.#connection.signal;
      if (!aborted) throw error;
      // One that closes its end without ending is of no use.
      this.end(reason instanceof MessageTooLargeError ? 'it wrote a line that is too long' : undefined);
      throw new AgentGone(this.#fault ?? (await this.#over));
    }
  }

  #connect(stream: Stream): ClientConnection {
    const sideOf = (sessionId: unknown) => this.#sides.get(`${sessionId}`);
    return client({ name: 'dominds' })
      .onNotification(methods.client.session.update, ({ params }) => sideOf(params.sessionId)?.update(params.update))
      .onRequest(
        methods.client.session.requestPermission,
        ({ params }) => sideOf(params.sessionId)?.permit(params) ?? { outcome: { outcome: 'cancelled' } },
      )
      .onRequest(methods.client.elicitation.create, ({ params }) => {
        const side = 'sessionId' in params ? sideOf(params.sessionId) : undefined;
        return side?.fillIn(params) ?? { action: 'cancel' };
      })
      .onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
        const side = sideOf(params.sessionId);
        if (!side) throw RequestError.resourceNotFound(params.sessionId);
        await side.write(params.path, params.content);
        return {};
      })
      .connect(stream);
  }
}

/** The agent has ended; the message says why. */
export class AgentGone extends Error {}
