// What a person sees while a tree is driven: the root's sayings as they stream, and a line for each thing that the dialogs
// of the tree do.

import { assertNever } from '../core/assert.ts';
import { MAX_ROUNDS } from '../core/belief/tracked.ts';
import type { AgentId, CallId, DialogId } from '../core/dialog/ids.ts';
import { isRootRef } from '../core/dialog/ids.ts';
import type { CourseRecord, Fact, RecordOf } from '../core/dialog/record.ts';
import { saidText, withoutMention } from '../core/dialog/transcript-blocks.ts';
import type { FeedEvent } from '../core/feed-event.ts';
import { shorten } from './output.ts';
import type { Progress } from './progress.ts';
import type { Screen } from './screen.ts';

/** Shows one event after the other. */
export interface EventView {
  show(event: FeedEvent): void;
  /** Nothing comes any more: leaves whole lines behind. */
  end(): void;
}

interface LiveViewOptions {
  readonly screen: Screen;
  /** Who responds in dialogs that exist already; new ones announce themselves and are added. */
  readonly agents: Map<DialogId, AgentId>;
  /** Absent where no tree is drawn. */
  readonly progress?: Progress;
  /** Whether chunks are shown as they come; with several roots at once whole sayings are. */
  readonly streams: boolean;
}

/** The view for people. */
export function createLiveView({ screen, agents, progress, streams }: LiveViewOptions): EventView {
  const streamed = new Set<string>();
  const leftOut = new Map<DialogId, number>();
  const tools = new Map<CallId, string>();
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
    if (record.kind === 'generationStarted') setBusy(selfId, 'thinks');
    if (record.kind === 'toolStarted') setBusy(selfId, `uses ${tools.get(record.callId) ?? 'a tool'}`);
    if (record.kind === 'toolCalled') tools.set(record.callId, record.name);
    if (record.kind === 'toolReturned' || record.kind === 'interrupted') setBusy(selfId, undefined);
    isDrafting ||= record.kind === 'draftRunAsked';
    if (record.kind === 'turnBegan' || record.kind === 'predictionUnread') setBusy(selfId, undefined);
    if (record.kind === 'generationEnded' || record.kind === 'draftStepped') {
      setBusy(selfId, undefined);
      if (record.model === 'playbook' && !isScripted)
        screen.note('(scripted replies from a playbook, no model is used)');
      isScripted ||= record.model === 'playbook';
    }
    if (record.kind === 'generationEnded') tellLeftOut(selfId, record.imagesLeftOut ?? 0);
    const line = progressLine(record, nameOf(selfId));
    if (line !== undefined) screen.note(line);
    progress?.changed();
  };

  /** Every request of a course holds its images again: they are told of once. */
  const tellLeftOut = (selfId: DialogId, count: number) => {
    if (count <= (leftOut.get(selfId) ?? 0)) return;
    leftOut.set(selfId, count);
    screen.note(
      `the model of ${nameOf(selfId)} is not known to take images: ${count} ${count === 1 ? 'was' : 'were'} not sent (if it takes them, write \`images: true\` into .minds/llm.yaml)`,
    );
  };

  return {
    show(event) {
      const { selfId } = event;
      switch (event.type) {
        case 'recorded':
          return showRecord(event);
        case 'segment_start':
          return setBusy(selfId, event.segment === 'thinking' ? 'thinks' : 'writes');
        case 'chunk':
          // A mind writes YAML; its drafts are shown when they are whole.
          if (!streams || isDrafting || event.segment !== 'saying' || !isRootRef(event)) return;
          streamed.add(generationKey(selfId, event.genseq));
          return screen.say(event.text);
        case 'segment_finish':
          return isRootRef(event) ? screen.endSaying() : undefined;
        case 'retrying': {
          const seconds = Math.ceil(event.inMs / 1000);
          setBusy(selfId, `tries again in ${seconds} s`);
          return screen.note(`${nameOf(selfId)} tries again in ${seconds} s (${shorten(event.reason, 80)})`);
        }
        case 'no_reply': {
          const { seconds } = event;
          setBusy(selfId, seconds > 0 ? `waits: no reply for ${seconds} s` : 'thinks');
          // A line for each minute is enough where no tree is drawn.
          return seconds > 0 && seconds % 60 === 0
            ? screen.note(`${nameOf(selfId)} waits: no reply for ${seconds} s`)
            : undefined;
        }
        case 'stream_error_evt':
          return screen.note(`${nameOf(selfId)}: stream error: ${shorten(event.message, 120)}`);
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

/** What a record means to somebody who looks on, in one line; most records mean nothing to them. */
function progressLine(record: CourseRecord, name: string): string | undefined {
  const line = progressLines[record.kind] as ((record: CourseRecord, name: string) => string | undefined) | undefined;
  return line?.(record, name);
}

type ProgressLines = { readonly [K in Fact['kind']]?: (record: RecordOf<K>, name: string) => string | undefined };

const progressLines: ProgressLines = {
  courseStarted: ({ course }, name) => `${name} begins course ${course}`,
  dialogCompleted: (_, name) => `${name} is done`,
  toolCalled: ({ name: tool, args }, name) => `${name} uses ${tool} ${shorten(args, 60)}`.trimEnd(),
  toolReturned: ({ ok, content }, name) => (ok ? undefined : `${name} gets a refusal: ${shorten(content, 90)}`),
  callReceived: ({ call }, name) => `${call.callerAgentId} asks ${name}: ${shorten(withoutMention(call.headline), 80)}`,
  dialogCreated: ({ call }, name) =>
    call && `${call.callerAgentId} asks ${name}: ${shorten(withoutMention(call.headline), 80)}`,
  tellaskRefused: ({ message }, name) => `${name} asks in vain: ${shorten(message, 90)}`,
  responseSupplied: ({ agentId, ok }, name) => `${agentId} ${ok ? 'answers' : 'fails to answer'} ${name}`,
  questionAsked: ({ headline, questionKind }, name) =>
    `${name} asks ${questionKind === 'permission' ? 'for permission' : 'you'}: ${shorten(withoutMention(headline), 80)}`,
  questionClosed: ({ reason }, name) => `a question of ${name} is closed: ${shorten(reason, 60)}`,
  diligencePushed: ({ left }, name) => `${name} is told to keep going (${left} more times before you are asked)`,
  draftStepped: ({ draft, thoughts }, name) =>
    draft ? `${name} offers draft ${draft.id}` : `${name} thinks on (${thoughts.length} new)`,
  turnBegan: ({ turn, by, commands }, name) =>
    by === 'person' && commands.length > 0
      ? `turn ${turn} of ${name}: ${shorten(commands.map(command => JSON.stringify(command)).join(' '), 90)}`
      : undefined,
  predictionUnread: ({ problem }, name) => `a prediction for ${name} could not be read: ${shorten(problem, 80)}`,
  keptGoing: ({ round }, name) => `${name} goes on without you (${round} of ${MAX_ROUNDS})`,
  autoSaid: ({ reason }, name) => `${name} is told automatically: ${reason}`,
};
