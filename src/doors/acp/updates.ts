// Events of a dialog tree as session updates of the Agent Client Protocol (SPEC 22.3). The root's words are messages;
// each tellask is a tool call that holds what its subdialog says and does. Passing chunks are sent only of segments
// seen from their start; what did not pass is sent with its record.
import * as path from 'node:path';
import type { SessionUpdate, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import type { CallId, DialogId, RootId } from '../../core/base/ids.ts';
import type { CourseRecord, RecordOf } from '../../core/dialog/record.ts';
import type { FeedEvent, PassingEvent, StreamSegmentKind } from '../../core/dialog/view/feed-event.ts';
import { createSegmentParser, type ParseOptions, type SegmentParser } from '../../core/tellask/parse.ts';
import { tellaskTitle } from '../../core/tellask/title.ts';
import type { DoorWords } from '../../words/en/doors.ts';
import { askedText } from './asking.ts';

/** Characters kept of a subdialog's work, or of a tool's output, in one tool call: the newest. */
const MOST_SHOWN = 20_000;

export interface UpdateOptions {
  /** Absolute; of the rtws. */
  readonly folder: string;
  readonly rootId: RootId;
  readonly parsing: ParseOptions;
  /** True if a message of the person came from this client, which shows it already. */
  readonly isOwn: (msgId: string) => boolean;
  readonly words: DoorWords;
}

/** One tool call as shown so far. */
interface Shown {
  readonly toolCallId: string;
  text: string;
}

/** A generation of the root, as far as it passed. */
interface Live {
  readonly genseq: number;
  readonly parser: SegmentParser;
  /** What was sent as it came. */
  readonly sent: Set<StreamSegmentKind>;
  /** The rest that the parser held was sent. */
  isEnded: boolean;
}

/** Makes updates from events, in their order. */
export class UpdateMaker {
  readonly #options: UpdateOptions;
  readonly #agents = new Map<DialogId, string>();
  /** The tellask that each subdialog works on, and the tool call that shows it. */
  readonly #tellasks = new Map<DialogId, Shown>();
  readonly #targets = new Map<string, Set<DialogId>>();
  readonly #headlines = new Map<string, string>();
  readonly #tools = new Map<string, Shown>();
  /** Of the tool calls that run. */
  readonly #titles = new Map<string, string>();
  /** Tool calls of subdialogs that the client was told of on their own. */
  readonly #announced = new Set<string>();
  #live: Live | undefined;
  #isReplay = false;
  /** Questions of the replay, as messages. */
  readonly #questions = new Map<string, string>();

  constructor(options: UpdateOptions) {
    this.#options = options;
  }

  /** Updates of what was recorded before the client came; work in progress is shown as it stands at the end. */
  replay(records: readonly { readonly selfId: DialogId; readonly record: CourseRecord }[]): SessionUpdate[] {
    this.#isReplay = true;
    const updates = records.flatMap(({ selfId, record }) => this.#recorded(selfId, record));
    this.#isReplay = false;
    const open = [...new Set(this.#tellasks.values())].filter(({ text }) => text !== '');
    return [...updates, ...open.map(shown => progress(shown))];
  }

  /** Updates of one event of the tree. */
  update(event: FeedEvent): SessionUpdate[] {
    switch (event.type) {
      case 'recorded':
        return this.#recorded(event.selfId, event.record);
      case 'root_changed':
        return event.summary ? [{ sessionUpdate: 'session_info_update', title: event.summary.headline }] : [];
      case 'stream_error_evt':
      case 'questions_count_update':
        return [];
      default:
        return this.#passing(event);
    }
  }

  /**
   * The id that a tool call has in updates; calls of a subdialog are announced first, when they are needed on their
   * own.
   */
  announce(selfId: DialogId, callId: CallId, title: string): { toolCallId: string; updates: SessionUpdate[] } {
    const toolCallId = keyOf(selfId, callId);
    if (this.#isRoot(selfId) || this.#announced.has(toolCallId)) return { toolCallId, updates: [] };
    this.#announced.add(toolCallId);
    return {
      toolCallId,
      updates: [{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'other', status: 'pending' }],
    };
  }

  /** A terminal of the client in which a call runs; a call of a subdialog is shown on its own from then on. */
  terminal(selfId: DialogId, callId: CallId, terminalId: string): SessionUpdate[] {
    const title = this.#titles.get(keyOf(selfId, callId));
    if (title === undefined) return [];
    const { toolCallId, updates } = this.announce(selfId, callId, title);
    const content: ToolCallContent[] = [{ type: 'terminal', terminalId }];
    return [...updates, { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content }];
  }

  #recorded(selfId: DialogId, record: CourseRecord): SessionUpdate[] {
    switch (record.kind) {
      case 'dialogCreated':
        this.#agents.set(selfId, record.identity.agentId);
        return [];
      case 'userSaid':
        if (!this.#isRoot(selfId)) return this.#noted(selfId, `> ${record.content}\n\n`);
        return this.#isReplay || !this.#options.isOwn(record.msgId) ? [said('user_message_chunk', record.content)] : [];
      case 'generationStarted':
        if (this.#isRoot(selfId) && !this.#isReplay)
          this.#live = {
            genseq: record.genseq,
            parser: createSegmentParser(this.#options.parsing),
            sent: new Set(),
            isEnded: false,
          };
        return [];
      case 'assistantThought':
        return this.#thought(selfId, record);
      case 'assistantSaid':
        return this.#said(selfId, record);
      case 'toolCalled':
        return this.#toolCalled(selfId, record);
      case 'toolStarted':
        return this.#ofTool(selfId, record.callId, { status: 'in_progress' });
      case 'toolReturned':
        return this.#toolReturned(selfId, record);
      case 'filesChanged':
        return this.#ofTool(selfId, record.callId, { locations: record.changes.map(({ path }) => this.#at(path)) });
      case 'tellaskMade':
        return this.#tellaskMade(selfId, record);
      case 'tellaskRefused':
        return this.#tellaskRefused(selfId, record);
      case 'responseSupplied':
        return this.#supplied(selfId, record);
      case 'questionAsked':
        return this.#asked(selfId, record);
      case 'questionAnswered':
        return this.#answered(record);
      case 'dialogCompleted':
        return this.#isRoot(selfId)
          ? [said('agent_message_chunk', `${this.#options.words.done(record.facts)}\n\n`)]
          : [];
      case 'evidenceGathered':
        return [
          said('agent_message_chunk', `${this.#options.words.checked(record.line, record.outcome === 'passed')}\n\n`),
        ];
      case 'workSettled':
      case 'workSentBack':
        return this.#isRoot(selfId)
          ? [said('agent_message_chunk', `${record.note}\n\n`)]
          : this.#noted(selfId, `${record.note}\n\n`);
      case 'interrupted':
        return this.#noted(selfId, `${this.#options.words.interruptedBy(record.message)}\n\n`);
      default:
        return [];
    }
  }

  /** Clients open files by their whole paths. */
  #at(file: string): { readonly path: string } {
    return { path: path.resolve(this.#options.folder, file) };
  }

  #asked(selfId: DialogId, record: RecordOf<'questionAsked'>): SessionUpdate[] {
    const { questionId, questionKind, headline: tellaskHead, body: bodyContent, options } = record;
    const { words } = this.#options;
    const agentId = this.#agents.get(selfId) ?? selfId;
    // A permission is seen in the call that it is for.
    if (this.#isReplay && questionKind !== 'permission')
      this.#questions.set(
        questionId,
        askedText({ agentId, tellaskHead, bodyContent, ...(options && { options }) }, words),
      );
    return this.#noted(selfId, `${words.asksPerson(tellaskHead.trim())}\n\n`);
  }

  /**
   * A client that is there asks by the protocol's own means; one that comes later reads what was asked and answered.
   */
  #answered({ questionId, content }: RecordOf<'questionAnswered'>): SessionUpdate[] {
    const question = this.#isReplay ? this.#questions.get(questionId) : undefined;
    if (question === undefined) return [];
    return [said('agent_message_chunk', `${question}\n\n`), said('user_message_chunk', content)];
  }

  #passing(event: PassingEvent): SessionUpdate[] {
    if (event.type === 'tool_output') return this.#toolOutput(event.selfId, event.callId, event.text);
    if (event.type !== 'segment_start' && event.type !== 'chunk') return [];
    if (!this.#isRoot(event.selfId) || this.#live?.genseq !== event.genseq) return [];
    if (event.type === 'segment_start') this.#live.sent.add(event.segment);
    if (event.type === 'segment_start' || !this.#live.sent.has(event.segment)) return [];
    if (event.segment === 'thinking') return [said('agent_thought_chunk', event.text)];
    return proseOf(this.#live.parser.push(event.text));
  }

  #thought(selfId: DialogId, { genseq, text }: RecordOf<'assistantThought'>): SessionUpdate[] {
    return this.#isRoot(selfId) && !this.#liveOf(genseq, 'thinking') ? [said('agent_thought_chunk', text)] : [];
  }

  /** The generation, if what it has of this kind was sent as it came. */
  #liveOf(genseq: number, segment: StreamSegmentKind): Live | undefined {
    return this.#live?.genseq === genseq && this.#live.sent.has(segment) ? this.#live : undefined;
  }

  #said(selfId: DialogId, { genseq, parts }: RecordOf<'assistantSaid'>): SessionUpdate[] {
    for (const part of parts)
      if (part.kind === 'tellask') this.#headlines.set(keyOf(selfId, part.callId), part.headline);
    const prose = parts.flatMap(part => (part.kind === 'prose' ? [part.text] : [])).join('');
    if (!this.#isRoot(selfId)) return this.#noted(selfId, prose.trim() === '' ? '' : `${prose.trim()}\n\n`);
    if (prose.trim() === '') return [];
    // Messages of several generations follow each other in one turn.
    const end = said('agent_message_chunk', '\n\n');
    const live = this.#liveOf(genseq, 'saying');
    if (!live) return [said('agent_message_chunk', prose), end];
    const rest = live.isEnded ? [] : proseOf(live.parser.end());
    live.isEnded = true;
    return [...rest, end];
  }

  #toolCalled(selfId: DialogId, { callId, name, args }: RecordOf<'toolCalled'>): SessionUpdate[] {
    const input = inputOf(args);
    const title = titleOf(name, input);
    const toolCallId = keyOf(selfId, callId);
    this.#titles.set(toolCallId, title);
    if (!this.#isRoot(selfId)) return this.#noted(selfId, `▸ ${title}\n\n`);
    this.#tools.set(toolCallId, { toolCallId, text: '' });
    const place = typeof input.path === 'string' ? { locations: [this.#at(input.path)] } : {};
    const call = { toolCallId, title, name, kind: kindOf(name), status: 'pending' as const, rawInput: input, ...place };
    return [{ sessionUpdate: 'tool_call', ...call }];
  }

  #toolOutput(selfId: DialogId, callId: CallId, text: string): SessionUpdate[] {
    const shown = this.#tools.get(keyOf(selfId, callId));
    if (!shown) return [];
    shown.text = (shown.text + text).slice(-MOST_SHOWN);
    return [progress(shown)];
  }

  #toolReturned(selfId: DialogId, { callId, ok, content }: RecordOf<'toolReturned'>): SessionUpdate[] {
    this.#tools.delete(keyOf(selfId, callId));
    this.#titles.delete(keyOf(selfId, callId));
    return this.#ofTool(selfId, callId, { status: ok ? 'completed' : 'failed', content: textContent(content) });
  }

  /** An update of a tool call that the client knows. */
  #ofTool(selfId: DialogId, callId: CallId, change: object): SessionUpdate[] {
    const toolCallId = keyOf(selfId, callId);
    if (!this.#isRoot(selfId) && !this.#announced.has(toolCallId)) return [];
    return [{ sessionUpdate: 'tool_call_update', toolCallId, ...change }];
  }

  #tellaskMade(selfId: DialogId, { callId, callKind, targets, agentId }: RecordOf<'tellaskMade'>): SessionUpdate[] {
    const toolCallId = keyOf(selfId, callId);
    const headline = tellaskTitle(this.#headlines.get(toolCallId) ?? '').split('\n')[0] ?? '';
    const caller = this.#isRoot(selfId) ? '' : `${this.#agents.get(selfId) ?? selfId} → `;
    const title = `${caller}@${agentId}${headline === '' ? '' : `: ${headline}`}`;
    const shown: Shown = { toolCallId, text: '' };
    // A question back goes to a dialog that has a tool call of its own.
    if (callKind !== 'A') for (const target of targets) this.#tellasks.set(target, shown);
    this.#targets.set(toolCallId, new Set(targets));
    return [{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'think', status: 'in_progress' }];
  }

  #tellaskRefused(selfId: DialogId, { callId, message }: RecordOf<'tellaskRefused'>): SessionUpdate[] {
    const toolCallId = keyOf(selfId, callId);
    const title = (this.#headlines.get(toolCallId) ?? '').split('\n')[0] || 'tellask';
    const content = textContent(message);
    return [{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'think', status: 'failed', content }];
  }

  #supplied(selfId: DialogId, { callId, from, ok, content }: RecordOf<'responseSupplied'>): SessionUpdate[] {
    const toolCallId = keyOf(selfId, callId);
    const open = this.#targets.get(toolCallId);
    open?.delete(from);
    const shown = this.#tellasks.get(from) ?? { toolCallId, text: '' };
    if (shown.toolCallId === toolCallId) this.#tellasks.delete(from);
    const answer = content.trim();
    // The subdialog has usually said it already.
    if (!shown.text.includes(answer)) shown.text += ok ? answer : `Failed: ${answer}`;
    const isOver = open === undefined || open.size === 0;
    const status = isOver ? (ok ? 'completed' : 'failed') : 'in_progress';
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status, content: textContent(shown.text.trimEnd()) }];
  }

  /** Adds to what a subdialog's tool call shows. */
  #noted(selfId: DialogId, text: string): SessionUpdate[] {
    const shown = this.#tellasks.get(selfId);
    if (!shown || text === '') return [];
    shown.text = (shown.text + text).slice(-MOST_SHOWN);
    return this.#isReplay ? [] : [progress(shown)];
  }

  #isRoot(selfId: DialogId): boolean {
    return `${selfId}` === `${this.#options.rootId}`;
  }
}

type MessageUpdate = 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk';

/** One piece of a message. */
export function said(sessionUpdate: MessageUpdate, text: string): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text } };
}

function proseOf(segments: ReturnType<SegmentParser['push']>): SessionUpdate[] {
  const text = segments.flatMap(segment => (segment.kind === 'prose' ? [segment.text] : [])).join('');
  return text === '' ? [] : [said('agent_message_chunk', text)];
}

function progress({ toolCallId, text }: Shown): SessionUpdate {
  return { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content: textContent(text.trimEnd()) };
}

function textContent(text: string): ToolCallContent[] {
  return [{ type: 'content', content: { type: 'text', text } }];
}

/** Ids of calls are unique in their dialog only. */
function keyOf(selfId: DialogId, callId: CallId): string {
  return `${selfId}:${callId}`;
}

function inputOf(args: string): Readonly<Record<string, unknown>> {
  try {
    const input: unknown = JSON.parse(args || '{}');
    return typeof input === 'object' && input !== null ? { ...input } : {};
  } catch {
    return {};
  }
}

/** `run_shell npm test`: the name with the argument that says most. */
function titleOf(name: string, input: Readonly<Record<string, unknown>>): string {
  const telling = [input.command, input.path, input.from, input.query, input.pattern, input.name].find(
    value => typeof value === 'string',
  );
  return telling === undefined ? name : `${name} ${`${telling}`.split('\n')[0]}`;
}

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  list_dir: 'read',
  read_skill: 'read',
  search_text: 'search',
  write_file: 'edit',
  edit_file: 'edit',
  delete_file: 'delete',
  move_file: 'move',
  run_shell: 'execute',
};

function kindOf(name: string): ToolKind {
  return kinds[name] ?? 'other';
}
