// `work`: a worker over the PostgreSQL store, until a signal (SPEC 20.3). With --json a line an event.
import path from 'node:path';
import pkg from '../../../../package.json' with { type: 'json' };
import { refuse } from '../../../core/facts/trouble.ts';
import type { LiveTraces } from '../../../doors/otlp/live.ts';
import { openLiveTraces } from '../../../doors/otlp/open-live.ts';
import { openWorker, type ServedWorkspace, workspaceName } from '../../../runtime.ts';
import type { UsageFault } from '../../../words/command-line.ts';
import type { Command, CommandCall } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { refused, wrongUsage } from '../../open.ts';
import { printStoreOutage, printUnreadable } from '../../store-away.ts';
import { type Trust, trustOf } from '../../trust.ts';

/** Trees that a worker drives at a time. */
const USUAL_ROOM = 50;

export const work: Command = {
  name: 'work',
  usage: '[--serve name=path]… [--room n]',
  helpValues: { room: USUAL_ROOM },
  args: [],
  options: { serve: { type: 'string', multiple: true }, room: { type: 'string' } },
  values: { '--serve': 'folder' },
  async run(call) {
    if (!call.store) return refused(call, refuse('no-store'));
    const room = call.flags.text('room') ?? String(USUAL_ROOM);
    if (!/^[1-9]\d{0,4}$/.test(room)) return wrongUsage(call, { id: 'number-from-1', flag: '--room', given: room });
    const serves = servedBy(call);
    if (!Array.isArray(serves)) return wrongUsage(call, serves);
    return runWorker(call, { url: call.store.url, room: Number(room), serves });
  },
};

async function runWorker(
  call: CommandCall,
  { url, room, serves }: { readonly url: string; readonly room: number; readonly serves: readonly ServedWorkspace[] },
): Promise<ExitCode> {
  const { io, output } = call;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  // Before the first claim: a signal must not meet a worker that does not listen.
  const interrupt = io.onInterrupt(end);
  const traces: LiveTraces[] = [];
  const opened = await openWorker({
    url,
    room,
    env: io.env,
    serves: await Promise.all(serves.map(async each => ({ ...each, ...(await trustIn(call, each)) }))),
    onEvent(event) {
      output.json(event);
      const why = event.why === undefined ? '' : `: ${event.why}`;
      output.line(`${output.words.store.events[event.type]} ${event.rootId}${why}`);
    },
    onOpened(runtime) {
      const opened = openLiveTraces(runtime, io.env, { version: pkg.version, warn: output.trouble });
      if (opened) traces.push(opened);
    },
    onAway: why => printStoreOutage(output, why),
    onUnread: why => printUnreadable(output, why),
  });
  if (!opened.ok) {
    interrupt.dispose();
    return refused(call, opened);
  }
  output.note(output.words.serves(serves.map(({ name }) => name)));
  await ended;
  await opened.worker.close();
  await Promise.all(traces.map(each => each.close()));
  interrupt.dispose();
  return exitCodes.ok;
}

async function trustIn(call: CommandCall, { rtws }: ServedWorkspace): Promise<Omit<Trust, 'tell'>> {
  const { tell, ...trust } = await trustOf({ ...call, rtws });
  tell();
  return trust;
}

/** The workspaces to serve, or what is wrong with the flags. */
function servedBy({ flags, rtws, io }: CommandCall): ServedWorkspace[] | UsageFault {
  const given = flags.all('serve');
  if (given.length === 0) return [{ name: workspaceName(rtws, io.env), rtws }];
  const served = given.map(text => /^([^=]+)=(.+)$/.exec(text));
  const wrong = served.indexOf(null);
  if (wrong !== -1) return { id: 'not-a-workspace', given: given[wrong] ?? '' };
  const serves = served.map(found => ({ name: found?.[1] ?? '', rtws: path.resolve(io.cwd, found?.[2] ?? '') }));
  const twice = serves.find(({ name }, index) => serves.findIndex(each => each.name === name) < index);
  return twice ? { id: 'served-twice', name: twice.name } : serves;
}
