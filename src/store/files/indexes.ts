// The index files of one dialog, made from its state (SPEC 9). They are never read to decide anything while the course
// files are there; people and other programs read them.
import { stringify } from 'yaml';
import type { DialogState } from '../../core/dialog/state.ts';
import type { OpenQuestion } from '../../core/dialog/tool-call.ts';
import type { RegistryEntry } from '../../core/dialog/view/projection.ts';
import { pendingCalls, questionEntry } from '../../core/dialog/view/projection.ts';
import { courseFileName, indexFiles } from './layout.ts';
import { itemTexts, yamlText } from './yaml-text.ts';

/** Index data that is not in the state. */
export interface IndexExtras {
  readonly needsDrive: boolean;
  /** Pushes left before the person is asked; absent for a subdialog. */
  readonly diligenceLeft?: number;
  /** Root only. */
  readonly registry?: Readonly<Record<string, RegistryEntry>>;
}

/**
 * The text of every index file of a dialog, in writing order; `undefined` where the file must not exist. `latest.yaml`
 * says how far all are current, so it comes last.
 */
export function indexTexts(state: DialogState, extras: IndexExtras): Record<string, string | undefined> {
  const { identity, given } = state;
  const registry = Object.keys(extras.registry ?? {}).length > 0 ? extras.registry : undefined;
  return {
    [indexFiles.identity]: yamlText(identityIndex(state)),
    [indexFiles.reminders]: remindersText(state),
    [indexFiles.questions]: questionsText(state.questions),
    [indexFiles.pending]: listText(pendingCalls(state)),
    ...(identity.kind === 'root' && { [indexFiles.registry]: registry && yamlText(registry) }),
    ...(identity.kind === 'sub' && {
      [indexFiles.response]:
        given &&
        yamlText({
          callId: given.callId,
          callerDialogId: given.to,
          ok: given.ok,
          content: given.content,
          suppliedAt: given.suppliedAt,
        }),
    }),
    [indexFiles.latest]: yamlText(latestIndex(state, extras)) + trueUpTo(state),
  };
}

/** `reminders.json`; `undefined` where there is none. */
export function remindersText({ reminders }: Pick<DialogState, 'reminders'>): string | undefined {
  return reminders.length > 0 ? `${JSON.stringify(reminders, null, 2)}\n` : undefined;
}

/** The end of `latest.yaml`: how far into which course file all indexes are true (SPEC 9). */
export function trueUpTo(state: DialogState): string {
  return yamlText({ trueUpTo: { file: courseFileName(state.course), records: state.courseRecords } });
}

function identityIndex(state: DialogState): object {
  const { identity } = state;
  const { selfId: id, agentId, taskDocPath, createdAt, dialect } = identity;
  const common = { id, agentId, taskDocPath, createdAt, dialect };
  if (identity.kind === 'root') {
    return { ...common, mode: identity.mode, ...(identity.domain !== undefined && { domain: identity.domain }) };
  }
  const { caller, assigned, workplace } = state;
  return {
    ...common,
    mode: 'chat',
    supdialogId: identity.supdialogId,
    ...(identity.tellaskSession !== undefined && { tellaskSession: identity.tellaskSession }),
    ...(workplace && { workplace: workplace.root }),
    ...(caller &&
      assigned && {
        assignmentFromSup: {
          tellaskHead: assigned.headline,
          tellaskBody: assigned.body,
          originMemberId: caller.agentId,
          callerDialogId: caller.dialogId,
          callId: assigned.callId,
        },
      }),
  };
}

function latestIndex(state: DialogState, extras: IndexExtras): object {
  return {
    currentCourse: state.course,
    lastModified: state.lastModified,
    status: state.status,
    needsDrive: extras.needsDrive,
    generating: state.generating,
    messageCount: state.messageCount,
    ...(extras.diligenceLeft !== undefined && { diligenceBudgetLeft: extras.diligenceLeft }),
  };
}

/** YAML of questions that did not change since they were asked: one dialog may have thousands open. */
const entryTexts = new WeakMap<OpenQuestion, string>();

function questionsText(questions: readonly OpenQuestion[]): string | undefined {
  if (questions.length === 0) return undefined;
  const unknown = questions.filter(question => !entryTexts.has(question));
  const texts = itemTexts(unknown.map(questionEntry));
  for (const [index, question] of unknown.entries()) entryTexts.set(question, texts[index] ?? '');
  return questions.map(question => entryTexts.get(question)).join('');
}

function listText(entries: readonly object[]): string | undefined {
  return entries.length > 0 ? stringify(entries) : undefined;
}
