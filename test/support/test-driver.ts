// A whole driver on files in memory, with a scripted model, a counting clock and counting ids, so that every history is
// exact. `restart` begins anew from the files, as after a crash.

import type { AgentId, DialogId, DialogRef, RootId } from '../../src/core/base/ids.ts';
import { workLanguage } from '../../src/core/base/language.ts';
import { type DomainFile, readDomain } from '../../src/core/belief/domain/domain-file.ts';
import type { EntityLookup } from '../../src/core/belief/values/fit-entities.ts';
import { pausesInMemory } from '../../src/core/dialog/pauses.ts';
import type { CourseRecord, RecordOf } from '../../src/core/dialog/record.ts';
import type { RootIdentity } from '../../src/core/dialog/record-parts.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { Outcome } from '../../src/core/facts/trouble.ts';
import { closingPart } from '../../src/core/prompt/closing-part.ts';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import type { Surroundings } from '../../src/core/prompt/words/words.ts';
import type { ContextLimits } from '../../src/core/spending/context-health.ts';
import type { Prices } from '../../src/core/spending/cost.ts';
import type { TreeCap } from '../../src/core/spending/spending.ts';
import type { Dialect } from '../../src/core/team/dialect.ts';
import { dialectFor, type Member, type Team } from '../../src/core/team/team.ts';
import { Driver } from '../../src/driver/driver.ts';
import type { Dialog, DriverMinds, DriverPorts, Tree } from '../../src/driver/driver-context.ts';
import { createFeed, type Feed } from '../../src/driver/feed.ts';
import { createScheduler } from '../../src/driver/generate/scheduler.ts';
import type { Timers } from '../../src/driver/generate/silence.ts';
import type { Defer } from '../../src/driver/index-writer.ts';
import { createRoot } from '../../src/driver/intents/create-root.ts';
import { answerQuestion, continueDialogs, say } from '../../src/driver/intents/intents.ts';
import type { OpenMode } from '../../src/driver/open-mode.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { Patience } from '../../src/llm/failures/patience.ts';
import type { LlmProvider } from '../../src/llm/provider.ts';
import type { Files } from '../../src/store/disk-files.ts';
import { openCourseFiles } from '../../src/store/files/courses/course-files.ts';
import type { CourseFiles } from '../../src/store/files/courses/course-files-api.ts';
import { dialogsInFiles } from '../../src/store/files/dialogs.ts';
import { openRootsFile } from '../../src/store/files/roots-index.ts';
import { beliefTools } from '../../src/tools/minds/belief-tools.ts';
import { callTools } from '../../src/tools/minds/call-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { seeded } from '../chaos/seeded.ts';
import { byPerson } from './by-person.ts';
import { createLateStore, type LateStore } from './late-store.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import { createScriptedLlm, type Script } from './scripted-llm.ts';
import { sealsOf } from './seals.ts';

export interface TestDriverOptions {
  readonly script: Script;
  readonly members?: readonly (string | (Partial<Omit<Member, 'id'>> & { id: string }))[];
  readonly dialect?: Dialect;
  readonly tools?: readonly Tool[];
  /** Whether the model of a member takes tools; absent: each does. */
  readonly takesTools?: (member: Member) => boolean;
  readonly pushMax?: number;
  readonly diligence?: string;
  readonly limits?: { readonly depth: number; readonly subdialogs: number };
  readonly concurrency?: number;
  readonly files?: MemoryFiles;
  /** How large course files seem to be, by the number of the course. */
  readonly courseBytes?: (course: number) => number;
  /** Another name is another machine. */
  readonly machine?: string;
  readonly isUntrusted?: boolean;
  /** What the process does; absent: it drives. */
  readonly mode?: OpenMode;
  /** Others may drive what this one does not. */
  readonly othersDrive?: true;
  /** What the store sees of `files`: a faulty disk, say. */
  readonly disk?: (files: MemoryFiles) => Files;
  /** The store is never late: the test is of what files sync, and when. */
  readonly storesAtOnce?: true;
  /** The store is late in any case. */
  readonly storesLate?: true;
  readonly provider?: LlmProvider;
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** What the clock says instead, given the true time in epoch milliseconds. */
  readonly clock?: (now: number) => number;
  readonly patience?: Patience;
  /** For how long a model stays silent; absent: time stands still. */
  readonly timers?: Timers;
  readonly contextLimits?: ContextLimits;
  /** Resolves when a model was found; absent: it is there at once. */
  readonly choosing?: Promise<void>;
  readonly prices?: Prices;
  readonly treeCap?: TreeCap;
  /** Which files there are, for the dialogue state; absent: nobody knows. */
  readonly lookUp?: EntityLookup;
  /** Texts of domain files by name. */
  readonly domains?: Readonly<Record<string, string>>;
  /** In place of the built-in minds, whose system message is the word `system`. */
  readonly minds?: Partial<DriverMinds>;
  readonly isShort?: (member: Member) => boolean;
  readonly lookAround?: () => Promise<Surroundings>;
  /** Told when files are to be looked at anew. */
  readonly onRenew?: () => void;
  /** The text of `bearinmind/acceptance.md`. */
  readonly acceptance?: () => string;
  /** What the files are, and which there are; absent: it cannot be told. */
  readonly workspace?: Pick<DriverPorts, 'workTree' | 'fileThere'>;
  /** When lists and index files are written; absent: in the next microtask. */
  readonly defer?: Defer;
}

/** Whether stores are late (`late-stores.ts`), and who is told of what left the process before it was stored. */
export const isLate: { seed?: number; onViolation: (what: string) => void } = { onViolation: () => {} };

export interface StartOptions {
  readonly noDiligence?: boolean;
  readonly domain?: string;
  readonly taskDocPath?: string;
  readonly schedule?: RootIdentity['schedule'];
}

export interface TestDriver {
  readonly driver: Driver;
  readonly files: MemoryFiles;
  readonly llm: ReturnType<typeof createScriptedLlm>;
  readonly events: FeedEvent[];
  /** What is on the files, read at once. */
  readonly courses: CourseFiles;
  /** The late store, if it is one. */
  readonly late: LateStore | undefined;
  /** Starts a root of the first member with a message, and drives it until nothing can go on. */
  start(text: string, options?: StartOptions): Promise<Tree>;
  /** The same without waiting. */
  launch(text: string, options?: StartOptions): Tree;
  /** Answers the oldest open question whose headline has `about` in it, and drives on. */
  answer(tree: Tree, content: string, about?: string): Promise<void>;
  /** Says something to a dialog (absent: the root) and drives on. */
  say(tree: Tree, content: string, dialog?: Dialog): Promise<void>;
  /** Resumes everything and drives on. */
  goOn(tree: Tree): Promise<void>;
  /** The tree of the only root on the files, loaded. */
  onlyTree(): Promise<Tree>;
  /** The tree as text, every course of every dialog. */
  transcript(tree: Tree): string;
  /** Another driver on the same files, as after a crash at this moment. */
  restart(script?: Script, at?: Pick<TestDriverOptions, 'machine' | 'isUntrusted'>): TestDriver;
  /** Lets go of what it has open on its disk. */
  close(): void;
}

export function createTestDriver(options: TestDriverOptions): TestDriver {
  const files = options.files ?? createMemoryFiles();
  const disk = options.disk?.(files) ?? files;
  const llm = createScriptedLlm(options.script);
  const events: FeedEvent[] = [];
  const feed = createFeed(error => {
    throw error;
  });
  feed.subscribe(event => events.push(event));
  const courses = openCourseFiles({ rtws: '/rtws', files: disk, readOnly: false });
  const inner = dialogsInFiles(courses);
  const roots = openRootsFile({ rtws: '/rtws', files: disk, readOnly: false });
  const seed = options.storesAtOnce ? undefined : (isLate.seed ?? (options.storesLate && 1));
  const late = seed === undefined ? undefined : createLateStore(inner, seeded(seed));
  const watched = watchEffects(late, feed, rootId => driver.loaded().find(tree => tree.rootId === rootId));
  const team = teamOf(options);
  const texts = promptTexts('en');
  let waited = 0;
  const { courseBytes } = options;
  if (courseBytes) courses.courseBytes = (_, course) => courseBytes(course);
  const driver = new Driver({
    rtws: '/rtws',
    store: late?.store ?? inner,
    roots,
    feed,
    scheduler: createScheduler(
      () => options.concurrency ?? 100,
      pausesInMemory(() => waited),
    ),
    minds: {
      team: () => team,
      texts: () => texts,
      closingPart: input => closingPart(input, workLanguage('en')),
      systemParts: () => ({ fixed: [{ id: 'all', title: '', text: 'system' }], open: [] }),
      domain: name => domainOf(options, name),
      renew: () => options.onRenew?.(),
      openGoals: () => [],
      acceptance: () => options.acceptance?.() ?? '',
      diligence: () => ({ kind: 'text', text: options.diligence ?? 'Go on.', source: 'built-in', language: 'en' }),
      ...options.minds,
    },
    tools: {
      ...shellOf(options.tools),
      toolsFor: (_, { belief, identity }) =>
        [
          ...(identity.dialect === 'tools' ? callTools : []),
          ...(options.tools ?? []),
          ...(belief ? beliefToolsOf(options) : []),
        ].map(watched.tool),
    },
    chooseModel() {
      const chosen = {
        kind: 'model',
        provider: watched.provider(options.provider ?? llm),
        ...(options.contextLimits && { limits: options.contextLimits }),
        ...(options.patience && { patience: options.patience }),
        ...(options.prices && { prices: options.prices }),
      } as const;
      return options.choosing ? options.choosing.then(() => chosen) : Promise.resolve(chosen);
    },
    ...(options.takesTools && { takesTools: options.takesTools }),
    ...(options.isShort && { isShort: options.isShort }),
    ...(options.lookAround && { lookAround: options.lookAround }),
    ...options.workspace,
    seals: sealsOf(options.machine ?? 'here'),
    ...(options.isUntrusted && { isUntrusted: true }),
    ...(options.othersDrive && { othersDrive: () => true }),
    now: countingClock(files, options.clock),
    treeCap: () => options.treeCap ?? {},
    ...(options.lookUp && { lookUp: options.lookUp }),
    random: () => 0,
    newId: countingIds(files),
    async delay(ms, signal) {
      await options.delay?.(ms, signal);
      waited += ms;
    },
    timers: options.timers ?? noTimers,
    defer: options.defer ?? ((work, when) => when !== 'retry' && queueMicrotask(work)),
    log: { info: () => {}, error: () => {} },
    limits: options.limits ?? { depth: 8, subdialogs: 64 },
    mode: options.mode ?? 'drive',
  });
  const launch: TestDriver['launch'] = (
    text,
    { noDiligence = options.pushMax === undefined, domain, taskDocPath, schedule } = {},
  ) => {
    const agentId = [...team.members.keys()][0] as AgentId;
    const tree = createRoot(driver, {
      agentId,
      dialect: dialectFor(team, agentId),
      mode: 'chat',
      noDiligence,
      ...(domain !== undefined && { domain }),
      ...(taskDocPath !== undefined && { taskDocPath }),
      ...(schedule && { schedule }),
    });
    must(say(driver, rootOf(tree), { msgId: driver.ctx.newId(), content: text }));
    return tree;
  };
  return {
    driver,
    files,
    llm,
    events,
    courses,
    late,
    launch,
    async start(text, how) {
      const tree = launch(text, how);
      await driver.quiet(tree);
      return tree;
    },
    async answer(tree, content, about = '') {
      const question = questionsOf(tree).find(({ tellaskHead }) => tellaskHead.includes(about));
      if (!question) throw new Error(`no question about '${about}' is open`);
      must(answerQuestion(driver, tree, { questionId: question.id, content, msgId: driver.ctx.newId(), by: byPerson }));
      await driver.quiet(tree);
    },
    async say(tree, content, dialog = rootOf(tree)) {
      must(say(driver, dialog, { msgId: driver.ctx.newId(), content }));
      await driver.quiet(tree);
    },
    async goOn(tree) {
      continueDialogs(driver, tree, [...tree.dialogs.values()]);
      await driver.quiet(tree);
    },
    async onlyTree() {
      const [rootId] = (await driver.ctx.store.listRoots()).keys();
      const tree = rootId && (await driver.tree(rootId));
      if (!tree) throw new Error('there is no root');
      return tree;
    },
    transcript: tree => transcriptText(tree, dialog => coursesOf(courses, dialog)),
    restart: (script = options.script, at = {}) =>
      createTestDriver({ ...options, ...at, script, files: createMemoryFiles(new Map(files.texts)) }),
    close() {
      courses.close();
      roots.close();
    },
  };
}

/** Tells of every effect that happens before the records that led to it are stored. */
function watchEffects(late: LateStore | undefined, feed: Feed, treeOf: (rootId: RootId) => Tree | undefined) {
  if (!late) return { tool: (tool: Tool) => tool, provider: (provider: LlmProvider) => provider };
  const check = (rootId: RootId, record: CourseRecord | undefined, what: string) => {
    if (!late.isStored(rootId, record?.n)) isLate.onViolation(`${what} before record ${record?.n} (${record?.kind})`);
  };
  const newest = ({ rootId, selfId }: DialogRef, is: (record: CourseRecord) => boolean) =>
    treeOf(rootId)?.dialogs.get(selfId)?.records.findLast(is);
  feed.subscribe(event => {
    if (event.type === 'recorded') check(event.rootId, event.record, 'shown');
  });
  return {
    tool: (tool: Tool): Tool => ({
      ...tool,
      call(args, context, signal) {
        const { identity } = context.state;
        const started = newest(identity, each => each.kind === 'toolStarted' && each.callId === context.callId);
        check(identity.rootId, started, `${tool.spec.name} called`);
        return tool.call(args, context, signal);
      },
    }),
    provider: (provider: LlmProvider): LlmProvider => ({
      ...provider,
      stream(request, signal) {
        const cause = request.purpose?.kind === 'internal' ? 'turnEnded' : 'generationStarted';
        const ref = request.origin as object as DialogRef;
        const started = newest(ref, ({ kind }) => kind === cause);
        check(ref.rootId, started, 'model asked');
        return provider.stream(request, signal);
      },
    }),
  };
}

function shellOf(tools: readonly Tool[] = []) {
  const shell = tools.find(({ spec }) => spec.name === 'run_shell');
  return shell ? { shell } : {};
}

function beliefToolsOf(options: TestDriverOptions): readonly Tool[] {
  return beliefTools({
    context(name) {
      const { domain } = domainOf(options, name);
      return domain && { domain };
    },
  });
}

const readDomains = new Map<string, DomainFile>();

function domainOf({ domains }: TestDriverOptions, name: string): DomainFile {
  const text = domains?.[name] ?? '';
  const read = readDomains.get(text) ?? readDomain(text, `${name}.yaml`);
  readDomains.set(text, read);
  return read;
}

function must(outcome: Outcome<object>): void {
  if (!outcome.ok) throw new Error(`refused: ${outcome.why.id}`);
}

function coursesOf(courses: CourseFiles, { ref, state, records }: Dialog): readonly CourseRecord[] {
  const earlier = Array.from({ length: state.course - 1 }, (_, index) => courses.readCourse(ref, index + 1));
  return [...earlier.flatMap(course => course ?? []), ...records];
}

function teamOf({
  members = ['lead', 'researcher', 'coder'],
  dialect = 'tellask',
  pushMax = 0,
}: TestDriverOptions): Team {
  const entries = members.map((given): Member => {
    const { id, ...rest } = typeof given === 'string' ? { id: given } : given;
    const defaults = { name: id, diligencePushMax: pushMax, fbr: { effort: 1, tools: true }, hidden: false };
    return { ...defaults, ...rest, id: id as AgentId };
  });
  const first = entries[0] as Member;
  return { dialect, members: new Map(entries.map(member => [member.id, member])), defaultResponder: first.id };
}

const noTimers: Timers = { now: () => 0, after: () => () => {} };

/** Ids and times go on from what the files hold, so that a restart never makes an id twice. */
const counters = new WeakMap<MemoryFiles, { ids: number; ticks: number }>();

function counterOf(files: MemoryFiles) {
  const counter = counters.get(files) ?? { ids: newestId(files), ticks: newestId(files) * 10 };
  counters.set(files, counter);
  return counter;
}

function newestId({ texts }: MemoryFiles): number {
  const ids = [...texts.values()].flatMap(text =>
    [...text.matchAll(/"id-(\d{6})/g)].map(([, digits]) => Number(digits)),
  );
  return ids.reduce((newest, id) => Math.max(newest, id), 0);
}

function countingIds(files: MemoryFiles): () => string {
  const counter = counterOf(files);
  return () => `id-${String(++counter.ids).padStart(6, '0')}`;
}

function countingClock(files: MemoryFiles, shown = (now: number) => now): () => number {
  const counter = counterOf(files);
  return () => shown(Date.UTC(2026, 0, 1) + ++counter.ticks * 1000);
}

/** The dialogs of a member, in the order of their creation. */
export function dialogsOf(tree: Tree, agentId: string): Dialog[] {
  return [...tree.dialogs.values()]
    .filter(({ state }) => state.identity.agentId === agentId)
    .sort((a, b) => (a.ref.selfId < b.ref.selfId ? -1 : 1));
}

/**
 * A whole tree as text: what each dialog recorded, with ids replaced by member names. Golden transcripts are made of
 * it.
 */
export function transcriptText(
  tree: Tree,
  recordsOf: (dialog: Dialog) => readonly CourseRecord[] = dialog => dialog.records,
): string {
  const names = new Map<DialogId, string>();
  const counts = new Map<string, number>();
  const dialogs = [...tree.dialogs.values()].sort((a, b) => (a.ref.selfId < b.ref.selfId ? -1 : 1));
  for (const { ref, state } of dialogs) {
    const { agentId } = state.identity;
    const count = (counts.get(agentId) ?? 0) + 1;
    counts.set(agentId, count);
    names.set(ref.selfId, count === 1 ? agentId : `${agentId}-${count}`);
  }
  const registry = [...tree.registry].map(([key, selfId]) => `registered ${key}: ${names.get(selfId)}\n`);
  return [...dialogs.map(dialog => dialogText(dialog, recordsOf(dialog), names)), ...registry].join('\n');
}

function dialogText(dialog: Dialog, records: readonly CourseRecord[], names: ReadonlyMap<DialogId, string>): string {
  const lines = records.flatMap(record => lineOf(record as RecordOf<never>, names) ?? []);
  return [`== ${names.get(dialog.ref.selfId)}`, ...lines, ''].join('\n');
}

type AnyRecord = Dialog['records'][number];

function lineOf(record: AnyRecord, names: ReadonlyMap<DialogId, string>): string | undefined {
  const one = (text: string) => text.trim().replaceAll('\n', ' ⏎ ');
  const name = (id: DialogId) => names.get(id) ?? '?';
  switch (record.kind) {
    case 'dialogCreated':
      return (
        record.call &&
        `tellasked by ${name(record.call.callerDialogId)}: ${one(record.call.headline)} ${one(record.call.body)}`.trim()
      );
    case 'courseStarted':
      return `course ${record.course} (${record.reason}): ${one(record.prompt)}`;
    case 'callReceived':
      return `${record.call.callKind} from ${name(record.call.callerDialogId)}: ${one(record.call.headline)} ${one(record.call.body)}`.trim();
    case 'userSaid':
      return `person: ${one(record.content)}`;
    case 'messageQueued':
      return `queued: ${one(record.content)}`;
    case 'queuedChanged':
      return `changes a queued message: ${one(record.content)}`;
    case 'queuedRemoved':
      return 'removes a queued message';
    case 'assistantThought':
      return `thinks: ${one(record.text)}`;
    case 'assistantSaid':
      return record.parts
        .filter(part => part.kind === 'tellask' || part.text.trim() !== '')
        .map(part =>
          part.kind === 'prose'
            ? `says${record.cut ? ' (cut)' : ''}: ${one(part.text)}`
            : `tellasks: ${one(part.headline)} ${one(part.body)}`.trim(),
        )
        .join('\n');
    case 'toolCalled':
      return `calls ${record.name} ${record.args}`;
    case 'toolReturned':
      return `tool ${record.ok ? 'returns' : 'fails'}: ${one(record.content)}`;
    case 'tellaskMade':
      return `waits ${record.callKind} for ${record.targets.map(name).join(', ')}`;
    case 'tellaskRefused':
      return `refused ${record.reason}`;
    case 'responseSupplied':
      return `${record.ok ? 'answer' : 'failure'} from ${name(record.from)}: ${one(record.content)}`;
    case 'responseGiven':
      return `gives ${name(record.to)}: ${one(record.content)}`;
    case 'assignmentDropped':
      return `dropped: ${record.reason}`;
    case 'questionAsked':
      return `asks (${record.questionKind}): ${one(record.headline)} ${one(record.body)}`.trim();
    case 'questionAnswered':
      return `person answers: ${one(record.content)}`;
    case 'questionClosed':
      return `question closed: ${record.reason}`;
    case 'diligencePushed':
      return `pushed, ${record.left} left`;
    case 'autoSaid':
      return `auto (${record.reason})`;
    case 'interrupted':
      return `interrupted: ${record.code}`;
    case 'generationStarted':
    case 'toolStarted':
      return undefined;
    case 'generationEnded':
      return record.outcome === 'complete' ? undefined : `generation ${record.outcome}`;
    case 'remindersSet':
      return `reminders: ${record.reminders.map(one).join(' | ')}`;
    default:
      return record.kind;
  }
}
