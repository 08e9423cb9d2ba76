// The ledger of a course: what the runtime knows for certain and the next course opens with (SPEC 23.11). A fold over
// the records of one course, which begins with the ledger that this course opened with. Pure.

import type { CallId } from '../../base/ids.ts';
import { beginningOf } from '../../text/bytes.ts';
import { type FileChange, netChanges } from '../file-changes.ts';
import { ownOption } from '../own-options.ts';
import { readPermission } from '../permission.ts';
import type { CourseRecord, RecordOf } from '../record.ts';
import type { InboundCall } from '../record-parts.ts';
import type { Frame } from '../state.ts';
import type { Ledger, LedgerEntry } from '../state-shape.ts';

/** The ledger after these records, the oldest facts first. `course` is theirs; a part of a course has a ledger, too. */
export function ledgerOf(records: readonly CourseRecord[], course: number): Ledger {
  const fold = new LedgerFold(course);
  for (const record of records) fold.add(record);
  return fold.ledger();
}

type Answer = NonNullable<LedgerEntry['answers']>[number];
type Entry = { -readonly [K in keyof Omit<LedgerEntry, 'answers'>]: LedgerEntry[K] } & { answers?: Answer[] };

/** Bytes and lines of a teammate's answer, bytes of the person's, and of the call and the output of a failure. */
const ANSWER = { bytes: 600, lines: 8 };
const PERSONS_ANSWER = 2_000;
const FAILED_ARGS = 300;
const FAILED_OUTPUT = { bytes: 1_000, lines: 12 };

class LedgerFold {
  readonly #course: number;
  #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #dropped = new Set<Entry>();
  /** Entries that no reply has followed yet. */
  #fresh: Entry[] = [];
  /** Headlines of calls that were said and may be dispatched. */
  readonly #headlines = new Map<CallId, string>();
  readonly #questions = new Map<string, RecordOf<'questionAsked'>>();
  readonly #tools = new Map<CallId, { readonly tool: string; readonly args: string }>();
  #changes: FileChange[] = [];
  #failure: Ledger['failure'];
  #leftOut = 0;

  constructor(course: number) {
    this.#course = course;
  }

  ledger(): Ledger {
    const failure = this.#failure;
    const net = netChanges(this.#changes.map(change => ({ owner: undefined, change })));
    return {
      entries: this.#entries.filter(entry => !this.#dropped.has(entry)),
      files: net.map(({ path, before, after }) => ({ path, ...(before && { before }), ...(after && { after }) })),
      ...(failure && { failure }),
      ...(this.#leftOut > 0 && { leftOut: this.#leftOut }),
    };
  }

  add(record: CourseRecord): void {
    switch (record.kind) {
      case 'courseStarted':
        this.#takeOver(record);
        return;
      case 'dialogCreated':
      case 'callReceived':
        this.#assigned(record.call);
        return;
      case 'assignmentDropped':
        this.#drop(record.callId);
        return;
      case 'responseGiven':
        this.#answer(record.callId, { ok: record.ok, text: firstLines(record.content) });
        return;
      case 'userSaid': {
        const images = (record.images ?? []).map(({ name }) => `[${name}]`);
        this.#hear([record.content, ...images].filter(text => text !== '').join('\n'));
        return;
      }
      case 'wasTold':
        this.#hear(record.content, record.by === 'person' ? undefined : record.callerAgentId);
        return;
      case 'assistantSaid':
        if (record.cut) return;
        for (const part of record.parts) if (part.kind === 'tellask') this.#headlines.set(part.callId, part.headline);
        return;
      case 'tellaskMade': {
        const { callId, agentId, instead } = record;
        if (instead !== undefined) this.#drop(instead);
        this.#open({ kind: 'call', who: agentId, text: headlineOf(this.#headlines.get(callId) ?? ''), id: callId });
        return;
      }
      case 'responseSupplied': {
        const { callId, agentId, ok, content } = record;
        if (!this.#byId.has(callId)) this.#open({ kind: 'call', who: agentId, text: '', id: callId });
        this.#renew(this.#answer(callId, { ok, text: firstLines(content) }));
        return;
      }
      case 'questionAsked':
        this.#questions.set(record.questionId, record);
        return;
      case 'questionAnswered':
        this.#answered(record);
        return;
      case 'questionClosed':
        this.#closed(record);
        return;
      case 'toolCalled':
        this.#tools.set(record.callId, { tool: record.name, args: record.args });
        return;
      case 'toolReturned':
        this.#returned(record);
        return;
      case 'filesChanged':
      case 'editsUndone':
      case 'editsRedone':
        this.#changes.push(...record.changes);
        return;
      case 'generationEnded':
        if (record.outcome === 'complete') this.#read();
        return;
      default:
    }
  }

  #takeOver({ ledger, carried }: RecordOf<'courseStarted'>): void {
    const { entries = [], files = [], failure, leftOut = 0 } = ledger ?? {};
    for (const { answers, ...entry } of entries) {
      const own: Entry = { ...entry, ...(answers && { answers: [...answers] }) };
      this.#keep(own);
      if (own.isNew) this.#fresh.push(own);
    }
    this.#changes = [...files];
    this.#failure = failure;
    this.#leftOut = leftOut;
    // Courses of earlier versions carry no ledger, and a long one leaves some out.
    for (const frame of carried.frames) this.#takeFrame(frame);
  }

  #takeFrame({ inbound, pending }: Frame): void {
    if (inbound && !this.#byId.has(inbound.callId)) this.#assigned(inbound);
    for (const { callId, agentId, headline } of pending) {
      if (!this.#byId.has(callId)) this.#open({ kind: 'call', who: agentId, text: headlineOf(headline), id: callId });
    }
  }

  #keep(entry: Entry): void {
    this.#entries.push(entry);
    if (entry.id !== undefined) this.#byId.set(entry.id, entry);
  }

  #open(entry: Omit<Entry, 'course'>): Entry {
    const own: Entry = { ...entry, course: this.#course };
    this.#keep(own);
    return own;
  }

  #assigned(call: InboundCall | undefined): void {
    if (call)
      this.#open({ kind: 'assignment', who: call.callerAgentId, text: headlineOf(call.headline), id: call.callId });
  }

  #hear(text: string, who?: string): void {
    if (text.trim() === '') return;
    this.#renew(this.#open({ kind: 'words', text, ...(who !== undefined && { who }) }));
  }

  #answer(id: string, answer: Answer): Entry | undefined {
    const entry = this.#byId.get(id);
    if (!entry) return undefined;
    entry.answers ??= [];
    entry.answers.push(answer);
    return entry;
  }

  #renew(entry: Entry | undefined): void {
    if (!entry) return;
    entry.isNew = true;
    this.#fresh.push(entry);
  }

  #read(): void {
    for (const entry of this.#fresh) delete entry.isNew;
    this.#fresh = [];
  }

  #drop(id: string): void {
    const entry = this.#byId.get(id);
    if (entry) this.#dropped.add(entry);
    this.#byId.delete(id);
  }

  /** The model reads of a permission as the result of its call, which no opening repeats. */
  #answered({ questionId, content }: RecordOf<'questionAnswered'>): void {
    const question = this.#questions.get(questionId);
    if (!question || !saysMore(question, content)) return;
    const text = beginningOf(content, PERSONS_ANSWER);
    const answers = [{ ok: true, text: text === content ? text : `${text} …` }];
    const entry = this.#open({ kind: 'question', text: headlineOf(question.headline), id: questionId, answers });
    if (question.questionKind !== 'permission') this.#renew(entry);
  }

  /** The end of the course closes questions, too, and the opening does not say that. */
  #closed({ questionId, reason, because }: RecordOf<'questionClosed'>): void {
    const question = this.#questions.get(questionId);
    if (question?.questionKind !== 'ask' || question.form) return;
    const answers = [{ ok: false, text: reason }];
    const entry = this.#open({ kind: 'question', text: headlineOf(question.headline), id: questionId, answers });
    if (because !== 'new-course') this.#renew(entry);
  }

  /** A call that failed counts until the same call works. */
  #returned({ callId, ok, content }: RecordOf<'toolReturned'>): void {
    const call = this.#tools.get(callId);
    if (!call) return;
    this.#tools.delete(callId);
    const args = beginningOf(call.args, FAILED_ARGS);
    const isSame = this.#failure?.tool === call.tool && this.#failure.args === args;
    if (!ok) this.#failure = { course: this.#course, tool: call.tool, args, text: edges(content) };
    else if (isSame) this.#failure = undefined;
  }
}

/**
 * Whether an answer says more than that the runtime may go on: options of its own questions are between it and the
 * person.
 */
function saysMore(question: RecordOf<'questionAsked'>, answer: string): boolean {
  if (question.form) return false;
  switch (question.questionKind) {
    case 'permission':
      return readPermission(question, answer).kind === 'refused';
    case 'ask':
    case 'plan':
    case 'clarify':
      return true;
    default:
      return ownOption(answer) === undefined;
  }
}

/** Without the name that it begins with in dialects of text. */
function headlineOf(headline: string): string {
  return headline.trim().replace(/^@\S+\s*/, '');
}

function firstLines(text: string): string {
  const whole = text.trim();
  const shown = beginningOf(whole.split('\n').slice(0, ANSWER.lines).join('\n'), ANSWER.bytes);
  return shown === whole ? whole : `${shown} …`;
}

/** The first line of an output, which says how the call ended, and its last lines, which say why. */
function edges(text: string): string {
  const { bytes, lines } = FAILED_OUTPUT;
  const [first = '', ...others] = text.trim().split('\n');
  const kept = others.slice(-lines);
  const head = beginningOf(first, bytes / 2);
  const tail = endOf(kept.join('\n'), bytes / 2);
  const isWhole = kept.length === others.length && head === first && tail === kept.join('\n');
  return [head, ...(isWhole ? [] : ['…']), tail].filter(part => part !== '').join('\n');
}

/** The end of a text in at most so many bytes, whatever its characters. */
function endOf(text: string, bytes: number): string {
  const turned = [...text.slice(-bytes)].reverse().join('');
  return [...beginningOf(turned, bytes)].reverse().join('');
}
