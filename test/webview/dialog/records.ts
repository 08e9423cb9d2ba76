// Records for the panel's tests, one second apart, with what a test does not care about filled in.

import { invariant } from '../../../src/core/base/assert.ts';
import type { CallId, DialogId, QuestionId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { Identity, SaidPart } from '../../../src/core/dialog/record-parts.ts';
import type { Snapshot } from '../../../src/protocol/messages.ts';

export const callId = (id: string): CallId => id as CallId;
export const dialogId = (id: string): DialogId => id as DialogId;
export const questionId = (id: string): QuestionId => id as QuestionId;

/** The facts as records at 00:00:00, 00:00:01, … */
export function records(...facts: readonly Fact[]): CourseRecord[] {
  return facts.map((fact, index) => ({ v: 1, at: new Date(index * 1000).toISOString(), ...fact }));
}

const common = {
  rootId: 'r1',
  agentId: 'dominds',
  taskDocPath: 'tasks/r1.tsk',
  createdAt: '1970-01-01T00:00:00.000Z',
  dialect: 'tellask',
};
export const rootIdentity = { ...common, kind: 'root', selfId: 'r1', mode: 'chat' } as unknown as Identity;

export const created: Fact = { kind: 'dialogCreated', identity: rootIdentity };
export const started = (genseq: number): Fact => ({ kind: 'generationStarted', genseq });
export const ended = (genseq: number): Fact => ({ kind: 'generationEnded', genseq, outcome: 'complete' });
export const said = (genseq: number, ...parts: SaidPart[]): Fact => ({ kind: 'assistantSaid', genseq, parts });
export const userSaid = (msgId: string, content = 'Hello'): Fact => ({ kind: 'userSaid', msgId, content });
export const prose = (text: string): SaidPart => ({ kind: 'prose', text });
export const tellask = (id: string, mention = 'researcher'): SaidPart => ({
  kind: 'tellask',
  valid: true,
  mention,
  headline: `@${mention} look`,
  body: 'closely',
  callId: callId(id),
});
export const made = (id: string, ...targets: string[]): Fact => ({
  kind: 'tellaskMade',
  callId: callId(id),
  callKind: 'C',
  targets: targets.map(dialogId),
  agentId: 'researcher' as never,
});
export const supplied = (id: string, from: string, ok = true): Fact => ({
  kind: 'responseSupplied',
  callId: callId(id),
  from: dialogId(from),
  agentId: 'researcher' as never,
  ok,
  content: 'found',
});
export const asked = (id: string, more: Partial<Extract<Fact, { kind: 'questionAsked' }>> = {}): Fact => ({
  kind: 'questionAsked',
  questionId: questionId(id),
  questionKind: 'ask',
  headline: '@human which?',
  body: '',
  genseq: 1,
  ...more,
});

/** A snapshot of these records, the first of which opens a course. */
export function snapshotOf(all: readonly CourseRecord[], more: Partial<Snapshot> = {}): Snapshot {
  const state = foldCourse(all);
  invariant(state, 'the first record opens a course');
  return {
    kind: 'snapshot',
    state,
    rootStatus: state.status,
    course: state.course,
    records: all,
    earlier: 0,
    members: [{ id: 'researcher', name: 'Researcher' }],
    related: [],
    rootHeadline: '',
    language: 'en',
    ...more,
  };
}
