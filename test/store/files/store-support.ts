// Records and places for the tests of the store.
import type { AgentId, CallId, DialogId, DialogRef, QuestionId, RootId } from '../../../src/core/base/ids.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import type { RootIdentity, SubIdentity } from '../../../src/core/dialog/record-parts.ts';
import { carry, type DialogState } from '../../../src/core/dialog/state.ts';
import { diskFiles, type Files } from '../../../src/store/disk-files.ts';
import { openCourseFiles } from '../../../src/store/files/courses/course-files.ts';
import type { CourseFiles } from '../../../src/store/files/courses/course-files-api.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { makeTempWorkspace } from '../../support/temp-workspace.ts';

export const rootId = 'root-1' as RootId;
export const root: DialogRef = { rootId, selfId: 'root-1' as DialogId };
export const sub: DialogRef = { rootId, selfId: 'sub-1' as DialogId };

const at = '2026-01-02T03:04:05.006Z';

const rootIdentity: RootIdentity = {
  kind: 'root',
  rootId,
  selfId: root.selfId,
  agentId: 'lead' as AgentId,
  taskDocPath: 'tasks/root-1.tsk',
  createdAt: at,
  dialect: 'tellask',
  mode: 'chat',
};

const subIdentity: SubIdentity = {
  kind: 'sub',
  rootId,
  selfId: sub.selfId,
  agentId: 'bob' as AgentId,
  taskDocPath: 'tasks/root-1.tsk',
  createdAt: at,
  dialect: 'tellask',
  supdialogId: root.selfId,
  depth: 1,
};

/** A fact as it is recorded, at a fixed time. */
export function record(fact: Fact): CourseRecord {
  return { v: 1, at, ...fact };
}

export const created = record({ kind: 'dialogCreated', identity: rootIdentity });
export const subCreated = record({
  kind: 'dialogCreated',
  identity: subIdentity,
  call: {
    callId: 'call-1' as CallId,
    callKind: 'C',
    callerDialogId: root.selfId,
    callerAgentId: 'lead' as AgentId,
    headline: '@bob Paint\n',
    body: 'the wall\n',
  },
});

export function said(content: string, msgId = content): CourseRecord {
  return record({ kind: 'userSaid', msgId, content });
}

export function asked(questionId: string): CourseRecord {
  return record({
    kind: 'questionAsked',
    questionId: questionId as QuestionId,
    questionKind: 'ask',
    headline: 'Which?',
    body: 'Red or blue',
    genseq: 1,
  });
}

/** The first record of the course after `state`. */
export function nextCourse(state: DialogState): CourseRecord {
  return record({
    kind: 'courseStarted',
    course: state.course + 1,
    identity: state.identity,
    carried: carry(state),
    prompt: 'Go on.',
    reason: 'clear_mind',
  });
}

/** Where a store keeps its files: a disk or memory. */
export interface Place {
  readonly rtws: string;
  readonly files: Files;
  remove(): Promise<void>;
}

/** Both kinds of files that the store runs on; one contract holds for both. */
export const places: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['in memory', async () => ({ rtws: '/rtws', files: createMemoryFiles(), remove: async () => {} })],
  [
    'on disk',
    async () => {
      const { folder, remove } = await makeTempWorkspace();
      return { rtws: folder, files: diskFiles, remove };
    },
  ],
];

/** Another store over the same files, as after a restart. */
export function reopen({ rtws, files }: Place, readOnly = false): CourseFiles {
  return openCourseFiles({ rtws, files, readOnly });
}
