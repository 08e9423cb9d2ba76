// `done`, `archive`, `reopen`, `dismiss` and `tell`: how dialogs and calls end, come back, and are steered (SPEC 1.6, 1.7, 19.2).
import { randomUUID } from 'node:crypto';
import type { CallId, RootId } from '../../core/dialog/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDrivenRoot, withRoot } from '../open.ts';

export const done: Command = {
  name: 'done',
  usage: '<root> [--force]',
  summary: 'Mark a root dialog as done',
  details: '  --force  also while questions or subdialogs are pending; they are closed',
  args: ['root'],
  options: { force: { type: 'boolean' } },
  run: call => changeStatus(call, (runtime, rootId) => runtime.markDone(rootId, { force: call.flags.isSet('force') })),
};

export const archive: Command = {
  name: 'archive',
  usage: '<root>',
  summary: 'Move a root dialog to the archive',
  args: ['root'],
  options: {},
  run: call => changeStatus(call, (runtime, rootId) => runtime.archive(rootId)),
};

export const reopen: Command = {
  name: 'reopen',
  usage: '<root>',
  summary: 'Make a done or archived root dialog running again',
  details: 'It rests until somebody says something.',
  args: ['root'],
  options: {},
  run: call => changeStatus(call, (runtime, rootId) => runtime.reopen(rootId)),
};

type StatusChange = (runtime: Runtime, rootId: RootId) => Promise<Outcome<{ status: Status }>>;

function changeStatus(call: CommandCall, change: StatusChange): Promise<ExitCode> {
  return withRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
    const changed = await change(runtime, rootId);
    if (!changed.ok) {
      const remedy = call.output.words.finishOrEnd(rootId);
      return refused(call, changed, changed.code === 'pending-work' ? remedy : undefined);
    }
    const { status } = changed;
    call.output.json({ rootId, status });
    call.output.line(`${rootId} is ${status}`);
    return exitCodes.ok;
  });
}

export const dismiss: Command = {
  name: 'dismiss',
  usage: '<root> <callId>',
  summary: 'End a call that is no longer needed',
  details:
    'dominds tree <root> --json shows the pending calls. The caller gets a failed answer and goes on when driven.',
  args: ['root', 'callId'],
  options: {},
  values: { callId: 'call' },
  run: call =>
    withDrivenRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
      const dismissed = await runtime.dismiss(rootId, argument(call, 1) as CallId);
      if (!dismissed.ok) return refused(call, dismissed);
      const { callId } = dismissed;
      call.output.json({ callId });
      call.output.line(`call ${callId} is dismissed`);
      return exitCodes.ok;
    }),
};

export const tell: Command = {
  name: 'tell',
  usage: '<root> <callId> <text>',
  summary: 'Say something to the member that works on a call',
  details:
    'dominds tree <root> --json shows the pending calls. The member reads it at its next step and goes on when driven.',
  args: ['root', 'callId', 'text'],
  options: {},
  values: { callId: 'call' },
  run: call =>
    withDrivenRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
      const words = { callId: argument(call, 1) as CallId, content: argument(call, 2), msgId: randomUUID() };
      const told = await runtime.tellCallee(rootId, words);
      if (!told.ok) return refused(call, told);
      const { callId } = told;
      call.output.json({ callId });
      call.output.line(`told the member that works on call ${callId}`);
      return exitCodes.ok;
    }),
};
