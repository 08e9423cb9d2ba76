// The shape of a command, and its access to the runtime.
import type { Outcome } from '../../core/facts/trouble.ts';
import { type ActingRuntime, asPerson } from '../../runtime/api.ts';
import type { Host } from '../host.ts';
import { showRefusal } from '../refusals.ts';

/** A command of the palette, of menus and of keys. `target` is what a menu or a link hands over: untrusted in shape. */
export interface EditorCommand {
  readonly id: `dominds.${string}`;
  /** `all`: everything that is selected where a menu was opened. */
  run(host: Host, target: unknown, all?: readonly unknown[]): Promise<void> | void;
}

/** Work with the runtime; its refusal, if it has one, is shown. */
type Work = (runtime: ActingRuntime) => Promise<Outcome<object> | undefined>;

/** Runs work that changes nothing; opens the rtws if need be. */
export async function reading({ rtws }: Pick<Host, 'rtws'>, work: Work): Promise<void> {
  const opened = await rtws.open();
  const outcome = opened.ok ? await work(asPerson(opened.runtime, 'command')) : opened;
  // Not waited for: a command is over although its message may stand for long.
  if (outcome && !outcome.ok) void showRefusal(outcome);
}

/** Runs work that begins something or concerns all dialogs: only where they are driven from this window. */
export async function beginning(host: Pick<Host, 'rtws'>, work: Work): Promise<void> {
  await reading(host, runtime => {
    const refused = host.rtws.refusalToBegin();
    return refused ? Promise.resolve(refused) : work(runtime);
  });
}

/** Runs work that may drive dialogs; refused in a folder that is not trusted (SPEC 12.5). */
export async function driving(host: Pick<Host, 'rtws'>, work: Work): Promise<void> {
  await reading(host, runtime => {
    const refused = host.rtws.refusalToDrive();
    return refused ? Promise.resolve(refused) : work(runtime);
  });
}
