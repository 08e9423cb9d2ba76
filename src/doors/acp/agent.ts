// Dominds as an agent of the Agent Client Protocol: sessions are root dialogs of the folder that the client works in
// (SPEC 22.3).
import {
  type AgentApp,
  type AgentContext,
  agent,
  type ClientCapabilities,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  RequestError,
  type ResumeSessionRequest,
  type SessionInfo,
  type Stream,
} from '@agentclientprotocol/sdk';
import { createIds, isRootRef, type RootId, rootRef } from '../../core/base/ids.ts';
import type { Language } from '../../core/base/language.ts';
import type { RefusalCode } from '../../core/facts/refusals.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import type { McpServer } from '../../core/team/mcp-server.ts';
import { permissionModes } from '../../core/team/permissions.ts';
import { dialectFor } from '../../core/team/team.ts';
import { type Runtime, realPath, responderOf, type StartCommand, type WorkspaceFiles } from '../../runtime.ts';
import { doorWords, sayRefusal } from '../../words/say.ts';
import { commandLineWords } from '../../words/say-command-line.ts';
import { readPrompt } from './content.ts';
import { clientFiles } from './files.ts';
import { handedServers } from './servers.ts';
import { AcpSession, type SessionOptions } from './session.ts';
import { clientTerminals, type TerminalSession } from './terminals.ts';

/** What a client gives for the work in a folder. */
export interface ClientGiven {
  readonly files: WorkspaceFiles | undefined;
  readonly startCommand: StartCommand | undefined;
  /** The MCP servers of the sessions that are open there. */
  readonly servers: () => readonly McpServer[];
}

export interface AcpOptions {
  readonly version: string;
  readonly stream: Stream;
  /** The folder of sessions whose client names none; absolute. */
  readonly folder: string;
  /** In which the person is spoken to. */
  readonly language: Language;
  /** The member that responds in new sessions; absent: the team's default. */
  readonly agentId?: string;
  /** Opens the runtime of a folder, with what the client gives, once per folder; its creator closes them. */
  readonly open: (folder: string, given: ClientGiven) => Promise<Outcome<{ runtime: Runtime }>>;
  /** Told of what goes wrong beside the answers. */
  readonly warn: (message: string) => void;
}

/** Sessions in one page of a list. */
const PAGE = 100;

/** Serves one client. `closed` resolves when it has gone away; `close` leaves its sessions. */
export function serveAcp(options: AcpOptions): { readonly closed: Promise<void>; close(): void } {
  const sessions = new Sessions(options);
  const connection = appOf(sessions, options).connect(options.stream);
  return {
    closed: connection.closed,
    close() {
      sessions.leaveAll();
      connection.close();
    },
  };
}

function appOf(sessions: Sessions, { version, language }: AcpOptions): AgentApp {
  const fulfilled = fulfilledIn(language);
  return agent({ name: 'dominds' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      sessions.capabilities = params.clientCapabilities ?? {};
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'dominds', title: 'Dominds', version },
        agentCapabilities: {
          loadSession: true,
          mcpCapabilities: { http: true },
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
        authMethods: [],
      };
    })
    .onRequest(methods.agent.session.new, ({ params, client }) => sessions.start(params, client))
    .onRequest(methods.agent.session.load, async ({ params, client }) => {
      const session = await sessions.attach(params, client);
      fulfilled(await session.replay());
      session.welcome();
      return { modes: await session.modes() };
    })
    .onRequest(methods.agent.session.resume, async ({ params, client }) => {
      const session = await sessions.attach(params, client);
      void session.reopen();
      session.welcome();
      return { modes: await session.modes() };
    })
    .onRequest(methods.agent.session.setMode, async ({ params }) => {
      const { session } = sessions.get(params.sessionId);
      const mode = permissionModes.find(each => each === params.modeId);
      if (!mode) throw RequestError.invalidParams({ modeId: params.modeId }, 'it is none of this agent');
      fulfilled(await session.setMode(mode));
      return {};
    })
    .onRequest(methods.agent.session.list, ({ params }) => sessions.list(params.cwd, params.cursor))
    .onRequest(methods.agent.session.close, async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    })
    .onRequest(methods.agent.session.prompt, async ({ params, signal }) => {
      const { session, folder } = sessions.get(params.sessionId);
      const cancel = () => void session.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        return { stopReason: fulfilled(await session.prompt(readPrompt(params.prompt, folder))).end };
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    })
    .onNotification(methods.agent.session.cancel, ({ params }) => sessions.get(params.sessionId).session.cancel());
}

interface OpenSession {
  readonly session: AcpSession;
  readonly folder: string;
  readonly client: AgentContext;
  readonly servers: readonly McpServer[];
}

interface Opening
  extends Pick<OpenSession, 'folder' | 'servers'>,
    Pick<SessionOptions, 'runtime' | 'rootId' | 'begins'> {
  readonly dialect: Dialect;
}

/** The sessions of one client. */
class Sessions {
  readonly #options: AcpOptions;
  readonly #sessions = new Map<string, OpenSession>();
  readonly #newId = createIds(Date.now, Math.random);
  readonly #fulfilled: ReturnType<typeof fulfilledIn>;
  capabilities: ClientCapabilities = {};

  constructor(options: AcpOptions) {
    this.#options = options;
    this.#fulfilled = fulfilledIn(options.language);
  }

  #open(folder: string): Promise<Outcome<{ runtime: Runtime }>> {
    const { capabilities } = this;
    const session = () => {
      const newest = [...this.#sessions.values()].findLast(each => isSame(each.folder, folder));
      return newest && { client: newest.client, sessionId: newest.session.rootId };
    };
    return this.#options.open(folder, {
      files: clientFiles({ capabilities, session }),
      startCommand: clientTerminals({ capabilities, session: rootId => this.#terminalsOf(rootId) }),
      servers: () => [...this.#sessions.values()].flatMap(each => (isSame(each.folder, folder) ? each.servers : [])),
    });
  }

  #terminalsOf(rootId: RootId): TerminalSession | undefined {
    const open = this.#sessions.get(rootId);
    if (!open) return undefined;
    const { session, client } = open;
    return { client, sessionId: rootId, show: (call, terminalId) => session.showTerminal(call, terminalId) };
  }

  async start(
    { cwd: folder, mcpServers }: Pick<NewSessionRequest, 'cwd' | 'mcpServers'>,
    client: AgentContext,
  ): Promise<NewSessionResponse> {
    const { runtime } = this.#fulfilled(await this.#open(folder));
    const { team } = runtime.team();
    const { agentId } = this.#fulfilled(responderOf(team, this.#options.agentId));
    const rootId = this.#newId() as RootId;
    const opening = { runtime, folder, rootId, servers: handedServers(mcpServers), dialect: dialectFor(team, agentId) };
    const session = this.#add({ ...opening, begins: { agentId } }, client);
    // The client learns of the session by the answer to this request.
    setImmediate(() => session.welcome());
    return { sessionId: rootId, modes: await session.modes() };
  }

  /** The session of a dialog that exists; one that is open already is the same, with a turn that is under way. */
  async attach({ cwd, sessionId, mcpServers = [] }: ResumeSessionRequest, client: AgentContext): Promise<AcpSession> {
    const { runtime } = this.#fulfilled(await this.#open(cwd));
    const servers = handedServers(mcpServers);
    const open = this.#sessions.get(sessionId);
    const here = open && isSame(open.folder, cwd) ? open : undefined;
    if (here?.session.isNew) return this.#reopen(here, { folder: cwd, client, servers });
    const found = await runtime.resolve(sessionId);
    if (!found.ok || !isRootRef(found.dialog) || found.dialog.rootId !== sessionId)
      throw RequestError.resourceNotFound(sessionId);
    if (here) return this.#reopen(here, { folder: cwd, client, servers });
    if (open) this.#leave(open);
    const { rootId } = found.dialog;
    const { view } = this.#fulfilled(await runtime.view(rootRef(rootId), { tail: 0 }));
    return this.#add({ runtime, folder: cwd, rootId, servers, dialect: view.state.identity.dialect }, client);
  }

  #reopen({ session }: OpenSession, by: Omit<OpenSession, 'session'>): AcpSession {
    this.#sessions.set(session.rootId, { ...by, session });
    return session;
  }

  /** Two folders can hold the same dialog, as copies or by a shared store; a session works in one of them. */
  #leave({ session, folder }: OpenSession): void {
    if (session.isAtWork) throw RequestError.invalidParams({ cwd: folder }, 'its turn is under way in another folder');
    session.detach();
    this.#sessions.delete(session.rootId);
  }

  get(sessionId: string): OpenSession {
    const open = this.#sessions.get(sessionId);
    if (!open) throw RequestError.resourceNotFound(sessionId);
    return open;
  }

  async list(cwd: string | null | undefined, cursor: string | null | undefined) {
    const folder = cwd ?? this.#options.folder;
    const { runtime } = this.#fulfilled(await this.#open(folder));
    if (cursor && !/^\d+$/.test(cursor)) throw RequestError.invalidParams({ cursor }, 'it is none of this agent');
    const from = Number(cursor ?? 0);
    const roots = runtime.listRoots().filter(({ status, headline }) => status !== 'archived' && headline !== '');
    const sessions = roots.slice(from, from + PAGE).map(
      ({ rootId, headline, lastModified }): SessionInfo => ({
        sessionId: rootId,
        cwd: folder,
        title: headline,
        updatedAt: lastModified,
      }),
    );
    return { sessions, ...(from + PAGE < roots.length && { nextCursor: `${from + PAGE}` }) };
  }

  async close(sessionId: string): Promise<void> {
    const { session } = this.get(sessionId);
    this.#sessions.delete(sessionId);
    await session.close();
  }

  /** The client has gone: work in progress ends with the runtime, which leaves it to be continued. */
  leaveAll(): void {
    for (const { session } of this.#sessions.values()) session.detach();
  }

  #add({ folder, servers, dialect, ...opening }: Opening, client: AgentContext): AcpSession {
    const { warn, language } = this.#options;
    const { remedies } = commandLineWords(language);
    const words = doorWords(language);
    const { capabilities } = this;
    const session = new AcpSession({ ...opening, client, capabilities, warn, words, remedies }, dialect);
    const { rootId } = session;
    this.#sessions.set(rootId, { session, folder, client, servers });
    return session;
  }
}

/** One folder may be written in several ways. */
function isSame(one: string, other: string): boolean {
  return realPath(one) === realPath(other);
}

/** The result of an intent; a refusal becomes the error of the request, in words. */
const fulfilledIn =
  (language: Language) =>
  <T extends object>(outcome: Outcome<T>): T => {
    if (outcome.ok) return outcome;
    const { message, remedy: usual } = sayRefusal(outcome, language);
    const remedy = outcome.code === 'pending-work' ? doorWords(language).finishOrEnd : usual;
    const code = ofArguments.has(outcome.code) ? INVALID_PARAMS : INTERNAL_ERROR;
    throw new RequestError(code, `${message} — ${remedy}`, { code: outcome.code });
  };

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** Refusals of what the client gave; its other requests are answered as before. */
const ofArguments: ReadonlySet<RefusalCode> = new Set([
  'no-folder',
  'unknown-dialog',
  'empty-message',
  'invalid-argument',
]);
