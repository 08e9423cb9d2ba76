// `done`, `archive`, `reopen`, `dismiss` and `tell`: how dialogs and calls end, come back, and are steered (SPEC 1.6,
// 1.7, 19.2).
import { randomUUID } from 'node:crypto';
import { type CallId, type RootId, rootRef } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDrivenRoot, withRoot } from '../open.ts';

export const done: Command = {
  name: 'done',
  usage: '<root> [--force]',
  args: ['root'],
  options: { force: { type: 'boolean' } },
  run: call =>
    changeStatus(call, (runtime, rootId) =>
      runtime.perform({ kind: 'markDone', dialog: rootRef(rootId), force: call.flags.isSet('force') }),
    ),
};

export const archive: Command = {
  name: 'archive',
  usage: '<root>',
  args: ['root'],
  options: {},
  run: call => changeStatus(call, (runtime, rootId) => runtime.perform({ kind: 'archive', dialog: rootRef(rootId) })),
};

export const reopen: Command = {
  name: 'reopen',
  usage: '<root>',
  args: ['root'],
  options: {},
  run: call => changeStatus(call, (runtime, rootId) => runtime.perform({ kind: 'reopen', dialog: rootRef(rootId) })),
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
    call.output.line(call.output.words.statusIs(rootId, status));
    return exitCodes.ok;
  });
}

export const dismiss: Command = {
  name: 'dismiss',
  usage: '<root> <callId>',
  args: ['root', 'callId'],
  options: {},
  values: { callId: 'call' },
  run: call =>
    withDrivenRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
      const dismissed = await runtime.perform({
        kind: 'dismiss',
        dialog: rootRef(rootId),
        callId: argument(call, 1) as CallId,
      });
      if (!dismissed.ok) return refused(call, dismissed);
      const { callId } = dismissed;
      call.output.json({ callId });
      call.output.line(call.output.words.dismissed(callId));
      return exitCodes.ok;
    }),
};

export const tell: Command = {
  name: 'tell',
  usage: '<root> <callId> <text>',
  args: ['root', 'callId', 'text'],
  options: {},
  values: { callId: 'call' },
  run: call =>
    withDrivenRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
      const words = { callId: argument(call, 1) as CallId, content: argument(call, 2), msgId: randomUUID() };
      const told = await runtime.perform({ kind: 'tell', dialog: rootRef(rootId), ...words });
      if (!told.ok) return refused(call, told);
      const { callId } = told;
      call.output.json({ callId });
      call.output.line(call.output.words.toldCallee(callId));
      return exitCodes.ok;
    }),
};
