// Add, Edit and Delete Reminder: what a dialog sees at the end of each request, in the hands of a person (SPEC 6.3,
// 6.7).
import type { DialogRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { firstLine } from '../../pages/headline.ts';
import type { Runtime } from '../../runtime.ts';
import type { Host } from '../host.ts';
import { type Prompts, prompting } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';
import { driving } from './command.ts';
import { findTargetDialog } from './target.ts';

export function addReminder(host: Host, target: unknown): Promise<void> {
  return onDialog(host, { target, title: t('Add Reminder') }, async (runtime, dialog) => {
    const added = await prompting(prompts => askForText(prompts, t('Add Reminder'), ''));
    if (!added) return undefined;
    return runtime.perform({ kind: 'changeReminder', dialog, content: added });
  });
}

export function editReminder(host: Host, target: unknown): Promise<void> {
  return onDialog(host, { target, title: t('Edit Reminder') }, async (runtime, dialog) => {
    const asked = await prompting(async prompts => {
      const chosen = await pickReminder(prompts, { runtime, dialog, title: t('Edit which reminder?') });
      const edited = chosen && (await askForText(prompts, t('Edit Reminder'), chosen.text));
      return edited ? { chosen, edited } : undefined;
    });
    return asked && runtime.perform({ kind: 'changeReminder', dialog, seen: asked.chosen, content: asked.edited });
  });
}

export function deleteReminder(host: Host, target: unknown): Promise<void> {
  return onDialog(host, { target, title: t('Delete Reminder') }, async (runtime, dialog) => {
    const title = t('Delete which reminder?');
    const chosen = await prompting(prompts => pickReminder(prompts, { runtime, dialog, title }));
    if (!chosen) return undefined;
    return runtime.perform({ kind: 'changeReminder', dialog, seen: chosen });
  });
}

function onDialog(
  host: Host,
  { target, title }: { readonly target: unknown; readonly title: string },
  work: (runtime: Runtime, dialog: DialogRef) => Promise<Outcome<object> | undefined>,
): Promise<void> {
  return driving(host, async runtime => {
    const dialog = await findTargetDialog(
      { host, runtime, target },
      { title, fits: ({ status }) => status === 'running' },
    );
    return dialog && work(runtime, dialog);
  });
}

async function pickReminder(
  prompts: Prompts,
  { runtime, dialog, title }: { runtime: Runtime; dialog: DialogRef; title: string },
): Promise<{ at: number; text: string } | undefined> {
  const viewed = await runtime.view(dialog, { tail: 0 });
  const reminders = viewed.ok ? viewed.view.state.reminders : [];
  if (reminders.length === 0) void showInformation(t('This dialog has no reminders.'));
  if (reminders.length === 0) return undefined;
  const items = reminders.map((text, at) => ({ label: `${at + 1}. ${firstLine(text, 100)}`, at, text }));
  return prompts.pick(items, { title });
}

/** The input has one line; line breaks are shown as a sign and come back as they were. */
async function askForText(prompts: Prompts, title: string, text: string): Promise<string | undefined> {
  const prompt = t('The dialog sees its reminders at the end of each request.');
  const value = text.replaceAll('\n', LINE_BREAK);
  const written = await prompts.ask({ title, prompt, value });
  return written?.trim().replaceAll(LINE_BREAK, '\n');
}

const LINE_BREAK = '⏎';
