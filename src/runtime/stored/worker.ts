// A worker: drives the trees of workspaces in a PostgreSQL store until it is closed (SPEC 20.3).
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Runtime } from '../api.ts';
import type { OpenOptions } from '../open-options.ts';
import type { WorkEvent } from '../roles/claims.ts';
import type { TrustedActs } from '../trust/folder-acts.ts';

/** A workspace of a store and its folder on this machine. */
export interface ServedWorkspace {
  /** Its name in the store. */
  readonly name: string;
  /** Absolute path of its folder. */
  readonly rtws: string;
  /** Withholds what the folder's files start or allow. */
  readonly isUntrusted?: boolean;
  readonly trustedActs?: TrustedActs;
}

export interface WorkerOptions {
  /** Address of the store. */
  readonly url: string;
  readonly serves: readonly ServedWorkspace[];
  /** Trees that it drives at a time, of all its workspaces. */
  readonly room: number;
  readonly env: NodeJS.ProcessEnv;
  readonly onEvent: (event: WorkEvent) => void;
  /** Told why the store cannot be reached, and `undefined` when it can be again. */
  readonly onAway: (why: Error | undefined) => void;
  /** Told why the store does not let this process read what others store, and `undefined` when it does again. */
  readonly onUnread?: (why: Error | undefined) => void;
  /** Told of the runtime of each workspace. */
  readonly onOpened?: (runtime: Runtime) => void;
}

export interface Worker {
  /** Ends everything in order within 10 s; other workers go on with its trees. */
  close(): Promise<void>;
}

/** Starts a worker; refused when the store or one of the folders cannot be opened. */
export async function openStoreWorker(
  { url, serves, room, env, onEvent, onAway, onUnread, onOpened }: WorkerOptions,
  openRuntime: (options: OpenOptions) => Promise<Outcome<{ runtime: Runtime }>>,
): Promise<Outcome<{ worker: Worker }>> {
  const runtimes: Runtime[] = [];
  const close = async () => {
    await Promise.all(runtimes.map(runtime => runtime.close()));
  };
  let held = 0;
  const count = (event: WorkEvent) => {
    held += event.type === 'claimed' ? 1 : -1;
    onEvent(event);
  };
  for (const { name, rtws, isUntrusted = false, trustedActs } of serves) {
    const opened = await openRuntime({
      rtws,
      env,
      mode: 'drive',
      isUntrusted,
      ...(trustedActs && { trustedActs }),
      ...((!isUntrusted || trustedActs) && { wakes: true as const }),
      store: {
        url,
        workspace: name,
        drive: 'here',
        worker: { freeRoom: () => room - held, room, onEvent: count },
        onAway,
        ...(onUnread && { onUnread }),
      },
    });
    if (!opened.ok) {
      await close();
      return opened;
    }
    runtimes.push(opened.runtime);
    onOpened?.(opened.runtime);
  }
  return { ok: true, worker: { close } };
}
