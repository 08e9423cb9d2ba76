// Turns the records of a course into the messages that a model reads. Incremental: each record is read once, so a long
// course costs no more per turn than a short one. Only complete generations are sent again (SPEC 10.3).
import type { CarriedBack, ChatMessage } from '../../base/chat.ts';
import type { AsideId, CallId, DialogId } from '../../base/ids.ts';
import type { ImageRef } from '../../base/image.ts';
import type { PromptTexts } from '../../prompt/words/words.ts';
import type { Dialect } from '../../team/dialect.ts';
import { beginningOf } from '../../text/bytes.ts';
import type { CourseRecord, RecordOf } from '../record.ts';
import type { Frame } from '../state.ts';
import { type AnsweredPlace, type CallAnswer, type FrameId, frameIdOf, OpenAnswers } from './open-answers.ts';
import { isMadeByTool, replyMessage, tellasksOf } from './reply-message.ts';
import { ToldTexts } from './told-texts.ts';
import { isAskedByRuntime, isBetweenUs, isOfTheCourse, userTextOf } from './user-texts.ts';

export interface Transcript {
  /** Takes the next record of the course. */
  add(record: CourseRecord): void;
  /** The messages so far, without system prompt and reminders. */
  messages(): readonly ChatMessage[];
  /** Answers that are not among the messages yet, since others of their generation are still to come. */
  unsaid(): readonly string[];
  /**
   * Messages that no reply has followed: all of them, or those of an aside. What a new course says anyway, or says no
   * more, is not among them.
   */
  unread(aside?: AsideId): readonly UnreadMessage[];
  /**
   * Answers that the newest reply followed, if that reply did nothing with them: it made one call at most, and no
   * tellask.
   */
  notWorkedOn(): readonly string[];
}

/** A message that the model has not read: words of people and teammates, or the result of a tool. */
export interface UnreadMessage {
  readonly text: string;
  readonly images: readonly ImageRef[];
  readonly isResult?: true;
  /** It was said anew when the mind was cleared before. */
  readonly again?: true;
  /** Of a teammate, or of the person to a question. */
  readonly isAnswer?: boolean;
}

/** Bytes of a call's arguments beside a result that a new course repeats. */
const LONGEST_ARGS = 300;

/** An empty transcript. */
export function createTranscript(texts: PromptTexts, dialect: Dialect): Transcript {
  return new TranscriptBuilder(texts, dialect);
}

class TranscriptBuilder implements Transcript {
  readonly #texts: PromptTexts;
  readonly #dialect: Dialect;
  readonly #messages: ChatMessage[] = [];
  /** Since the last reply, with their places among the messages. */
  #unread: (UnreadMessage & { readonly at: number })[] = [];
  /** Records of the generation that runs; only a complete one becomes a message. */
  #generation: CourseRecord[] = [];
  #openTools = new Map<CallId, { name: string; args: string; fromText: boolean }>();
  /** Calls and questions that were answered, rather than refused or closed. */
  readonly #answered = new Set<CallId>();
  #notWorkedOn: readonly string[] = [];
  /** Tellasks made by tools in the newest reply, which have no result yet, and whom each calls. */
  readonly #openCalls = new Map<CallId, string>();
  readonly #answers = new OpenAnswers();
  /** The TellaskBacks that are being answered and the asides, the newest last. */
  #frames: FrameId[] = [];
  /** How many messages there were when each aside began, so that its talk can be dropped. */
  readonly #asides = new Map<AsideId, number>();
  /** Stands before the next words of the person, which open an aside. */
  #opensAside = false;
  readonly #told: ToldTexts;
  readonly #questions = new Map<string, RecordOf<'questionAsked'>>();
  /** Calls with which `mark_done` asks for a review, which have no answer yet. */
  readonly #reviews = new Set<CallId>();

  constructor(texts: PromptTexts, dialect: Dialect) {
    this.#texts = texts;
    this.#dialect = dialect;
    this.#told = new ToldTexts(texts);
  }

  messages(): readonly ChatMessage[] {
    if (this.#openCalls.size === 0) return this.#messages;
    return [...this.#messages, ...[...this.#openCalls].map(([callId, to]) => this.#openResult(callId, to))];
  }

  unsaid(): readonly string[] {
    return [...this.#answers.unread(), ...this.#told.all()];
  }

  unread(aside?: AsideId): readonly UnreadMessage[] {
    const start = aside === undefined ? 0 : (this.#asides.get(aside) ?? 0);
    return this.#unread.filter(({ at }) => at >= start);
  }

  notWorkedOn(): readonly string[] {
    return this.#notWorkedOn;
  }

  add(record: CourseRecord): void {
    this.#take(record);
    this.#told.follow(record);
    // A server wants the results of tools right behind their calls.
    if (this.#openTools.size === 0) for (const text of this.#told.due(this.#frames)) this.#say(text);
  }

  #take(record: CourseRecord): void {
    switch (record.kind) {
      case 'generationStarted':
        this.#generation = [];
        this.#leaveCallsOpen();
        return;
      case 'assistantThought':
      case 'assistantSaid':
      case 'toolCalled':
        this.#generation.push(record);
        return;
      case 'generationEnded':
        if (record.outcome === 'complete') this.#addGeneration(record.back);
        return;
      case 'toolReturned':
        this.#addToolResult(record);
        return;
      case 'tellaskMade':
        this.#expect(record);
        if (this.#openCalls.has(record.callId)) this.#openCalls.set(record.callId, record.agentId);
        return;
      case 'tellaskRefused':
        this.#answer(record.callId, ({ headline }) =>
          record.repeats !== undefined ? record.message : this.#texts.tellaskRefused(headline, record.message),
        );
        return;
      case 'reviewAsked':
        this.#reviews.add(record.callId);
        return;
      case 'responseSupplied':
        this.#addResponse(record);
        return;
      case 'questionAsked':
        this.#questions.set(record.questionId, record);
        return;
      case 'questionAnswered':
        this.#addAnswer(record);
        return;
      case 'questionClosed':
        this.#addClosing(record);
        return;
      case 'asideOpened':
        this.#enterAside(record);
        return;
      case 'asideEnded':
        this.#leaveFrame(record.asideId);
        return;
      case 'asideCleared':
        this.#clearAside(record);
        return;
      case 'courseStarted':
        this.#takeOver(record.carried.frames);
        break;
      case 'callReceived':
        if (record.call.callKind === 'A') this.#enterFrame(record.call.callId);
        break;
      case 'responseGiven':
        this.#leaveFrame(record.callId);
        return;
      case 'assignmentDropped':
        this.#leaveDismissed(record.callId);
        return;
      case 'dialogCompleted':
      case 'dialogForked':
        this.#frames = [];
        this.#answers.clear();
        break;
      default:
    }
    this.#addUserText(record);
  }

  /** Calls left open by an earlier course: their answers arrive in this one. */
  #takeOver(frames: readonly Frame[]): void {
    this.#frames = frames.slice(1).flatMap(frame => frameIdOf(frame) ?? []);
    // The beginning of the course stays.
    for (const { aside } of frames) if (aside) this.#asides.set(aside.asideId, 1);
    this.#answers.takeOver(frames);
  }

  /** The person's answers do not wait for those of teammates (SPEC 5.2). */
  #enterFrame(id: FrameId): void {
    for (const answer of this.#answers.withoutCallee()) this.#sayAnswer(answer);
    this.#leaveCallsOpen();
    this.#frames.push(id);
  }

  #leaveFrame(id: FrameId): void {
    if (!this.#frames.includes(id)) return;
    this.#frames = this.#frames.filter(each => each !== id);
    this.#answers.drop(id);
    this.#opensAside = false;
    this.#sayAnswers();
  }

  #leaveDismissed(callId: CallId): void {
    const isMain = this.#told.isMain(callId);
    this.#told.dismiss(callId, isMain ? undefined : this.#frames[this.#frames.indexOf(callId) - 1]);
    if (isMain) this.#leaveAll();
    else this.#leaveFrame(callId);
  }

  /** The assignment is over, and so is the talk beside it. */
  #leaveAll(): void {
    this.#frames = [];
    this.#answers.keepMain();
    this.#sayAnswers();
  }

  #enterAside({ asideId, because }: RecordOf<'asideOpened'>): void {
    if (because === 'words') this.#opensAside = true;
    else {
      const early = this.#answers.early(this.#frames.at(-1));
      const texts = early.filter(({ callId }) => !this.#openCalls.has(callId)).map(({ text }) => text);
      for (const answer of early) if (this.#openCalls.has(answer.callId)) this.#sayAnswer(answer);
      if (early.length > 0) this.#say([this.#texts.aside.answers, ...texts].join('\n\n'), { isAnswer: true });
    }
    this.#enterFrame(asideId);
    // Behind the answers: they are not said again, so they stay when the aside is cleared.
    this.#asides.set(asideId, this.#messages.length);
  }

  /** The talk of the aside leaves the context; calls made in it stay open. */
  #clearAside({ asideId, prompt }: RecordOf<'asideCleared'>): void {
    const start = this.#asides.get(asideId);
    if (start === undefined || this.#frames.at(-1) !== asideId) return;
    this.#openTools.clear();
    this.#openCalls.clear();
    this.#messages.length = Math.min(this.#messages.length, start);
    // The prompt says the words anew.
    this.#unread = this.#unread.flatMap(each => {
      if (each.at < start) return each;
      return each.isResult ? [] : { ...each, at: start, again: true as const };
    });
    this.#opensAside = false;
    this.#push(prompt);
  }

  #addUserText(record: CourseRecord): void {
    const text = userTextOf(record, this.#texts);
    if (text === undefined) return;
    const content = record.kind === 'userSaid' && this.#opensAside ? this.#texts.aside.words(text) : text;
    const images = record.kind === 'userSaid' || record.kind === 'courseStarted' ? record.images : undefined;
    if (isOfTheCourse(record)) this.#push(content, images);
    else this.#say(content, images && { images });
    this.#opensAside = false;
  }

  #say(text: string, { images = [], isAnswer = false }: Partial<UnreadMessage> = {}): void {
    this.#push(text, images.length > 0 ? images : undefined);
    this.#leaveUnread({ text, images, isAnswer });
  }

  /** The last message waits for a reply. */
  #leaveUnread(unread: UnreadMessage): void {
    this.#unread.push({ ...unread, at: this.#messages.length - 1 });
  }

  #push(content: string, images?: readonly ImageRef[]): void {
    this.#closeTools();
    this.#messages.push({ role: 'user', content, ...(images && { images }) });
  }

  #addGeneration(back: CarriedBack | undefined): void {
    const called = this.#generation.filter(record => record.kind === 'toolCalled');
    const answers = this.#unread.flatMap(({ text, isAnswer }) => (isAnswer ? [text] : []));
    this.#unread = [];
    for (const { callId, name, args, fromText } of called)
      this.#openTools.set(callId, { name, args, fromText: fromText ?? false });
    const textTools = new Set(called.map(({ callId }) => callId));
    const calls = tellasksOf(this.#generation).filter(({ callId }) => !textTools.has(callId));
    this.#notWorkedOn = calls.length === 0 && called.length <= 1 ? answers : [];
    this.#answers.open(
      this.#frames.at(-1),
      calls.filter(({ isAnswer }) => !isAnswer),
    );
    for (const { callId, mention } of calls.filter(isMadeByTool)) this.#openCalls.set(callId, mention);
    const message = replyMessage(this.#generation, this.#dialect, back);
    this.#generation = [];
    if (!message) return;
    this.#messages.push(message);
    for (const { callId, isAnswer } of calls) if (isAnswer) this.#noteReport(callId);
  }

  /** A report to the caller was the answer (SPEC 23.6). */
  #noteReport(callId: CallId): void {
    const text = this.#texts.tookAsAnswer(this.#told.caller());
    if (!this.#openCalls.delete(callId)) this.#push(text);
    else this.#messages.push({ role: 'tool', toolCallId: callId, content: text });
  }

  #addToolResult({ callId, ok, content }: RecordOf<'toolReturned'>): void {
    const tool = this.#openTools.get(callId);
    if (!tool) return;
    this.#openTools.delete(callId);
    if (tool.fromText)
      this.#messages.push({ role: 'user', content: this.#texts.textToolResult(tool.name, ok, content) });
    else this.#messages.push({ role: 'tool', toolCallId: callId, content });
    this.#leaveResult(tool, ok, content);
  }

  /** Servers refuse a request in which a tool call has no result. */
  #closeTools(): void {
    this.#leaveCallsOpen();
    for (const [callId, tool] of this.#openTools) {
      const content = this.#texts.toolOutcomeUnknown(tool.name);
      if (tool.fromText) continue;
      this.#messages.push({ role: 'tool', toolCallId: callId, content });
      this.#leaveResult(tool, false, content);
    }
    this.#openTools.clear();
  }

  /** With its arguments, since a new course says it without the call. */
  #leaveResult({ name, args }: { name: string; args: string }, ok: boolean, content: string): void {
    const call = args === '{}' ? name : `${name} ${beginningOf(args, LONGEST_ARGS)}`;
    this.#leaveUnread({ text: this.#texts.textToolResult(call, ok, content), images: [], isResult: true });
  }

  /** Something comes before the answers: these come later, among the talk (SPEC 23.2). */
  #leaveCallsOpen(): void {
    for (const [callId, to] of this.#openCalls) this.#messages.push(this.#openResult(callId, to));
    this.#openCalls.clear();
  }

  #openResult(toolCallId: CallId, to: string): ChatMessage {
    const content = this.#answers.knows(toolCallId) ? this.#texts.callOpen(to) : this.#texts.callGone;
    return { role: 'tool', toolCallId, content };
  }

  /** An answer is the result of its call, as long as nothing came between; else it is said. */
  #sayAnswer({ callId, text }: CallAnswer): void {
    const isAnswer = this.#answered.delete(callId);
    if (!this.#openCalls.delete(callId)) this.#say(text, { isAnswer });
    else {
      this.#messages.push({ role: 'tool', toolCallId: callId, content: text });
      this.#leaveUnread({ text, images: [], isAnswer });
    }
  }

  #addAnswer({ questionId, content }: RecordOf<'questionAnswered'>): void {
    const question = this.#questions.get(questionId);
    if (!question || question.form || isBetweenUs(question, content)) return;
    const text = isAskedByRuntime(question)
      ? this.#texts.facts.personSays(content)
      : this.#texts.questionAnswered(question, content);
    const { callId } = question;
    if (callId !== undefined) this.#answered.add(callId);
    if (callId === undefined || !this.#answer(callId, () => text)) this.#say(text, { isAnswer: true });
  }

  #addClosing({ questionId, reason }: RecordOf<'questionClosed'>): void {
    const question = this.#questions.get(questionId);
    if (question?.callId === undefined || question.form) return;
    this.#answer(question.callId, () => this.#texts.questionClosed(question, reason));
  }

  #addResponse(record: RecordOf<'responseSupplied'>): void {
    const { callId, from, agentId, ok, content, facts } = record;
    // The result of `mark_done` says it.
    if (this.#reviews.delete(callId) && this.#isMarkingDone()) return;
    const answer = { member: agentId, ok, content, ...(facts && { facts }) };
    this.#answered.add(callId);
    const placed = this.#answer(callId, place => this.#texts.suppliedAnswer({ ...answer, ...place }), from);
    // A call of an earlier course: a fork begins without those.
    if (!placed) this.#say(this.#texts.suppliedAnswer(answer), { isAnswer: true });
  }

  #isMarkingDone(): boolean {
    return [...this.#openTools.values()].some(({ name }) => name === 'mark_done');
  }

  #expect(record: RecordOf<'tellaskMade'>): void {
    this.#answers.expect(record);
    if (record.instead !== undefined) this.#sayAnswers();
  }

  /** Adds one answer, and emits the calls that it completes. */
  #answer(callId: CallId, text: (place: AnsweredPlace) => string, from?: DialogId): boolean {
    if (!this.#answers.note(callId, text, from)) return false;
    this.#sayAnswers();
    return true;
  }

  /** Emits the answers of completed calls of the running frame. */
  #sayAnswers(): void {
    const due = this.#answers.due(this.#frames.at(-1));
    const isResult = ({ callId }: CallAnswer) => this.#openCalls.has(callId);
    // Results stand right behind their calls.
    const texts = due.filter(answer => !isResult(answer));
    for (const answer of [...due.filter(isResult), ...texts]) this.#sayAnswer(answer);
  }
}
