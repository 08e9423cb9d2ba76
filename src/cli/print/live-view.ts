// The output while a tree is driven: the root's text as it streams, and a line for each event of the tree.

import { assertNever } from '../../core/base/assert.ts';
import type { AgentId, CallId, DialogId } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import { MAX_ROUNDS } from '../../core/belief/belief-progress.ts';
import { isDismissal } from '../../core/dialog/dismissal.ts';
import type { CourseRecord, Fact, RecordOf } from '../../core/dialog/record.ts';
import { saidText } from '../../core/dialog/transcript/transcript-blocks.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import { brokenOff } from '../../core/spending/call-figures.ts';
import { subjectOf, withoutMention } from '../../core/tellask/title.ts';
import type { LiveWords } from '../../words/command-line.ts';
import { shorten } from './output.ts';
import type { Progress } from './progress.ts';
import type { Screen } from './screen.ts';

/** Shows one event after the other. */
export interface EventView {
  show(event: FeedEvent): void;
  /** Ends the view, with the last line complete. */
  end(): void;
}

interface LiveViewOptions {
  readonly screen: Screen;
  readonly words: LiveWords;
  /** The members of existing dialogs; those of new dialogs are added. */
  readonly agents: Map<DialogId, AgentId>;
  /** Absent where no tree is drawn. */
  readonly progress?: Progress;
  /** Whether chunks are printed as they arrive; with several roots at once, whole messages are. */
  readonly streams: boolean;
}

/** The view for people. */
export function createLiveView({ screen, words, agents, progress, streams }: LiveViewOptions): EventView {
  const streamed = new Set<string>();
  const leftOut = new Map<DialogId, number>();
  const estimated = new Set<string>();
  const tools = new Map<CallId, string>();
  /** Whether the running generation of a dialog said or called something. */
  const hasActed = new Map<DialogId, boolean>();
  let isScripted = false;
  let isDrafting = false;

  const nameOf = (selfId: DialogId): string => agents.get(selfId) ?? selfId;
  const setBusy = (selfId: DialogId, what: string | undefined) => progress?.does(selfId, what);
  const showRecord = (event: FeedEvent & { type: 'recorded' }) => {
    const { record, selfId } = event;
    if (record.kind === 'dialogCreated' || record.kind === 'courseStarted') agents.set(selfId, record.identity.agentId);
    if (record.kind === 'assistantSaid' && isRootRef(event) && !streamed.has(generationKey(selfId, record.genseq))) {
      screen.say(saidText(record.parts));
      screen.endSaying();
    }
    if (record.kind === 'generationStarted') {
      setBusy(selfId, words.thinks);
      hasActed.set(selfId, false);
    }
    if (record.kind === 'toolCalled' || (record.kind === 'assistantSaid' && saidText(record.parts).trim() !== ''))
      hasActed.set(selfId, true);
    if (record.kind === 'toolStarted') setBusy(selfId, words.uses(tools.get(record.callId) ?? ''));
    if (record.kind === 'toolCalled') tools.set(record.callId, record.name);
    if (record.kind === 'toolReturned' || record.kind === 'interrupted') setBusy(selfId, undefined);
    isDrafting ||= record.kind === 'draftRunAsked';
    if (record.kind === 'turnBegan' || record.kind === 'predictionUnread') setBusy(selfId, undefined);
    if (record.kind === 'generationEnded' || record.kind === 'draftStepped') {
      setBusy(selfId, undefined);
      if (record.model === 'playbook' && !isScripted) screen.note(words.scripted);
      isScripted ||= record.model === 'playbook';
      if (record.estimate) tellEstimated(nameOf(selfId));
    }
    if (record.kind === 'generationEnded') {
      tellLeftOut(selfId, record.imagesLeftOut ?? 0);
      const isWhole = record.outcome === 'complete' && !brokenOff(record.finish);
      if (isWhole && hasActed.get(selfId) === false) screen.note(words.saysNothing(nameOf(selfId)));
    }
    const line = progressLine(record, nameOf(selfId), words);
    if (line !== undefined) screen.note(line);
    progress?.changed();
  };

  /** Every request of a course contains its images again: they are reported once. */
  const tellLeftOut = (selfId: DialogId, count: number) => {
    if (count <= (leftOut.get(selfId) ?? 0)) return;
    leftOut.set(selfId, count);
    screen.note(words.imagesLeftOut(nameOf(selfId), count));
  };

  const tellEstimated = (name: string) => {
    if (estimated.has(name)) return;
    estimated.add(name);
    screen.note(words.usageEstimated(name));
  };

  return {
    show(event) {
      const { selfId } = event;
      switch (event.type) {
        case 'recorded':
          return showRecord(event);
        case 'segment_start':
          return setBusy(selfId, event.segment === 'thinking' ? words.thinks : words.writes);
        case 'chunk':
          // A mind writes YAML; its drafts are shown when they are whole.
          if (!streams || isDrafting || event.segment !== 'saying' || !isRootRef(event)) return;
          streamed.add(generationKey(selfId, event.genseq));
          return screen.say(event.text);
        case 'segment_finish':
          return isRootRef(event) ? screen.endSaying() : undefined;
        case 'retrying': {
          const seconds = Math.ceil(event.inMs / 1000);
          const activity = words.triesAgain(seconds);
          setBusy(selfId, activity);
          return screen.note(`${words.by(nameOf(selfId), activity)} (${shorten(event.reason, 80)})`);
        }
        case 'no_reply': {
          const { seconds } = event;
          const activity = seconds > 0 ? words.noReply(seconds) : words.thinks;
          setBusy(selfId, activity);
          // A line for each minute is enough where no tree is drawn.
          return seconds > 0 && seconds % 60 === 0 ? screen.note(words.by(nameOf(selfId), activity)) : undefined;
        }
        case 'stream_error_evt':
          return screen.note(words.streamError(nameOf(selfId), shorten(event.message, 120)));
        case 'call_part':
        case 'tool_output':
        case 'questions_count_update':
        case 'root_changed':
          return;
        default:
          assertNever(event);
      }
    },
    end() {
      progress?.end();
      screen.endSaying();
    },
  };
}

function generationKey(selfId: DialogId, genseq: number): string {
  return `${selfId} ${genseq}`;
}

/** A record in one line for an observer; undefined for most records. */
function progressLine(record: CourseRecord, name: string, words: LiveWords): string | undefined {
  const line = progressLines[record.kind] as LineOf<Fact['kind']> | undefined;
  return line?.(record, name, words);
}

type LineOf<K extends Fact['kind']> = (record: RecordOf<K>, name: string, words: LiveWords) => string | undefined;
type ProgressLines = { readonly [K in Fact['kind']]?: LineOf<K> };

const progressLines: ProgressLines = {
  courseStarted: ({ course }, name, words) => words.courseBegins(name, course),
  dialogCompleted: (_, name, words) => words.isDone(name),
  generationEnded({ finish }, name, words) {
    const why = brokenOff(finish);
    return why && words.isBrokenOff(name, why);
  },
  toolCalled: ({ name: tool, args }, name, words) =>
    words.by(name, `${words.uses(tool)} ${shorten(args, 60)}`.trimEnd()),
  toolReturned: ({ ok, content, exitCode }, name, words) => {
    if (ok) return undefined;
    return exitCode === undefined ? words.isRefused(name, shorten(content, 90)) : words.exits(name, exitCode);
  },
  callReceived: ({ call }, name, words) => words.asks(call.callerAgentId, name, shorten(subjectOf(call), 80)),
  dialogCreated: ({ call }, name, words) => call && words.asks(call.callerAgentId, name, shorten(subjectOf(call), 80)),
  tellaskRefused: ({ message }, name, words) => words.asksInVain(name, shorten(message, 90)),
  responseSupplied: (record, name, words) =>
    isDismissal(record) ? words.callEnded(record.agentId) : words.answers(record.agentId, name, record.ok),
  questionAsked: (question, name, words) =>
    words.asksYou(name, question.questionKind === 'permission', shorten(withoutMention(question.headline), 80)),
  questionClosed: (record, name, words) => words.questionClosed(name, record),
  diligencePushed: ({ left }, name, words) => words.keepGoing(name, left),
  draftStepped: ({ draft, thoughts }, name, words) =>
    draft ? words.offersDraft(name, draft.id) : words.thinksOn(name, thoughts.length),
  turnBegan: ({ turn, by, commands }, name, words) =>
    by === 'person' && commands.length > 0
      ? words.turn(name, turn, shorten(commands.map(command => JSON.stringify(command)).join(' '), 90))
      : undefined,
  predictionUnread: ({ problem }, name, words) => words.predictionUnread(name, shorten(problem, 80)),
  keptGoing: ({ round }, name, words) => words.goesOnAlone(name, round, MAX_ROUNDS),
  autoSaid: ({ reason }, name, words) => words.automatic(name, reason),
};
