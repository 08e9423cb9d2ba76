// One session of the Agent Client Protocol: a root dialog with everything below it (SPEC 22.3). A turn lasts until
// nothing in the tree can go on; meanwhile the person is asked what the tree asks, one question at a time.

import { randomUUID } from 'node:crypto';
import {
  type AgentContext,
  type ClientCapabilities,
  methods,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { type AgentId, type DialogRef, type QuestionId, type RootId, rootRef } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { PendingQuestion } from '../../core/dialog/view/projection.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import { type PermissionMode, permissionModes } from '../../core/team/permissions.ts';
import { type ActingRuntime, asPerson, type Runtime } from '../../runtime/api.ts';
import type { CommandLineWords } from '../../words/command-line.ts';
import type { DoorWords } from '../../words/en/doors.ts';
import { askByForm, askedText, askPermission } from './asking.ts';
import type { PromptMessage } from './content.ts';
import { treeHistory } from './history.ts';
import type { TerminalSession } from './terminals.ts';
import { said, UpdateMaker } from './updates.ts';

export interface SessionOptions {
  readonly runtime: Runtime;
  readonly rootId: RootId;
  /** The dialog begins with the first message, with this member; absent when it is there. */
  readonly begins?: { readonly agentId: AgentId };
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly warn: (message: string) => void;
  readonly words: DoorWords;
  /** The editor has none of our commands: variables and files, as in a terminal. */
  readonly remedies: CommandLineWords['remedies'];
}

/** How a turn ended. */
type TurnEnd = 'end_turn' | 'cancelled';

interface Asked {
  readonly withdrawn: AbortController;
  readonly done: Promise<void>;
}

/** Commands that a prompt may begin with. */
const commandsIn = ({ commands }: DoorWords) =>
  Object.entries(commands).map(([name, description]) => ({ name, description }));

export class AcpSession {
  readonly #options: SessionOptions & { readonly runtime: ActingRuntime };
  readonly #newMaker: () => UpdateMaker;
  #maker: UpdateMaker;
  readonly #ownMessages = new Set<string>();
  readonly #asking = new Map<QuestionId, Asked>();
  /** Questions that the person left open in this turn. */
  readonly #leftOpen = new Set<QuestionId>();
  readonly #following: { dispose(): void };
  #begins: SessionOptions['begins'];
  /** Chosen before there is a dialog. */
  #mode: PermissionMode = 'ask';
  /** The beginning that is under way, or is over. */
  #beginning: Promise<unknown> = Promise.resolve();
  /** Asks one question after the other. */
  #line: Promise<unknown> = Promise.resolve();
  #turns = 0;
  #isWelcomed = false;
  #isCancelled = false;
  /** Events that come while the history is sent. */
  #held: FeedEvent[] | undefined;

  constructor(options: SessionOptions, dialect: Dialect) {
    const runtime = asPerson(options.runtime, 'acp');
    this.#options = { ...options, runtime };
    const { rootId, words } = options;
    this.#begins = options.begins;
    const names = new Set<string>(runtime.team().team.members.keys());
    const isOwn = (msgId: string) => this.#ownMessages.has(msgId);
    this.#newMaker = () => new UpdateMaker({ rootId, folder: runtime.rtws, parsing: { dialect, names }, isOwn, words });
    this.#maker = this.#newMaker();
    this.#following = runtime.subscribe(event => event.rootId === rootId && this.#follow(event));
  }

  get rootId(): RootId {
    return this.#options.rootId;
  }

  /** Nothing was said yet: there is no dialog. */
  get isNew(): boolean {
    return this.#begins !== undefined;
  }

  /** A turn is under way. */
  get isAtWork(): boolean {
    return this.#turns > 0;
  }

  /** Tells the client once which commands there are; it must know the session by then. */
  welcome(): void {
    if (this.#isWelcomed) return;
    this.#isWelcomed = true;
    this.#send({ sessionUpdate: 'available_commands_update', availableCommands: commandsIn(this.#options.words) });
  }

  /** What runs without a question, and the choices (SPEC 24.4). */
  async modes(): Promise<SessionModeState> {
    const { runtime, words } = this.#options;
    const found = this.isNew ? undefined : await runtime.tree(this.rootId);
    const currentModeId = found?.ok ? (found.tree.permissionMode ?? 'ask') : this.#mode;
    return { currentModeId, availableModes: permissionModes.map(id => ({ id, name: words.permissionModes[id] })) };
  }

  /** Of a session without a dialog it holds from its beginning on. */
  async setMode(mode: PermissionMode): Promise<Outcome<object>> {
    if (this.isNew) {
      this.#mode = mode;
      return { ok: true };
    }
    await this.#beginning;
    return this.#options.runtime.perform({ kind: 'changePermissions', dialog: rootRef(this.rootId), change: { mode } });
  }

  /** Sends the whole conversation, then what happened meanwhile; questions that are open come last, as text. */
  async replay(): Promise<Outcome<object>> {
    const asked = this.reopen();
    if (this.isNew) return { ok: true };
    const { promise: replayed, resolve: done } = Promise.withResolvers<void>();
    this.#line = this.#line.then(() => replayed);
    try {
      return await this.#replay(asked);
    } finally {
      done();
    }
  }

  /**
   * The client knows nothing of the session any more: what it was asked is withdrawn. Resolves when it is; a turn goes
   * on.
   */
  async reopen(): Promise<void> {
    this.#maker = this.#newMaker();
    this.#isWelcomed = false;
    const asked = [...this.#asking.values()].map(({ done }) => done);
    this.#withdrawAll();
    await Promise.all(asked);
  }

  async #replay(asked: Promise<void>): Promise<Outcome<object>> {
    this.#held = [];
    const history = await treeHistory(this.#options.runtime, this.rootId);
    const held = this.#held;
    this.#held = undefined;
    if (!history.ok) return history;
    this.#send(...this.#maker.replay(history.records));
    for (const event of held) {
      const isKnown = event.type === 'recorded' && (event.record.n ?? 0) <= history.lastNumber;
      if (!isKnown) this.#follow(event);
    }
    await this.#tellQuestions();
    await asked;
    void this.#look();
    return { ok: true };
  }

  /** Gives the dialog a message, or the answer to a question that was asked as text; resolves when the tree rests. */
  async prompt(message: PromptMessage): Promise<Outcome<{ end: TurnEnd }>> {
    if (this.#turns === 0) {
      this.#isCancelled = false;
      this.#leftOpen.clear();
    }
    this.#turns += 1;
    this.welcome();
    try {
      const taken = await this.#take(message);
      if (!taken.ok) return taken;
      // Called off while it was given.
      if (this.#isCancelled) await this.#stop();
      await this.#rest();
      if (this.#isCancelled) return { ok: true, end: 'cancelled' };
      await this.#tellQuestions();
      await this.#tellInterruptions();
      return { ok: true, end: 'end_turn' };
    } finally {
      this.#turns -= 1;
    }
  }

  /** Stops the whole tree. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    this.#withdrawAll();
    await this.#stop();
  }

  /** Follows the tree no longer; the tree goes on. */
  detach(): void {
    this.#withdrawAll();
    this.#following.dispose();
  }

  /** Ends the session as the client asked: the tree is stopped. */
  async close(): Promise<void> {
    await this.cancel();
    this.detach();
  }

  #follow(event: FeedEvent): void {
    if (this.#held) {
      this.#held.push(event);
      return;
    }
    this.#send(...this.#maker.update(event));
    if (event.type === 'recorded' && event.record.kind === 'permissionModeSet')
      this.#send({ sessionUpdate: 'current_mode_update', currentModeId: event.record.mode });
    // Between turns too: schedules, commands in the background and other windows let a tree go on.
    if (event.type === 'questions_count_update') void this.#look();
  }

  async #stop(): Promise<void> {
    await this.#options.runtime.perform({ kind: 'stop', dialog: rootRef(this.rootId) });
  }

  /** Shows a terminal of the client with the call that runs in it. */
  showTerminal(call: Parameters<TerminalSession['show']>[0], terminalId: string): void {
    this.#send(...this.#maker.terminal(call.selfId, call.callId, terminalId));
  }

  #send(...updates: readonly SessionUpdate[]): void {
    const { client, rootId: sessionId, warn } = this.#options;
    for (const update of updates)
      client.notify(methods.client.session.update, { sessionId, update }).catch(error => warn(errorMessage(error)));
  }

  async #take({ text, images }: PromptMessage): Promise<Outcome<object>> {
    const { runtime } = this.#options;
    const root = rootRef(this.rootId);
    switch (text) {
      case '/continue':
        return runtime.perform({ kind: 'continue', dialog: root });
      case '/done':
        return runtime.perform({ kind: 'markDone', dialog: rootRef(this.rootId) });
      case '/done force':
        return runtime.perform({ kind: 'markDone', dialog: rootRef(this.rootId), force: true });
    }
    const [question] = this.#hasForms() ? [] : (await this.#open()).filter(({ kind }) => kind !== 'permission');
    const answered = question && text.trim() !== '' ? await this.#answer(question, text) : undefined;
    if (answered && (!answered.ok || images.length === 0)) return answered;
    // An answer is text alone: images come after it.
    return this.#say({ text: answered ? '' : text, images });
  }

  /** The first message begins the dialog; what comes meanwhile follows it. */
  async #say(message: PromptMessage): Promise<Outcome<object>> {
    const { runtime } = this.#options;
    const { rootId } = this;
    const msgId = randomUUID();
    this.#ownMessages.add(msgId);
    const begins = this.#begins;
    if (!begins) {
      await this.#beginning;
      return runtime.perform({
        kind: 'say',
        dialog: rootRef(rootId),
        content: message.text,
        msgId,
        images: message.images,
      });
    }
    this.#begins = undefined;
    const beginning = runtime.perform({ kind: 'start', ...message, ...begins, rootId, msgId });
    this.#beginning = beginning;
    const begun = await beginning;
    if (!begun.ok) this.#begins = begins;
    return begun.ok && this.#mode !== 'ask'
      ? runtime.perform({ kind: 'changePermissions', dialog: rootRef(rootId), change: { mode: this.#mode } })
      : begun;
  }

  /** Resolves when nothing can go on and everything that can be asked was asked. */
  async #rest(): Promise<void> {
    for (;;) {
      await this.#options.runtime.settled(this.rootId);
      if (this.#isCancelled) return;
      await this.#look();
      if (this.#asking.size === 0) return;
      await Promise.race([...this.#asking.values()].map(({ done }) => done));
    }
  }

  /** Asks what is open and was not asked yet; withdraws what is no longer open. */
  async #look(): Promise<void> {
    const open = await this.#open();
    for (const [id, { withdrawn }] of this.#asking) if (!open.some(question => question.id === id)) withdrawn.abort();
    for (const question of open) {
      const isAskable = question.kind === 'permission' || this.#hasForms();
      if (this.#isCancelled || !isAskable || this.#asking.has(question.id) || this.#leftOpen.has(question.id)) continue;
      const withdrawn = new AbortController();
      const done = this.#line
        .then(() => this.#ask(question, withdrawn.signal))
        .finally(() => this.#asking.delete(question.id));
      this.#asking.set(question.id, { withdrawn, done });
      this.#line = done;
    }
  }

  async #ask(question: PendingQuestion, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { client, warn } = this.#options;
    const answer = await this.#put(question, signal, client).catch(error => {
      if (!signal.aborted) warn(`a question could not be asked: ${errorMessage(error)}`);
      return undefined;
    });
    const given = answer !== undefined && !signal.aborted ? await this.#answer(question, answer) : undefined;
    if (given && !given.ok) warn(`an answer was refused: ${given.code}`);
    // One that was withdrawn may be asked again.
    if (!given?.ok && !signal.aborted) this.#leftOpen.add(question.id);
  }

  #put(question: PendingQuestion, signal: AbortSignal, client: AgentContext): Promise<string | undefined> {
    const { runtime, words } = this.#options;
    const sessionId = this.rootId;
    const { selfId, agentId, callId, tellaskHead } = question;
    const title = `${agentId}: ${tellaskHead.trim()}`;
    const { toolCallId, updates } =
      callId === undefined ? { toolCallId: question.id, updates: [] } : this.#maker.announce(selfId, callId, title);
    if (question.kind !== 'permission') return askByForm(question, { sessionId, client, toolCallId, signal, words });
    this.#send(...updates);
    return askPermission(runtime, question, { sessionId, client, toolCallId, signal, words });
  }

  #answer({ id }: PendingQuestion, content: string): Promise<Outcome<object>> {
    return this.#options.runtime.perform({ kind: 'answer', questionId: id, content, msgId: randomUUID() });
  }

  #withdrawAll(): void {
    for (const { withdrawn } of this.#asking.values()) withdrawn.abort();
  }

  async #open(): Promise<readonly PendingQuestion[]> {
    return (await this.#options.runtime.questions()).filter(({ rootId }) => rootId === this.rootId);
  }

  #hasForms(): boolean {
    return Boolean(this.#options.capabilities.elicitation?.form);
  }

  /** Open questions as text: the next message answers the first of them. */
  async #tellQuestions(): Promise<void> {
    const { words } = this.#options;
    for (const question of await this.#open()) {
      const how = question.kind === 'permission' || this.#hasForms() ? words.stillOpen : words.answerNext;
      const options = (question.options ?? []).map(option => `\n- ${option}`).join('');
      this.#send(said('agent_message_chunk', `${askedText(question, words)}${options}\n\n${how}\n\n`));
    }
  }

  async #tellInterruptions(): Promise<void> {
    const { interrupted } = await this.#options.runtime.settled(this.rootId);
    const { words, remedies } = this.#options;
    for (const { dialog, code, message } of interrupted) {
      const who = await this.#nameOf(dialog);
      const told = words.interrupted(who, message, remedies[code]);
      this.#send(said('agent_message_chunk', `${told}\n\n`));
    }
  }

  async #nameOf(dialog: DialogRef): Promise<string> {
    const viewed = await this.#options.runtime.view(dialog, { tail: 0 });
    return viewed.ok ? viewed.view.state.identity.agentId : dialog.selfId;
  }
}
