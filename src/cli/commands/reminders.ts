// `reminders`: shows and edits the reminders of a dialog by hand (SPEC 6.7).
import type { DialogRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { refuse } from '../../core/facts/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import { remindersJson } from '../print/shapes.ts';

export const reminders: Command = {
  name: 'reminders',
  usage: '<dialog> [add t | update n t | delete n]',
  args: ['dialog', 'action?', 'first?', 'second?'],
  options: {},
  values: { action: ['add', 'update', 'delete'] },
  async run(call) {
    const [, action, ...words] = call.args;
    const edit = action === undefined ? 'none' : readEdit(action, words);
    if (edit === undefined) return wrongUsage(call, { id: 'unclear-reminders' });
    return withDialog(
      call,
      { mode: edit === 'none' ? 'read' : 'record', name: argument(call, 0) },
      (runtime, dialog) =>
        edit === 'none' ? showReminders(call, runtime, dialog) : editReminders(call, { runtime, dialog, edit }),
    );
  },
};

type Edit = (reminders: readonly string[]) => Outcome<{ reminders: readonly string[] }>;

/** The edit that the words after the dialog ask for; `undefined` when they make none. */
function readEdit(action: string, [first, second, ...others]: readonly string[]): Edit | undefined {
  if (first === undefined || others.length > 0) return undefined;
  if (action === 'add' && second === undefined) {
    return present => notEmpty(first, () => [...present, first]);
  }
  const index = /^\d+$/.test(first) ? Number(first) - 1 : undefined;
  if (index === undefined) return undefined;
  if (action === 'delete' && second === undefined) {
    return present => existing(present, index, () => ({ ok: true, reminders: present.toSpliced(index, 1) }));
  }
  if (action === 'update' && second !== undefined) {
    return present => existing(present, index, () => notEmpty(second, () => present.with(index, second)));
  }
  return undefined;
}

function notEmpty(text: string, edited: () => readonly string[]): ReturnType<Edit> {
  if (text.trim() === '') return refuse('empty-reminder');
  return { ok: true, reminders: edited() };
}

function existing(present: readonly string[], index: number, edited: () => ReturnType<Edit>): ReturnType<Edit> {
  if (index >= 0 && index < present.length) return edited();
  return refuse('unknown-reminder', { n: index + 1, count: present.length });
}

async function showReminders(call: CommandCall, runtime: Runtime, dialog: DialogRef): Promise<ExitCode> {
  const viewed = await runtime.view(dialog, { tail: 0 });
  return viewed.ok ? printReminders(call, viewed.view.state.reminders) : refused(call, viewed);
}

async function editReminders(
  call: CommandCall,
  { runtime, dialog, edit }: { runtime: Runtime; dialog: DialogRef; edit: Edit },
): Promise<ExitCode> {
  const viewed = await runtime.view(dialog, { tail: 0 });
  if (!viewed.ok) return refused(call, viewed);
  const edited = edit(viewed.view.state.reminders);
  if (!edited.ok) return refused(call, edited);
  const stored = await runtime.perform({ kind: 'setReminders', dialog, reminders: edited.reminders });
  return stored.ok ? printReminders(call, stored.reminders) : refused(call, stored);
}

function printReminders({ output }: CommandCall, contents: readonly string[]): ExitCode {
  output.json(remindersJson(contents));
  for (const [index, content] of contents.entries()) output.line(`${index + 1}. ${content}`);
  if (contents.length === 0) output.note(output.words.noReminders);
  return exitCodes.ok;
}
