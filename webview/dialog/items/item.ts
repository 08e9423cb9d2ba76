// What the conversation shows, one item after the other: a closed union that components render and `items.ts` makes
// from records. Keys are stable over reloads and over earlier records that are loaded later.

import type { Usage } from '../../../src/core/base/chat.ts';
import type { AgentId, CallId, DialogId, QuestionId } from '../../../src/core/base/ids.ts';
import type { ImageRef } from '../../../src/core/base/image.ts';
import type { AnsweredBy } from '../../../src/core/dialog/answered-by.ts';
import type { FileChange } from '../../../src/core/dialog/file-changes.ts';
import type { Form } from '../../../src/core/dialog/form.ts';
import type { GenerationOutcome } from '../../../src/core/dialog/record.ts';
import type {
  AsideCause,
  AskedAbout,
  CallKind,
  InboundCall,
  QuestionKind,
} from '../../../src/core/dialog/record-parts.ts';
import type { ToldWords } from '../../../src/core/dialog/state.ts';
import type { QuestionClosing } from '../../../src/core/dialog/view/question-closing.ts';
import type { WorkFacts } from '../../../src/core/dialog/work-shape.ts';
import type { ShownWork } from '../../../src/core/dialog/workplace.ts';
import type { Interruption } from '../../../src/core/facts/interruption.ts';
import type { TellaskProblem } from '../../../src/core/tellask/segment.ts';
import type { DraftsItem, PrunedItem } from '../draft/draft-item.ts';
import type { RowChanges } from './call-changes.ts';
import type { Common } from './item-base.ts';

/** Set on the first item of what the responder does in a row: it is shown with the responder's name. */
interface ByResponder extends Common {
  readonly opens: boolean;
}

/**
 * The state of a tellask. `said`: not dispatched yet; `void`: its generation was cut, so it has no target (SPEC 3.1).
 */
export type TellaskState =
  | { readonly kind: 'said' | 'void' | 'reassigned' }
  | (Dispatched & { readonly kind: 'waiting'; readonly open: readonly DialogId[] })
  | (Dispatched & { readonly kind: 'answered'; readonly outcome: 'answered' | 'failed' | 'dismissed' })
  | { readonly kind: 'refused'; readonly message: string };

interface Dispatched {
  readonly callKind: CallKind;
  readonly targets: readonly DialogId[];
}

export interface TellaskItem extends ByResponder {
  readonly kind: 'tellask';
  readonly callId: CallId;
  readonly mention: string;
  readonly session?: string;
  readonly headline: string;
  readonly body: string;
  readonly problem?: TellaskProblem;
  /** Notes for its callees. */
  readonly told?: readonly ToldWords[];
  readonly state: TellaskState;
}

export type ToolState =
  | { readonly kind: 'called' }
  | { readonly kind: 'running'; readonly since: string }
  | {
      readonly kind: 'returned';
      readonly ok: boolean;
      readonly content: string;
      readonly exitCode?: number;
      readonly ms?: number;
    };

export interface ToolItem extends ByResponder {
  readonly kind: 'tool';
  readonly callId: CallId;
  readonly name: string;
  readonly args: string;
  readonly state: ToolState;
  readonly changes?: RowChanges;
}

export type QuestionState =
  | { readonly kind: 'open' }
  | { readonly kind: 'answered'; readonly content: string; readonly at: string; readonly by?: AnsweredBy }
  | { readonly kind: 'closed'; readonly closing: QuestionClosing };

export interface QuestionItem extends ByResponder {
  readonly kind: 'question';
  readonly questionId: QuestionId;
  readonly questionKind: QuestionKind;
  readonly headline: string;
  readonly body: string;
  readonly options: readonly string[];
  readonly form?: Form;
  /** Of a question for permission. */
  readonly about?: AskedAbout;
  /** Of a question about work in a place of its own. */
  readonly work?: ShownWork;
  readonly callId?: CallId;
  readonly state: QuestionState;
}

/** Steps in a row, folded: `facts` and `files` say what was done. */
export interface StepsItem extends ByResponder {
  readonly kind: 'steps';
  readonly steps: readonly Item[];
  /** Calls of tools among them. */
  readonly count: number;
  readonly facts: WorkFacts;
  readonly files: readonly FileChange[];
}

/** The answer to a tellask, where it arrived. */
export interface AnswerItem extends Common {
  readonly kind: 'answer';
  readonly callId: CallId;
  readonly from: DialogId;
  readonly agentId: AgentId;
  readonly ok: boolean;
  readonly content: string;
  readonly facts?: WorkFacts;
  /** Of the tellask, when that is among the items. */
  readonly headline?: string;
  readonly callKind?: CallKind;
}

/** What a generation took. */
export interface MetaItem extends Common {
  readonly kind: 'meta';
  readonly outcome: GenerationOutcome;
  /** How the model ended, where that is not the usual way: `length`, `content-filter`, `refusal`, `refused`. */
  readonly finish?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly cost?: number;
  /** The tokens that caps count where the usage is not known. */
  readonly estimate?: number;
  readonly ms?: number;
  /** Images that the model knows by name only. */
  readonly imagesLeftOut?: number;
  /** The generation before it in the same turn. */
  readonly before?: MetaItem;
  /** A later generation of the turn stands for it. */
  readonly isFolded?: true;
}

/** The origin of a message that the person did not type. */
export type AutomaticReason =
  | 'ownPlace'
  | 'work'
  | 'diligence'
  | 'clear_mind'
  | 'change_mind'
  | 'fork'
  | 'full'
  | 'restore'
  | 'undone'
  | 'redone'
  | 'belief'
  | 'keepGoing'
  | 'asideCleared'
  | 'empty-output'
  | 'misread'
  | 'notCalls'
  | 'context-caution'
  | 'context-critical'
  | 'process-ended'
  | 'ran-away'
  | 'no-calls'
  | 'checkPassed'
  | 'checkFailed'
  | 'reviewAsked';

/** How often an aside steered the team, and made calls of its own. */
export interface AsideDeeds {
  readonly told: number;
  readonly dismissed: number;
  readonly reassigned: number;
  readonly called: number;
}

/** Context that a new course took over from the previous one (SPEC 6.1). */
export interface Survived {
  readonly reminders: readonly string[];
  /** Members that were not done answering, with what they were asked. */
  readonly calls: readonly string[];
  /** Messages of the person that were not delivered yet. */
  readonly queued: readonly string[];
}

/** Something that happened to the dialog as a whole. */
export type Milestone =
  | {
      readonly kind: 'completed';
      readonly by: 'agent' | 'person';
      readonly forced: boolean;
      readonly facts?: WorkFacts;
    }
  | { readonly kind: 'archived' | 'reopened' | 'continued' }
  | { readonly kind: 'retried'; readonly by: AnsweredBy }
  | { readonly kind: 'dropped' }
  /** Of the dialogue state, from turn to turn. */
  | { readonly kind: 'rolledBack'; readonly from: number; readonly to: number };

export type Item =
  | DraftsItem
  | PrunedItem
  | (Common & {
      readonly kind: 'user';
      readonly content: string;
      readonly images?: readonly ImageRef[];
      /** Of a message in the talk, which can be gone back to. */
      readonly msgId?: string;
    })
  | (Common & {
      readonly kind: 'automatic';
      readonly reason: AutomaticReason;
      readonly content: string;
      /** Pushes that remain after this one. */
      readonly left?: number;
      /** A later push of the same run stands for it. */
      readonly isFolded?: true;
    })
  | (Common & { readonly kind: 'assignment'; readonly call: InboundCall })
  | (ByResponder & { readonly kind: 'thinking'; readonly text: string; readonly cut: boolean })
  | (ByResponder & { readonly kind: 'prose'; readonly text: string; readonly cut: boolean })
  | TellaskItem
  | ToolItem
  | StepsItem
  /** Files that changed outside of a tool call: work of a teammate was taken. */
  | (Common & Required<Pick<ToolItem, 'changes'>> & { readonly kind: 'changed' })
  | QuestionItem
  | AnswerItem
  /** A subdialog gave its answer; the words are those just said. */
  | (Common & { readonly kind: 'given'; readonly callId: CallId; readonly to: DialogId; readonly failed?: string })
  | (Common & { readonly kind: 'aside'; readonly because: AsideCause; readonly waitsFor: readonly string[] })
  | (Common & { readonly kind: 'asideEnd'; readonly deeds: AsideDeeds })
  /** Words for the one who works here: of the caller `agentId`, or of a person. */
  | (Common & { readonly kind: 'told'; readonly agentId: string; readonly content: string; readonly by?: 'person' })
  | (Common & { readonly kind: 'course'; readonly course: number; readonly survived: Survived })
  | (Common & { readonly kind: 'interruption' } & { readonly why: Interruption })
  | (Common & { readonly kind: 'milestone'; readonly what: Milestone })
  | MetaItem;
