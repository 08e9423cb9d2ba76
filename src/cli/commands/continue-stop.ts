// `continue`, `stop` and `retry`: of one dialog, of a tree when a root is named, or of the whole rtws.
import type { DialogRef, RootId } from '../../core/base/ids.ts';
import { formatRef } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ActingRuntime, Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { followRoots } from '../follow-roots.ts';
import { refused, withDriver, wrongUsage } from '../open.ts';
import { refJson, settledJson, settledNow } from '../print/shapes.ts';

export const continueCommand: Command = {
  name: 'continue',
  usage: '[<dialog>] [--all]',
  args: ['dialog?'],
  options: { all: { type: 'boolean' } },
  async run(call) {
    if (namesBoth(call)) return wrongUsage(call, { id: 'dialog-and-all' });
    let waiting = 0;
    let stuck: readonly RootId[] = [];
    const code = await followRoots(call, runtime => async () => {
      const [name] = call.args;
      const outcome = await (name === undefined ? continueAll(runtime) : continueOne(runtime, name));
      if (!outcome.ok) return outcome;
      stuck = name === undefined ? interruptedBut(runtime, outcome.rootIds) : [];
      for (const rootId of stuck) call.output.note(call.output.words.staysInterrupted(rootId));
      if (outcome.rootIds.length > 0) return outcome;
      const asking = rootsThatAsk(runtime);
      waiting = asking.reduce((sum, { questions }) => sum + questions, 0);
      for (const { rootId } of asking) {
        const now = await settledNow(runtime, rootId);
        if (now.ok) call.output.json(settledJson(now.settled));
      }
      const { nothingLeft, questionsWait, asleepStill } = call.output.words;
      const sleeping = runtime.listRoots({ status: 'running' }).filter(({ sleeps }) => sleeps);
      if (waiting > 0) call.output.note(questionsWait(waiting));
      if (sleeping.length > 0) call.output.note(asleepStill(sleeping.length));
      if (waiting + sleeping.length + stuck.length === 0) call.output.note(nothingLeft);
      return outcome;
    });
    if (code !== exitCodes.ok) return code;
    if (waiting > 0) return exitCodes.questionOpen;
    return stuck.length > 0 ? exitCodes.interrupted : code;
  },
};

/** Roots that stay interrupted although all were continued: their records cannot be read, or nothing can be written. */
function interruptedBut(runtime: Runtime, continued: readonly RootId[]): readonly RootId[] {
  return runtime
    .listRoots({ status: 'running' })
    .filter(({ state, interrupted }) => state === 'interrupted' || interrupted)
    .flatMap(({ rootId }) => (continued.includes(rootId) ? [] : rootId));
}

/** Nobody but the person goes on with what waits for an answer. */
function rootsThatAsk(runtime: Runtime) {
  return runtime.listRoots({ status: 'running' }).filter(({ questions }) => questions > 0);
}

async function continueAll(runtime: Runtime): Promise<Outcome<{ rootIds: readonly RootId[] }>> {
  const all = await runtime.perform({ kind: 'continueAll' });
  return all.ok ? { ok: true, rootIds: [...new Set(all.continued.map(({ rootId }) => rootId))] } : all;
}

async function continueOne(runtime: Runtime, name: string): Promise<Outcome<{ rootIds: readonly RootId[] }>> {
  const resolved = await runtime.resolve(name);
  if (!resolved.ok) return resolved;
  const continued = await runtime.perform({ kind: 'continue', dialog: resolved.dialog });
  return continued.ok ? { ok: true, rootIds: [resolved.dialog.rootId] } : continued;
}

export const stop: Command = {
  name: 'stop',
  usage: '[<dialog>] [--all]',
  args: ['dialog?'],
  options: { all: { type: 'boolean' } },
  async run(call) {
    if (namesBoth(call)) return wrongUsage(call, { id: 'dialog-and-all' });
    return withDriver(call, async runtime => {
      const [name] = call.args;
      const outcome = await (name === undefined ? runtime.perform({ kind: 'stopAll' }) : stopOne(runtime, name));
      if (!outcome.ok) return refused(call, outcome);
      call.output.json({ stopped: outcome.stopped.map(refJson) });
      for (const dialog of outcome.stopped) call.output.line(call.output.words.stopped(formatRef(dialog)));
      if (outcome.stopped.length === 0) call.output.note(call.output.words.nothingRan);
      return exitCodes.ok;
    });
  },
};

async function stopOne(runtime: Runtime, name: string): Promise<Outcome<{ stopped: readonly DialogRef[] }>> {
  const resolved = await runtime.resolve(name);
  if (!resolved.ok) return resolved;
  return runtime.perform({ kind: 'stop', dialog: resolved.dialog });
}

export const retry: Command = {
  name: 'retry',
  usage: '<dialog>',
  args: ['dialog'],
  options: {},
  async run(call) {
    const use = async (runtime: ActingRuntime) => {
      const resolved = await runtime.resolve(argument(call, 0));
      if (!resolved.ok) return refused(call, resolved);
      const outcome = await runtime.perform({
        kind: 'retryNow',
        dialog: resolved.dialog,
      });
      if (!outcome.ok) return refused(call, outcome);
      call.output.json({ retried: outcome.retried.map(refJson) });
      for (const dialog of outcome.retried) call.output.line(call.output.words.retried(formatRef(dialog)));
      return exitCodes.ok;
    };
    return withDriver(call, use, 'record');
  },
};

function namesBoth({ args, flags }: CommandCall): boolean {
  return args.length > 0 && flags.isSet('all');
}
