// One generation as it comes: checks the rule of segments, shows the stream while it runs, and turns it into facts when
// it has ended (SPEC 8.1, 8.2). Knows nothing of providers, scheduling or storage.
import type { Usage } from '../../core/base/chat.ts';
import type { DialogRef } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { RanAway } from '../../core/dialog/record-parts.ts';
import {
  type LiveCall,
  type LiveGeneration,
  type PassingEvent,
  type StreamSegmentKind,
  withCallPart,
} from '../../core/dialog/view/feed-event.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import type { CallNames } from '../../core/tellask/call-names.ts';
import { isCallTool } from '../../core/tellask/segment.ts';
import type { LlmEvent, LlmFailure, ToolCallPart } from '../../llm/provider.ts';
import { MAX_REPLY_CALLS, MAX_REPLY_CHARACTERS, MAX_REPLY_SEGMENTS, tooLarge } from '../../llm/reply/reply-limits.ts';
import { type CallReading, replyFacts } from './reply-facts.ts';
import { createSaidParts, type SaidParts } from './said-parts.ts';
import { StreamWatch } from './stream-watch.ts';

export interface GenerationOptions {
  readonly dialog: DialogRef;
  readonly genseq: number;
  readonly dialect: Dialect;
  readonly names: CallNames;
  /** How its calls are read; absent: by the grammar of the dialect alone. */
  readonly reading?: CallReading;
  readonly newId: () => string;
  readonly show: (event: PassingEvent) => void;
  /** A call beside the talk: nothing of it is said, shown or kept when it is cut. */
  readonly isAside?: true;
}

/** How the stream ended, as far as the provider said. */
export type StreamEnd =
  | { readonly kind: 'finished'; readonly event: Extract<LlmEvent, { kind: 'finished' }> }
  | { readonly kind: 'failed'; readonly failure: LlmFailure; readonly mark?: string }
  | { readonly kind: 'broken'; readonly message: string }
  /** It repeats itself without end (SPEC 23.14). */
  | { readonly kind: 'ranAway'; readonly ranAway: RanAway };

interface OpenSegment {
  segment: StreamSegmentKind;
  text: string;
}

/** Collects the events of one generation. */
export class Generation {
  readonly live: { genseq: number; segments: OpenSegment[]; calls?: readonly LiveCall[]; silentFor?: number };
  readonly #options: GenerationOptions;
  readonly #toolCalls: { name: string; args: string; at: number }[] = [];
  #open: OpenSegment | undefined;
  /** Characters so far, by what they are. */
  readonly #characters = { saying: 0, thinking: 0, arguments: 0, parts: 0 };
  readonly #watch = new StreamWatch();
  /** Tools of the calls that come in pieces: the first piece alone has to name it. */
  readonly #partNames = new Map<number, string>();
  /** Tool calls and tellasks so far. */
  #calls = 0;
  readonly #said: SaidParts;
  #usage: Usage | undefined;

  constructor(options: GenerationOptions) {
    this.#options = options;
    this.#said = createSaidParts({
      dialect: options.dialect,
      names: options.names.written,
      resolve: options.names.resolve,
    });
    this.live = { genseq: options.genseq, segments: [] } satisfies LiveGeneration;
  }

  /** Takes one event; returns how the stream ended once it has. */
  take(event: LlmEvent): StreamEnd | undefined {
    switch (event.kind) {
      case 'chunk':
        if (this.#open?.segment !== event.segment) return this.#broken(event);
        if (this.#goesBeyond(event.segment, event.text)) return beyond[event.segment];
        this.#open.text += event.text;
        this.#options.show({ ...this.#head('chunk'), segment: event.segment, text: event.text });
        return this.#watched(event.segment, event.text);
      case 'segmentStarted':
        if (this.#open) return this.#broken(event);
        if (this.live.segments.length >= MAX_REPLY_SEGMENTS) return beyond.segments;
        this.#open = { segment: event.segment, text: '' };
        this.live.segments.push(this.#open);
        this.#options.show({ ...this.#head('segment_start'), segment: event.segment });
        return undefined;
      case 'segmentFinished':
        if (this.#open?.segment !== event.segment) return this.#broken(event);
        return this.#finish(this.#open);
      case 'wasThinking':
        for (const each of this.live.segments) each.segment = 'thinking';
        this.#said.clear();
        this.#calls = this.#toolCalls.length;
        return undefined;
      case 'toolCallPart':
        if (this.#goesBeyond('parts', event.args)) return beyond.arguments;
        return this.#callPart(event);
      case 'toolCall':
        if (this.#open) return this.#broken({ ...event, segment: this.#open.segment });
        if (this.#goesBeyond('arguments', event.args)) return beyond.arguments;
        if (++this.#calls > MAX_REPLY_CALLS) return beyond.calls;
        this.#said.close();
        this.#toolCalls.push({ name: event.name, args: event.args, at: this.live.segments.length });
        return undefined;
      case 'failed':
        return { kind: 'failed', failure: event.failure, ...(event.mark !== undefined && { mark: event.mark }) };
      case 'finished':
        if (event.usage) this.counted(event.usage);
        return { kind: 'finished', event };
    }
  }

  /** The server tells what it counted so far. */
  counted(usage: Usage): void {
    this.#usage = usage;
  }

  /** What the server counted, as far as it said so. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** Seconds without any part of the reply; 0 once something arrives. */
  silent(seconds: number): void {
    if (seconds > 0) this.live.silentFor = seconds;
    else delete this.live.silentFor;
    this.#options.show({ ...this.#head('no_reply'), seconds });
  }

  #finish(segment: OpenSegment): StreamEnd | undefined {
    this.#open = undefined;
    this.#options.show({ ...this.#head('segment_finish'), segment: segment.segment });
    if (segment.segment === 'thinking') return undefined;
    this.#calls += this.#said.add(segment, segment.text);
    return this.#calls > MAX_REPLY_CALLS ? beyond.calls : undefined;
  }

  /** Ends the reply when a text repeats itself without end; what was said or thought ends with its first occurrence. */
  #watched(segment: StreamSegmentKind, text: string): StreamEnd | undefined {
    const found = this.#watch.text(segment, text);
    if (!found) return undefined;
    let left = found.keep;
    for (const each of this.live.segments.filter(one => one.segment === segment)) {
      each.text = each.text.slice(0, left);
      left -= each.text.length;
    }
    return { kind: 'ranAway', ranAway: found.ranAway };
  }

  #callPart(part: ToolCallPart): StreamEnd | undefined {
    const ranAway = this.#watch.call(part);
    const { index, args } = part;
    const tool = part.name || this.#partNames.get(index) || '';
    this.#partNames.set(index, tool);
    if (isCallTool(tool)) {
      this.live.calls = withCallPart(this.live.calls, { index, tool, args });
      this.#options.show({ ...this.#head('call_part'), index, tool, args });
    }
    return ranAway && { kind: 'ranAway', ranAway };
  }

  #goesBeyond(what: 'saying' | 'thinking' | 'arguments' | 'parts', text: string): boolean {
    this.#characters[what] += text.length;
    return this.#characters[what] > MAX_REPLY_CHARACTERS;
  }

  /** True when nothing was said, thought or called. */
  get isEmpty(): boolean {
    return this.#toolCalls.length === 0 && this.live.segments.every(({ text }) => text === '');
  }

  /** The output in the order of arrival: thinking, saying and calls. `isCut`: the provider broke it off (SPEC 10.7). */
  facts({ isCut = false } = {}): readonly Fact[] {
    const { segments } = this.live;
    const { genseq, dialect, names, newId, reading } = this.#options;
    if (this.#open?.segment === 'saying') this.#said.add(this.#open, this.#open.text);
    this.#said.close();
    const endsInCall = this.#toolCalls.some(({ at }) => at === segments.length);
    const ended = isCut && !endsInCall ? segments.at(-1) : undefined;
    return replyFacts({
      ...{ genseq, dialect, names, newId, reading, segments, toolCalls: this.#toolCalls },
      cut: ended && (this.#said.endOf(ended) as OpenSegment),
      partsOf: this.#said.of,
    });
  }

  /** All that came, joined. */
  text(): string {
    return [
      ...this.live.segments.map(({ text }) => text),
      ...this.#toolCalls.flatMap(({ name, args }) => [name, args]),
    ].join('');
  }

  /** The text of one kind, joined. */
  textOf(kind: StreamSegmentKind): string {
    return this.live.segments.map(({ segment, text }) => (segment === kind ? text : '')).join('');
  }

  /** The arguments of a tool call, as the model wrote them. */
  argsOf(tool: string): string | undefined {
    return this.#toolCalls.find(({ name }) => name === tool)?.args;
  }

  /** The kept part of an incomplete generation: shown, marked, never sent to the model again (SPEC 10.3). */
  cutFacts(): Fact[] {
    const { genseq, isAside } = this.#options;
    if (isAside) return [];
    return this.live.segments
      .filter(({ text }) => text !== '')
      .map(({ segment, text }): Fact => {
        if (segment === 'thinking') return { kind: 'assistantThought', genseq, text, cut: true };
        return { kind: 'assistantSaid', genseq, parts: [{ kind: 'prose', text }], cut: true };
      });
  }

  #head<T extends string>(type: T) {
    const { dialog, genseq } = this.#options;
    return { type, rootId: dialog.rootId, selfId: dialog.selfId, genseq };
  }

  #broken(event: { kind: string; segment: string; source?: string }): StreamEnd {
    const open = this.#open ? `while ${this.#open.segment} is open` : 'while nothing is open';
    const source = event.source === undefined ? '' : ` (provider event: ${event.source})`;
    return { kind: 'broken', message: `${event.kind} of ${event.segment} came ${open}${source}` };
  }
}

const millions = MAX_REPLY_CHARACTERS / 1e6;

/** How the stream ends when the reply holds more than it may. */
const beyond = {
  saying: endBeyond(`the model said more than ${millions} million characters in one reply`),
  thinking: endBeyond(`the model thought more than ${millions} million characters in one reply`),
  arguments: endBeyond(`the arguments of the tool calls of one reply have more than ${millions} million characters`),
  segments: endBeyond(`the reply changes between thinking and saying more than ${MAX_REPLY_SEGMENTS} times`),
  calls: endBeyond(`the reply has more than ${MAX_REPLY_CALLS} tool calls and tellasks`),
} as const;

function endBeyond(message: string): StreamEnd {
  return { kind: 'failed', failure: tooLarge(message) };
}
