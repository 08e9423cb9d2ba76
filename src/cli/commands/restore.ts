// `restore`: goes back to before a message of the person (SPEC 25.4). Lists the messages, then what would happen, then
// does it.
import { randomUUID } from 'node:crypto';
import { type DialogRef, formatRef } from '../../core/base/ids.ts';
import { yesOrNo } from '../../core/dialog/own-options.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import { firstLine } from '../../pages/headline.ts';
import { messagesIn, type PersonsMessage, restoredFiles } from '../../pages/restore.ts';
import type { ActingRuntime, Restored, Runtime, UndoneEdits } from '../../runtime.ts';
import { argument, type Command, type CommandCall } from '../command.ts';
import { driveRoots } from '../drive.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { refused, withDialog, wrongUsage } from '../open.ts';
import { readImageFiles } from '../read-images.ts';

export const restore: Command = {
  name: 'restore',
  usage:
    '<dialog> [--to message] [--files | --fork | --course] [--keep-files] [--edit text] [--image file]… [--yes] [--redo]',
  args: ['dialog'],
  options: {
    to: { type: 'string' },
    files: { type: 'boolean' },
    fork: { type: 'boolean' },
    course: { type: 'boolean' },
    'keep-files': { type: 'boolean' },
    edit: { type: 'string' },
    image: { type: 'string', multiple: true },
    yes: { type: 'boolean' },
    redo: { type: 'boolean' },
  },
  values: { '--image': 'file' },
  async run(call) {
    const { flags, io, json } = call;
    const name = argument(call, 0);
    if (flags.isSet('redo'))
      return withDialog(call, { mode: 'record', name }, (runtime, dialog) => redo(call, runtime, dialog));
    const talk = talkOf(call);
    if (talk === undefined) return wrongUsage(call, { id: 'unclear-restore' });
    if (flags.text('to') === undefined) {
      return withDialog(call, { mode: 'read', name }, (runtime, dialog) => listMessages(call, runtime, dialog));
    }
    let isAsked = !flags.isSet('yes');
    if (isAsked) {
      const planned = await withDialog(call, { mode: 'read', name }, (runtime, dialog) =>
        showPlan(call, { runtime, dialog, talk }),
      );
      if (planned !== exitCodes.ok) return planned;
      const words = call.output.words.restore;
      isAsked = json || !io.ask || !yesOrNo(await io.ask(words.confirm));
      if (isAsked) call.output.note(words.again);
    }
    if (isAsked) return exitCodes.ok;
    const mode = flags.text('edit') === undefined ? 'record' : 'drive';
    return withDialog(call, { mode, name }, (runtime, dialog) => perform(call, { runtime, dialog, talk }));
  },
};

type Talk = IntentOf<'restore'>['talk'];

interface At {
  readonly runtime: ActingRuntime;
  readonly dialog: DialogRef;
  readonly talk: Talk;
}

/** How the talk goes on; undefined where the flags say two things, or nothing that can be done. */
function talkOf({ flags }: CommandCall): Talk | undefined {
  const named = (['files', 'fork', 'course'] as const).filter(flag => flags.isSet(flag));
  const isEdited = flags.text('edit') !== undefined;
  if (named.length > 1) return undefined;
  const [flag = isEdited ? 'fork' : 'files'] = named;
  if (flag !== 'files') return flag;
  return isEdited || flags.isSet('keep-files') ? undefined : 'stay';
}

async function listMessages(call: CommandCall, runtime: Runtime, dialog: DialogRef): Promise<ExitCode> {
  const found = await messagesIn(runtime, dialog);
  if (!found.ok) return refused(call, found);
  const { output } = call;
  const { messages } = found;
  output.json(messages.map(({ dialog: { selfId }, ...message }, at) => ({ n: at + 1, selfId, ...message })));
  for (const [at, { agentId, msgId, content }] of messages.entries()) {
    output.line(`${at + 1}  ${msgId}  ${agentId}  ${firstLine(content, 80)}`);
  }
  if (messages.length === 0) output.note(output.words.restore.noMessages);
  return exitCodes.ok;
}

/** The message that `--to` names: by its id, a unique start of it, or its number in the list. */
async function messageNamed(
  { flags }: CommandCall,
  { runtime, dialog }: At,
): Promise<Outcome<{ message: PersonsMessage }>> {
  const found = await messagesIn(runtime, dialog);
  if (!found.ok) return found;
  const name = flags.text('to') ?? '';
  const { messages } = found;
  const exact = messages.filter(({ msgId }) => msgId === name);
  const begun = name === '' ? [] : messages.filter(({ msgId }) => msgId.startsWith(name));
  const numbered = /^\d{1,6}$/.test(name) ? messages.slice(Number(name) - 1, Number(name)) : [];
  const [message, other] = exact.length > 0 ? exact.slice(-1) : numbered.length > 0 ? numbered : begun;
  return message && !other ? { ok: true, message } : refuse('unknown-message', { msgId: name });
}

async function showPlan(call: CommandCall, at: At): Promise<ExitCode> {
  const named = await messageNamed(call, at);
  if (!named.ok) return refused(call, named);
  const planned = await at.runtime.restorePlan(named.message.dialog, named.message.msgId);
  if (!planned.ok) return refused(call, planned);
  const { output, flags } = call;
  const { plan } = planned;
  const words = output.words.restore;
  const keepsFiles = flags.isSet('keep-files');
  const files = keepsFiles ? [] : restoredFiles(plan);
  output.json({ plan: { ...plan, files, talk: at.talk } });
  output.line(`${formatRef(named.message.dialog)}  ${firstLine(plan.content, 80)}`);
  if (keepsFiles) output.line(words.filesStay);
  else if (files.length === 0) output.line(words.noFiles);
  for (const { path, action, added, removed, state, isKept } of files) {
    const fate = state === 'as-written' ? words.fates[action] : words.left[state];
    const counts = state === 'as-written' && added !== undefined ? `+${added} −${removed}` : '';
    output.line(
      ['', path, counts, fate, isKept ? words.kept : ''].filter((part, nth) => nth === 0 || part !== '').join('  '),
    );
  }
  const ends = plan.ends.questions + plan.ends.calls + plan.ends.queued > 0;
  const lines = [
    !keepsFiles && plan.isUntold && words.untold,
    !keepsFiles && plan.copiedFrom && words.copied(plan.copiedFrom),
    plan.isAtWork && words.atWork,
    words.talks[at.talk],
    at.talk === 'course' && ends && words.ends(plan.ends),
    flags.text('edit') !== undefined && words.sends,
  ];
  for (const line of lines) if (line) output.line(line);
  return exitCodes.ok;
}

async function perform(call: CommandCall, at: At): Promise<ExitCode> {
  const { flags } = call;
  const { runtime, talk } = at;
  const named = await messageNamed(call, at);
  const read = readImageFiles(call);
  if (!named.ok) return refused(call, named);
  if (!read.ok) return refused(call, read);
  const { dialog, msgId: to } = named.message;
  const content = flags.text('edit');
  const run = () =>
    runtime.perform({
      kind: 'restore',
      dialog,
      to,
      talk,
      files: !flags.isSet('keep-files'),
      msgId: randomUUID(),
      ...(content !== undefined && { say: { content, images: read.images } }),
    });
  const intent = { dialog, to, talk };
  if (content !== undefined) {
    return driveRoots(call, { runtime, role: 'driver' }, async () => {
      const done = await run();
      if (!done.ok) return done;
      printDone(call, intent, done);
      return { ok: true, rootIds: [done.rootId ?? dialog.rootId] };
    });
  }
  const done = await run();
  if (!done.ok) return refused(call, done);
  printDone(call, intent, done);
  return exitCodes.ok;
}

function printDone(
  { output }: CommandCall,
  { dialog, to, talk }: { readonly dialog: DialogRef; readonly to: string; readonly talk: Talk },
  { restored, rootId: forkId, course }: Restored,
): void {
  const words = output.words.restore;
  const where = { ...(forkId && { forkId }), ...(course !== undefined && { course }) };
  output.json({ type: 'restored', ...dialog, to, talk, ...where, ...restored });
  printFiles(output, restored);
  output.line(words.restored(restored.restored.length));
  if (forkId) output.line(words.inFork(forkId));
  if (course !== undefined) output.line(words.inCourse(course));
  if (restored.restored.length > 0) output.note(words.redo(dialog.rootId));
}

async function redo(call: CommandCall, runtime: ActingRuntime, dialog: DialogRef): Promise<ExitCode> {
  const done = await runtime.perform({ kind: 'redoEdits', dialog });
  if (!done.ok) return refused(call, done);
  const { output } = call;
  output.json({ type: 'redone', ...dialog, ...done.redone });
  printFiles(output, done.redone);
  output.line(output.words.restore.redone(done.redone.restored.length));
  return exitCodes.ok;
}

function printFiles(output: CommandCall['output'], { restored, left }: UndoneEdits): void {
  const words = output.words.restore;
  for (const path of restored) output.line(`  ${path}`);
  for (const { path, why } of left) output.line(`  ${path}  ${words.left[why]}`);
}
