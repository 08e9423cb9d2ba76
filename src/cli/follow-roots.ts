// Commands that drive trees: they follow them until they settle, in any process, or only record.
import type { RootId } from '../core/base/ids.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { ActingRuntime, Runtime } from '../runtime.ts';
import type { CommandCall } from './command.ts';
import { type DriveIntent, driveRoots, printSettled } from './drive.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { open, readOnlyTrust, refused, useAndClose, withDriver } from './open.ts';
import { settledNow } from './print/shapes.ts';
import { trustOf } from './trust.ts';

/**
 * Records something and follows the trees that go on by it: drives them, or, where workers drive the trees of a store,
 * lets them. `record` gives the roots to follow.
 */
export async function followRoots(call: CommandCall, record: (runtime: Runtime) => DriveIntent): Promise<ExitCode> {
  const trust = await trustOf(call);
  const opened = await open(call, 'drive', trust, call.store ? {} : { takesOver: 'drive' });
  if (opened.ok)
    return useAndClose(call, { runtime: opened.runtime, trust }, runtime =>
      driveRoots(call, { runtime, role: 'driver' }, record(runtime)),
    );
  if (opened.code !== 'driven-elsewhere' || !call.store) return refused(call, opened);
  const recording = await open(call, 'record', trust);
  if (!recording.ok) return refused(call, recording);
  const { runtime } = recording;
  // Closed first: workers drive a tree once this process lets it go.
  const before = lastNumbers(runtime);
  const outcome = await record(runtime)().finally(() => runtime.close());
  if (!outcome.ok) return refused(call, outcome);
  // Workers may have begun before this process follows: that is told, too.
  const newsAfter = new Map(outcome.rootIds.map(rootId => [rootId, before.get(rootId) ?? 0]));
  const beside = await open(call, 'read', readOnlyTrust, { newsAfter });
  if (!beside.ok) return refused(call, beside);
  return useAndClose(call, { runtime: beside.runtime, trust: readOnlyTrust }, follower =>
    driveRoots(call, { runtime: follower, role: 'follower' }, async () => outcome),
  );
}

function lastNumbers(runtime: Runtime): ReadonlyMap<RootId, number> {
  return new Map(runtime.listRoots().map(({ rootId, lastNumber = 0 }) => [rootId, lastNumber]));
}

/**
 * Records what a person says and drives nothing; where another process drives, it is handed over. `say` gives the root.
 */
export async function recordOnly(
  call: CommandCall,
  say: (runtime: ActingRuntime) => Promise<Outcome<{ rootId: RootId }>>,
): Promise<ExitCode> {
  const use = async (runtime: ActingRuntime) => {
    const said = await say(runtime);
    if (!said.ok) return refused(call, said);
    const now = await settledNow(runtime, said.rootId);
    if (!now.ok) return refused(call, now);
    printSettled(call, now.settled);
    return exitCodes.ok;
  };
  return withDriver(call, use, 'record');
}
