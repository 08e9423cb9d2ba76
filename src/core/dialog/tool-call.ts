// Open tool calls and questions, with the parts that a call waits or goes on with. Pure.
import type { CallId, QuestionId, RootId } from '../base/ids.ts';
import { type FieldsOf, instant, maybe, object, text, textOf, yes } from '../base/shape.ts';
import type { evidenceFacts } from '../evidence/record.ts';
import type { Form } from './form.ts';
import type { AskedAbout, QuestionKind } from './record-parts.ts';
import type { ShownWork } from './workplace.ts';

export interface OpenToolCall {
  readonly callId: CallId;
  readonly genseq: number;
  readonly name: string;
  readonly args: string;
  readonly started: boolean;
  /** What it did is recorded, and this is its result. */
  readonly result?: string;
  /** What it waits for, once it does (SPEC 21.4). */
  readonly sleep?: Sleep;
  /** What it goes on with, once it has asked for forms (SPEC 22.1). */
  readonly asked?: AskedBack;
  /** The person's decision, when they were asked. */
  readonly permission?: Permission;
  /** Acceptance lines that `mark_done` puts to the person, and their answer; null: the question was closed. */
  readonly acceptance?: AskedAcceptance;
}

export type AskedAcceptance = Omit<FieldsOf<(typeof evidenceFacts)['doneWaits']>, 'callId'> & {
  readonly answer?: string | null;
};

export interface OpenQuestion {
  readonly questionId: QuestionId;
  readonly questionKind: QuestionKind;
  readonly headline: string;
  readonly body: string;
  readonly askedAt: string;
  readonly callId?: CallId;
  readonly options?: readonly string[];
  readonly about?: AskedAbout;
  readonly form?: Form;
  /** Of a question about work in a place of its own. */
  readonly work?: ShownWork;
  readonly course: number;
  readonly genseq: number;
}

/** How far a permission goes: this call, this task, this workspace. */
export type Reach = 'once' | 'always' | 'here';

/** All that a question for permission shows. */
export type Shown = Pick<OpenQuestion, 'headline' | 'body' | 'about'>;

/**
 * The decision on an open call. `shown` is what the person saw and allowed; it counts only if its `seal` is valid
 * (`sealedPermission`).
 */
export type Permission =
  | { readonly kind: Reach; readonly shown: Shown; readonly seal?: string }
  | {
      readonly kind: 'refused';
      readonly why: 'denied' | 'closed' /** The reason as given; may be ''. */;
      readonly said: string;
    };

/** What the next part of the call needs. */
export const askedBackFields = {
  /**
   * The server holds the call open: a new process makes it again, and gives the answers to the forms that are asked for
   * again.
   */
  held: yes,
  /** What the server wants back as it is. */
  state: maybe(text),
};

/**
 * What a call asked for, and the answers so far (of a held call to all it asked for); a form without an answer was
 * withdrawn.
 */
export type AskedBack = FieldsOf<typeof askedBackFields> & { readonly filled: readonly FilledForm[] };
export interface FilledForm {
  readonly form: Form;
  readonly answer?: string;
}

/** The fields of a sleep; it ends with the first of them that comes. */
export const sleepFields = {
  /** Until this instant (ISO). */
  until: maybe(instant),
  /** Until this file changes; `path` is relative to the rtws, `mark` tells how it was (`markOf`). */
  file: maybe(object({ path: text, mark: text })),
  /** Until this root dialog is completed, archived or deleted. */
  root: maybe(textOf<RootId>()),
};

/** What a dialog sleeps until. */
export type Sleep = FieldsOf<typeof sleepFields>;
