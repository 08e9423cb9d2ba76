// Opens the runtime for one command and closes it again, whatever the command does.
import type { DialogRef, RootId } from '../core/dialog/ids.ts';
import { formatRef, isRootRef } from '../core/dialog/ids.ts';
import type { Outcome, Refusal } from '../core/trouble.ts';
import { refuse } from '../core/trouble.ts';
import type { OpenMode, Runtime } from '../runtime.ts';
import type { CommandCall } from './command.ts';
import type { ExitCode } from './exit-code.ts';
import { exitCodes, refusalExitCode } from './exit-code.ts';

/** Prints a refusal and gives its exit code. */
export function refused({ output }: CommandCall, refusal: Refusal): ExitCode {
  output.error(refusal);
  return refusalExitCode(refusal.code);
}

/** Prints why this use of the command is wrong, and gives exit code 2. */
export function wrongUsage({ output, command }: CommandCall, what: string): ExitCode {
  output.error({ code: 'usage', message: what, remedy: `usage: dominds ${command.name} ${command.usage}` });
  return exitCodes.usage;
}

type Use = (runtime: Runtime) => Promise<ExitCode>;

/** Opens the rtws, prints what is wrong with its files, and runs `use`. */
export async function withRuntime(call: CommandCall, mode: OpenMode, use: Use): Promise<ExitCode> {
  const opened = await open(call, mode);
  return opened.ok ? useAndClose(call, opened.runtime, use) : refused(call, opened);
}

/** Whether this process drives the rtws, or another one to which intents are handed (SPEC 9.4). */
export type Role = 'driver' | 'follower';

/**
 * Opens the rtws for an intent that another driver can carry out: as the driver, or beside it. A runtime that cannot hand
 * an intent over refuses it with `driven-elsewhere`.
 */
export async function withDriver(
  call: CommandCall,
  use: (runtime: Runtime, role: Role) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await open(call, 'drive');
  if (opened.ok) return useAndClose(call, opened.runtime, runtime => use(runtime, 'driver'));
  if (opened.code !== 'driven-elsewhere') return refused(call, opened);
  const beside = await open(call, 'read', { takesOver: true });
  return beside.ok ? useAndClose(call, beside.runtime, runtime => use(runtime, 'follower')) : refused(call, beside);
}

function open(
  { openRuntime, rtws, io }: CommandCall,
  mode: OpenMode,
  also: { takesOver?: true } = {},
): Promise<Outcome<{ runtime: Runtime }>> {
  return openRuntime({ rtws, env: io.env, mode, ...also });
}

async function useAndClose({ output }: CommandCall, runtime: Runtime, use: Use): Promise<ExitCode> {
  const told = new Set<string>();
  const tell = () => {
    for (const problem of runtime.problems()) {
      const key = JSON.stringify(problem);
      if (!told.has(key)) output.warning(problem);
      told.add(key);
    }
  };
  try {
    tell();
    return await use(runtime);
  } finally {
    // What went wrong meanwhile, like a server that could not be started.
    tell();
    await runtime.close();
  }
}

/** The root dialog of that name; a subdialog is refused with the name of its root. */
export async function resolveRoot(runtime: Runtime, name: string): Promise<Outcome<{ rootId: RootId }>> {
  const resolved = await runtime.resolve(name);
  if (!resolved.ok) return resolved;
  const { dialog } = resolved;
  if (isRootRef(dialog)) return { ok: true, rootId: dialog.rootId };
  return refuse('invalid-argument', `${formatRef(dialog)} is a subdialog`, `name its root: ${dialog.rootId}`);
}

/** Runs `use` with the dialog of that name, in an rtws opened for `mode`. */
export function withDialog(
  call: CommandCall,
  target: { readonly mode: OpenMode; readonly name: string },
  use: (runtime: Runtime, dialog: DialogRef) => Promise<ExitCode>,
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
  use: (runtime: Runtime, rootId: RootId) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withRuntime(call, target.mode, async runtime => {
    const resolved = await resolveRoot(runtime, target.name);
    return resolved.ok ? use(runtime, resolved.rootId) : refused(call, resolved);
  });
}
