// Tools of the mind: clearing it, the taskdoc, reminders (SPEC 6). They return their changes of the dialog as facts.
import * as z from 'zod';
import { formatRef } from '../../core/base/ids.ts';
import type { Fact } from '../../core/dialog/record.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import type { Said } from '../../core/prompt/said.ts';
import { withoutBlankEdges } from '../../core/text/blank-edges.ts';
import { beginningOf } from '../../core/text/bytes.ts';
import type { Tool, ToolAnswer, ToolContext } from '../tool.ts';
import { defineTool, failed } from '../tool.ts';
import { readCourse } from './read-course.ts';

/** Sections of taskdocs, as these tools need them; `dialog` is the full id of the one that sees or writes. */
export interface TaskdocPort {
  write(at: SectionRequest, content: string, how?: { readonly append?: boolean | undefined }): Told;
  recall(at: SectionRequest): Told;
}

/** The outcome of a port, in words for the model. */
export interface Told {
  readonly ok: boolean;
  readonly message: string | Said;
}

export interface SectionRequest {
  readonly dialog: string;
  readonly taskDocPath: string;
  readonly section: { readonly category?: string | undefined; readonly selector: string };
}

/** The tools of the default dialect. `change_mind` is for root dialogs only. */
export function mindTools(taskdocs: TaskdocPort): readonly Tool[] {
  return [clearMind, changeMind(taskdocs), ...reminderTools, recallTaskdoc(taskdocs), readCourse];
}

/**
 * The same in the texting dialect, where both clarity tools may give the first message of the new course (SPEC 2.10).
 */
export function textingMindTools(taskdocs: TaskdocPort): readonly Tool[] {
  return [textingClearMind, textingChangeMind(taskdocs), ...reminderTools, recallTaskdoc(taskdocs), readCourse];
}

const clearMind = defineTool({
  name: 'clear_mind',
  description: words => words.clear_mind,
  args: () => z.object({ reminder_content: z.string().optional() }),
  isRepeatable: true,
  run: ({ reminder_content: reminder }, context) => requestClearMind(context, { reminder }),
});

const textingClearMind = defineTool({
  name: 'clear_mind',
  description: words => words.clear_mind_texting,
  args: () =>
    z.object({
      reminder_content: z.string().optional(),
      prompt: z.string().optional(),
    }),
  isRepeatable: true,
  run: ({ reminder_content: reminder, prompt }, context) => requestClearMind(context, { reminder, prompt }),
});

const changeMind = (taskdocs: TaskdocPort) =>
  defineTool({
    name: 'change_mind',
    description: words => words.change_mind,
    args: () =>
      z.object({
        selector: z.string(),
        content: z.string(),
        append: z.boolean().optional(),
        category: z.string().optional(),
      }),
    run: ({ selector, content, category, append }, context) =>
      inRootOnly(context) ?? asAnswer(taskdocs.write(sectionOf(context, { selector, category }), content, { append })),
  });

const textingChangeMind = (taskdocs: TaskdocPort) =>
  defineTool({
    name: 'change_mind',
    description: words => words.change_mind_texting,
    args: () =>
      z.object({
        content: z.string(),
        prompt: z.string().optional(),
      }),
    run: ({ content, prompt }, context) => {
      const refusal = inRootOnly(context) ?? newCourseRefusal(context.state);
      if (refusal) return refusal;
      const written = taskdocs.write(sectionOf(context, { selector: 'goals' }), content);
      return written.ok ? requestNewCourse(context.state, { reason: 'change_mind', prompt }) : asAnswer(written);
    },
  });

const recallTaskdoc = (taskdocs: TaskdocPort) =>
  defineTool({
    name: 'recall_taskdoc',
    description: words => words.recall_taskdoc,
    args: () => z.object({ selector: z.string(), category: z.string().optional() }),
    isRepeatable: true,
    onlyReads: true,
    run: (section, context) => asAnswer(taskdocs.recall(sectionOf(context, section))),
  });

/** Characters of one reminder; each request shows all of them. */
const LONGEST_REMINDER = 32_000;

function tooLong(reminder: string): ToolAnswer | undefined {
  if (reminder.length <= LONGEST_REMINDER) return undefined;
  return failed(w => w.reminderTooLong(LONGEST_REMINDER));
}

const reminderTools: readonly Tool[] = [
  defineTool({
    name: 'add_reminder',
    description: words => words.add_reminder,
    args: () => z.object({ content: z.string(), position: z.int().optional() }),
    isRepeatable: true,
    run: ({ content, position }, { state: { reminders } }) => {
      if (content.trim() === '') return failed(w => w.emptyContent);
      const at = position ?? reminders.length + 1;
      if (at < 1 || at > reminders.length + 1) return failed(w => w.badPosition(reminders.length + 1));
      return tooLong(content) ?? remindersSet(reminders.toSpliced(at - 1, 0, content), w => w.reminderAdded(at));
    },
  }),
  defineTool({
    name: 'update_reminder',
    description: words => words.update_reminder,
    args: () => z.object({ reminder_no: z.int(), content: z.string() }),
    isRepeatable: true,
    run: ({ reminder_no: number, content }, { state: { reminders } }) => {
      if (content.trim() === '') return failed(w => w.emptyReminder);
      return (
        noSuchReminder(reminders, number) ??
        tooLong(content) ??
        remindersSet(reminders.with(number - 1, content), w => w.reminderUpdated(number))
      );
    },
  }),
  defineTool({
    name: 'delete_reminder',
    description: words => words.delete_reminder,
    args: () => z.object({ reminder_no: z.int() }),
    isRepeatable: true,
    run: ({ reminder_no: number }, { state: { reminders } }) =>
      noSuchReminder(reminders, number) ??
      remindersSet(reminders.toSpliced(number - 1, 1), w => w.reminderDeleted(number)),
  }),
];

interface NewCourse {
  readonly reason: 'clear_mind' | 'change_mind';
  readonly reminder?: string | undefined;
  readonly prompt?: string | undefined;
}

/**
 * An answer that was read and not worked on is not dropped in silence (SPEC 23.11): the next reply may clear the mind
 * all the same.
 */
function requestClearMind({ state, texts, notWorkedOn }: ToolContext, notes: Omit<NewCourse, 'reason'>): ToolAnswer {
  const { reminder = '', prompt = '' } = notes;
  const answers = reminder.trim() === '' && prompt.trim() === '' ? notWorkedOn() : [];
  if (answers.length === 0) return requestNewCourse(state, { reason: 'clear_mind', ...notes });
  return newCourseRefusal(state) ?? failed(texts.ledger.notWorkedOn(answers.map(headingOf)));
}

const LONGEST_HEADING = 200;

/** The first line of an answer, which names the one who answers and what. */
function headingOf(answer: string): string {
  const [line = ''] = answer.split('\n', 1);
  return beginningOf(line.replace(/[:\uff1a]$/, ''), LONGEST_HEADING);
}

function requestNewCourse(state: DialogState, { reason, reminder = '', prompt = '' }: NewCourse): ToolAnswer {
  const refusal = newCourseRefusal(state) ?? tooLong(reminder);
  if (refusal) return refusal;
  const reminders = reminder.trim() === '' ? [] : [...state.reminders, reminder];
  const facts: readonly Fact[] = [
    ...(reminders.length > 0 ? [{ kind: 'remindersSet', reminders } as const] : []),
    { kind: 'clearMindRequested', reason, ...(prompt.trim() !== '' && { prompt: withoutBlankEdges(prompt) }) },
  ];
  return { ok: true, content: w => w.newCourse, facts };
}

/** Why no new course can begin after this generation (SPEC 3.1). */
function newCourseRefusal({ tellasks, closing, identity }: DialogState): ToolAnswer | undefined {
  const asksHuman = tellasks.some(
    ({ valid, mention }) =>
      valid && (mention === 'human' || (mention === 'ask_human' && identity.dialect === 'texting')),
  );
  if (asksHuman) return failed(w => w.asksHuman);
  return closing?.kind === 'done' ? failed(w => w.marksDone) : undefined;
}

function inRootOnly({ state }: ToolContext): ToolAnswer | undefined {
  return state.identity.kind === 'root' ? undefined : failed(rootOnlyMessage('change_mind', state));
}

/** Passes on what a port says. */
export function asAnswer({ ok, message }: Told): ToolAnswer {
  return { ok, content: message };
}

/** The message to a model that tries a tool of root dialogs in a subdialog (SPEC 6.2). */
export function rootOnlyMessage(tool: string, { identity }: DialogState): Said {
  const ask = identity.dialect === 'texting' ? '@tellasker' : '!?@tellasker';
  return w => w.rootOnly(tool, ask);
}

function sectionOf({ state: { identity } }: ToolContext, section: SectionRequest['section']): SectionRequest {
  return { dialog: formatRef(identity), taskDocPath: identity.taskDocPath, section };
}

function noSuchReminder(reminders: readonly string[], number: number): ToolAnswer | undefined {
  if (number >= 1 && number <= reminders.length) return undefined;
  return failed(w => w.noReminder(number, reminders.length));
}

function remindersSet(reminders: readonly string[], content: Said): ToolAnswer {
  return { ok: true, content, facts: [{ kind: 'remindersSet', reminders }] };
}
