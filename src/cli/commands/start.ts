// `start`: a new root dialog, driven until nothing in its tree can go on.

import { randomUUID } from 'node:crypto';
import type { RootId } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { IntentOf } from '../../core/intents/intents.ts';
import type { Runtime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { printSettled } from '../drive.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { followRoots } from '../follow-roots.ts';
import { refused, withDriver, withRuntime, wrongUsage } from '../open.ts';
import { settledNow } from '../print/shapes.ts';
import { readImageFiles } from '../read-images.ts';
import { readStdin } from '../read-stdin.ts';

export const start: Command = {
  name: 'start',
  usage:
    '[text] [--agent a] [--taskdoc p.tsk] [--mode chat|draft] [--domain d] [--image file]… [--no-diligence] [--no-wait] [--require verified]',
  args: ['text?'],
  options: {
    agent: { type: 'string' },
    taskdoc: { type: 'string' },
    mode: { type: 'string' },
    domain: { type: 'string' },
    image: { type: 'string', multiple: true },
    'no-diligence': { type: 'boolean' },
    'no-wait': { type: 'boolean' },
    require: { type: 'string' },
  },
  values: {
    '--agent': 'member',
    '--mode': ['chat', 'draft'],
    '--taskdoc': 'file',
    '--domain': 'domain',
    '--require': ['verified'],
    '--image': 'file',
  },
  async run(call) {
    const mode = call.flags.text('mode');
    if (mode !== undefined && mode !== 'chat' && mode !== 'draft') {
      return wrongUsage(call, { id: 'one-of', what: '--mode', options: ['chat', 'draft'], given: mode });
    }
    const required = call.flags.text('require');
    if (required !== undefined && required !== 'verified')
      return wrongUsage(call, { id: 'one-of', what: '--require', options: ['verified'], given: required });
    const read = readImageFiles(call);
    if (!read.ok) return refused(call, read);
    const said = await saidIn(call);
    if (!said) return exitCodes.failed;
    const input: IntentOf<'start'> = {
      ...startInput(call, mode),
      ...said,
      ...(read.images.length > 0 && { images: read.images }),
    };
    if (!call.flags.isSet('no-wait')) return followRoots(call, runtime => () => startRoot(call, runtime, input));
    const record = (runtime: Runtime) => startOnly(call, runtime, input);
    // Beside workers of a store it is recorded here.
    return call.store ? withRuntime(call, 'record', record) : withDriver(call, record, 'record');
  },
};

/** How long a piped text may take to begin. */
const STDIN_MS = 2_000;

/**
 * The given text, else that of standard input where it is no terminal; undefined when that cannot be read, which was
 * said.
 */
async function saidIn(call: CommandCall): Promise<Pick<IntentOf<'start'>, 'text'> | undefined> {
  const [given] = call.args;
  if (given !== undefined || !call.io.isPiped) return given === undefined ? {} : { text: given };
  const piped = await readStdin(call, { silenceMs: STDIN_MS });
  if (piped === undefined) return undefined;
  return piped.trim() === '' ? {} : { text: piped.trim() };
}

function startInput({ flags }: CommandCall, mode: IntentOf<'start'>['mode']): IntentOf<'start'> {
  return {
    kind: 'start',
    msgId: randomUUID(),
    agentId: flags.text('agent'),
    taskDocPath: flags.text('taskdoc'),
    mode,
    domain: flags.text('domain'),
    ...(flags.isSet('no-diligence') && { noDiligence: true }),
  };
}

async function startRoot(
  call: CommandCall,
  runtime: Runtime,
  input: IntentOf<'start'>,
): Promise<Outcome<{ rootIds: readonly RootId[] }>> {
  const started = await runtime.perform(input);
  if (!started.ok) return started;
  // Without a text nothing is said, so the id is the result.
  if (input.text === undefined && !input.images) call.output.line(started.rootId);
  return { ok: true, rootIds: [started.rootId] };
}

async function startOnly(call: CommandCall, runtime: Runtime, input: IntentOf<'start'>): Promise<ExitCode> {
  const started = await runtime.perform(input);
  if (!started.ok) return refused(call, started);
  call.output.line(started.rootId);
  return printAsItStands(call, runtime, started.rootId);
}

async function printAsItStands(call: CommandCall, runtime: Runtime, rootId: RootId): Promise<ExitCode> {
  const now = await settledNow(runtime, rootId);
  if (!now.ok) return refused(call, now);
  printSettled(call, now.settled);
  return exitCodes.ok;
}
