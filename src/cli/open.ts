// Opens the runtime for one command and always closes it again.
import pkg from '../../package.json' with { type: 'json' };
import { type DialogRef, formatRef, isRootRef, type RootId } from '../core/base/ids.ts';
import { type Outcome, type Refusal, refuse } from '../core/facts/trouble.ts';
import { openLiveTraces } from '../doors/otlp/open-live.ts';
import {
  type ActingRuntime,
  asPerson,
  type OpenMode,
  type OpenStore,
  type Runtime,
  type WriteMode,
} from '../runtime.ts';
import type { UsageFault } from '../words/command-line.ts';
import { sayRefusal } from '../words/say.ts';
import { sayUsage } from '../words/say-command-line.ts';
import type { CommandCall, OpenRuntime } from './command.ts';
import { type ExitCode, exitCodes, refusalExitCode } from './exit-code.ts';
import { usageLine } from './print/help.ts';
import { printStoreOutage, printUnreadable } from './store-away.ts';
import { type Trust, trustOf } from './trust.ts';

/** Prints a refusal and gives its exit code. */
export function refused(
  { output, store }: Pick<CommandCall, 'output' | 'store'>,
  refusal: Refusal,
  remedy?: string,
): ExitCode {
  const { id } = refusal.why;
  const told = sayRefusal(refusal, output.language);
  output.error({ code: refusal.code, ...(id !== 'told' && { id }), ...told, ...(remedy !== undefined && { remedy }) });
  return refusalExitCode(refusal.code, store !== undefined);
}

/** Prints why this use of the command is wrong, and gives exit code 2. */
export function wrongUsage({ output, command, args }: CommandCall, fault: UsageFault): ExitCode {
  const remedy = output.words.usageLine(usageLine(command, args[0]));
  output.error({ code: 'usage', message: sayUsage(fault, output.language), remedy });
  return exitCodes.usage;
}

type Also = Pick<Parameters<OpenRuntime>[0], 'takesOver' | 'wakes' | 'address' | 'inView'> &
  Pick<OpenStore, 'newsAfter' | 'handsOver'>;
type Use = (runtime: ActingRuntime) => Promise<ExitCode>;

/** Opens the rtws, prints the problems of its files, and runs `use`. */
export async function withRuntime(call: CommandCall, mode: OpenMode, use: Use, also: Also = {}): Promise<ExitCode> {
  const trust = mode === 'drive' || call.command.startsServers ? await trustOf(call) : await readingTrust(call);
  const opened = await open(call, mode, trust, also);
  return opened.ok ? useAndClose(call, { runtime: opened.runtime, trust }, use) : refused(call, opened);
}

/** Whether this process drives the rtws, or another one that gets the intents (SPEC 9.4). */
export type DrivingRole = 'driver' | 'follower';

/**
 * Opens the rtws for an intent that another driver can carry out: as the driver (`record`: without driving anything),
 * or beside it. A runtime that cannot hand an intent over refuses it with `driven-elsewhere`.
 */
export async function withDriver(
  call: CommandCall,
  use: (runtime: ActingRuntime, role: DrivingRole) => Promise<ExitCode>,
  mode: WriteMode = 'drive',
): Promise<ExitCode> {
  const opened = await openDriver(call, mode);
  return opened.ok ? useAndClose(call, opened, runtime => use(runtime, opened.role)) : refused(call, opened);
}

/** An rtws that was opened for intents. */
export interface OpenedDriver {
  readonly runtime: Runtime;
  readonly trust: Trust;
  readonly role: DrivingRole;
}

/** The same for a caller that uses and closes it with `useAndClose`. */
export async function openDriver(call: CommandCall, mode: WriteMode = 'drive'): Promise<Outcome<OpenedDriver>> {
  const trust = mode === 'drive' ? await trustOf(call) : await readingTrust(call);
  const opened = await open(call, mode, trust, { handsOver: true, ...(!call.store && { takesOver: mode }) });
  if (opened.ok) return { ...opened, trust, role: 'driver' };
  if (opened.code !== 'driven-elsewhere') return opened;
  const beside = await open(call, 'read', trust, { takesOver: mode });
  return beside.ok ? { ...beside, trust: readOnlyTrust, role: 'follower' } : beside;
}

/** For commands that neither drive nor start anything: nothing needs trust. */
export const readOnlyTrust: Trust = { isUntrusted: true, tell: () => {} };

/** The same, once the person's word is kept where they give it: commands that run in the folder follow it. */
async function readingTrust(call: CommandCall): Promise<Trust> {
  if (call.trust) await trustOf(call);
  return readOnlyTrust;
}

/** Opens the rtws for one command; the caller closes it. */
export function open(
  call: CommandCall,
  mode: OpenMode,
  { isUntrusted, trustedActs }: Trust,
  also: Also = {},
): Promise<Outcome<{ runtime: Runtime }>> {
  const { openRuntime, rtws, io, store, output } = call;
  const { newsAfter, handsOver, ...more } = also;
  const drive = store?.here ? ('here' as const) : ('workers' as const);
  const chosen = store && {
    store: {
      url: store.url,
      drive,
      ...(newsAfter && { newsAfter }),
      ...(handsOver && { handsOver }),
      onAway: (why: Error | undefined) => printStoreOutage(output, why),
      onUnread: (why: Error | undefined) => printUnreadable(output, why),
    },
  };
  return openRuntime({
    rtws,
    env: io.env,
    mode,
    // What is due starts without anybody's word, so that a command that waits for it drives from the beginning.
    ...(!also.wakes && { drivesLate: true as const }),
    isUntrusted,
    ...(trustedActs && { trustedActs }),
    ...more,
    ...chosen,
  });
}

/** Runs `use`, prints the problems of the rtws's files, and closes it. */
export async function useAndClose(
  { output, io }: CommandCall,
  { runtime, trust }: { readonly runtime: Runtime; readonly trust: Trust },
  use: Use,
): Promise<ExitCode> {
  const told = new Set<string>();
  const tell = () => {
    for (const problem of runtime.problems()) {
      const key = JSON.stringify(problem);
      if (!told.has(key)) output.warning(problem);
      told.add(key);
    }
  };
  // What a command of a member did to the dialogs is said at once.
  runtime.subscribe(event => event.type === 'recorded' && event.record.kind === 'generationStarted' && tell());
  const traces = openLiveTraces(runtime, io.env, { version: pkg.version, warn: output.trouble });
  try {
    tell();
    trust.tell();
    return await use(asPerson(runtime, 'cli'));
  } finally {
    // New problems since, like a server that could not be started.
    tell();
    await runtime.close();
    await traces?.close();
  }
}

/** The root dialog of that name; a subdialog is refused with the name of its root. */
async function resolveRoot(runtime: Runtime, name: string): Promise<Outcome<{ rootId: RootId }>> {
  const resolved = await runtime.resolve(name);
  if (!resolved.ok) return resolved;
  const { dialog } = resolved;
  if (isRootRef(dialog)) return { ok: true, rootId: dialog.rootId };
  return refuse('subdialog', { dialog: formatRef(dialog), rootId: dialog.rootId });
}

/** Runs `use` with the root dialog of that name, for an intent that another driver can carry out. */
export function withDrivenRoot(
  call: CommandCall,
  target: { readonly mode: 'drive' | 'record'; readonly name: string },
  use: (runtime: ActingRuntime, rootId: RootId) => Promise<ExitCode>,
): Promise<ExitCode> {
  const useRoot = async (runtime: ActingRuntime) => {
    const found = await resolveRoot(runtime, target.name);
    return found.ok ? use(runtime, found.rootId) : refused(call, found);
  };
  return withDriver(call, useRoot, target.mode);
}

/** Runs `use` with the dialog of that name, in an rtws opened for `mode`. */
export function withDialog(
  call: CommandCall,
  target: { readonly mode: OpenMode; readonly name: string },
  use: (runtime: ActingRuntime, dialog: DialogRef) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withRuntime(call, target.mode, async runtime => {
    const resolved = await runtime.resolve(target.name);
    return resolved.ok ? use(runtime, resolved.dialog) : refused(call, resolved);
  });
}

/** Runs `use` with the root dialog of that name, in an rtws opened for `mode`. */
export function withRoot(
  call: CommandCall,
  target: { readonly mode: OpenMode; readonly name: string },
  use: (runtime: ActingRuntime, rootId: RootId) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withRuntime(call, target.mode, async runtime => {
    const resolved = await resolveRoot(runtime, target.name);
    return resolved.ok ? use(runtime, resolved.rootId) : refused(call, resolved);
  });
}
