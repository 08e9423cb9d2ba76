// Commands that run in the background for a dialog (SPEC 21.5): started, read and stopped by its tools, ended with the
// dialog, its tree and the process that drives them. Their output is kept in the dialog's folder.
import type { After } from '../../core/base/after.ts';
import type { DialogRef } from '../../core/base/ids.ts';
import type { ProcessOutcome } from '../../core/dialog/processes.ts';
import type { Said } from '../../core/prompt/said.ts';
import { drained, type ShellProcess, startShell } from '../shell-process.ts';
import type { Watch, WatchFindings } from '../work-tree/observe.ts';
import { type ByteFilter, hideSecrets } from './hide-secrets.ts';
import { outputDecoder, wholeCharacters } from './output-text.ts';
import { screenText } from './screen-text.ts';

/**
 * Where output is kept. Absent in an engine without a folder for each dialog: then it is kept in memory while the
 * command runs.
 */
export interface OutputStore {
  append(ref: DialogRef, processId: string, text: string): void;
  /** Bytes of it from an offset on, at most so many; undefined when there are none. */
  read(ref: DialogRef, processId: string, from: number, length: number): Uint8Array | undefined;
}

export interface BackgroundPorts {
  readonly env: () => Promise<{ readonly env: NodeJS.ProcessEnv; readonly hidden: readonly string[] }>;
  readonly after: After;
  readonly outputs: OutputStore;
  /** Called once for each command that was started. */
  readonly onEnded: (
    ref: DialogRef,
    end: { readonly processId: string; readonly outcome: ProcessOutcome; readonly code?: number },
    changes?: FoundAtEnd,
  ) => void;
  /** How many changes were recorded so far; later ones of others are not those of a command. */
  readonly changesSoFar?: () => number;
}

/** What a command changed. `since`: how many changes had been recorded when it began. */
export interface FoundAtEnd {
  readonly findings: WatchFindings;
  readonly since: number;
}

/** A command that ran in front so far. */
export interface GoingOn {
  readonly shell: ShellProcess;
  readonly filter: ByteFilter;
  /** What it has printed. */
  readonly before: string;
  /** Ends output that is cut. */
  readonly notKept: string;
  readonly watch?: Watch;
}

/** Bytes of output that are kept of one command; what comes then is dropped, and said so. */
const MAX_OUTPUT = 10_000_000;
/** Bytes that are read at once. */
export const MAX_READ = 16_000;
/** Time to end by itself for a command that is stopped. */
const STOP_GRACE_MS = 1_000;

interface Running {
  readonly ref: DialogRef;
  readonly processId: string;
  readonly shell: ShellProcess;
  readonly watch: Watch | undefined;
  readonly since: number;
  /** How it was ended from here, if it was. */
  ended?: 'stopped' | 'lost';
  /** Its dialog has recorded that it runs. */
  recorded: { readonly promise: Promise<void>; readonly resolve: () => void };
}

export class Background {
  readonly #ports: BackgroundPorts;
  readonly #running = new Map<string, Running>();

  constructor(ports: BackgroundPorts) {
    this.#ports = ports;
  }

  /** Starts a command; says what the system said when it cannot be started. `notKept` ends output that is cut. */
  async start(
    ref: DialogRef,
    processId: string,
    {
      command,
      folder,
      notKept,
      watch,
    }: { readonly command: string; readonly folder: string; readonly notKept: string; readonly watch?: Watch },
  ): Promise<string | Said | undefined> {
    const { env, hidden } = await this.#ports.env();
    const shell = startShell(command, { folder, env }, this.#ports.after);
    const follow = this.#keepOutput(ref, processId, {
      shell,
      filter: hideSecrets(hidden),
      notKept,
      ...(watch && { watch }),
    });
    const failed = await Promise.race([shell.ended, shell.spawned]);
    if (failed?.kind === 'not-started') {
      watch?.end();
      return failed.message;
    }
    follow();
    return undefined;
  }

  /** Goes on with a command of `run_shell` that a person lets run on. */
  adopt(ref: DialogRef, processId: string, { before, ...command }: GoingOn): void {
    if (before !== '') this.#ports.outputs.append(ref, processId, before);
    this.#keepOutput(ref, processId, command)();
  }

  /** Keeps output from now on; the result follows the command to its end. */
  #keepOutput(
    ref: DialogRef,
    processId: string,
    { shell, filter, notKept, watch }: Omit<GoingOn, 'before'>,
  ): () => void {
    const running: Running = {
      ref,
      processId,
      shell,
      watch,
      since: this.#ports.changesSoFar?.() ?? 0,
      recorded: Promise.withResolvers<void>(),
    };
    const decoder = outputDecoder();
    let size = 0;
    const keep = (bytes: Uint8Array) => {
      const isFull = size >= MAX_OUTPUT;
      size += bytes.length;
      if (isFull || bytes.length === 0) return;
      const text = decoder.pass(bytes);
      this.#ports.outputs.append(ref, processId, size >= MAX_OUTPUT ? `${text}\n${notKept}\n` : text);
    };
    shell.output.on('data', (chunk: Buffer) => keep(filter.pass(chunk)));
    return () => {
      this.#running.set(keyOf(ref, processId), running);
      void this.#follow(running, () => {
        keep(filter.rest());
        const last = decoder.rest();
        if (last !== '') this.#ports.outputs.append(ref, processId, last);
      });
    };
  }

  /** The start of a command was recorded: its end may be told from now on. */
  recorded(ref: DialogRef, processId: string): void {
    this.#running.get(keyOf(ref, processId))?.recorded.resolve();
  }

  isRunning(ref: DialogRef, processId: string): boolean {
    return this.#running.has(keyOf(ref, processId));
  }

  /** Output from a byte on, and where it goes on. */
  read(ref: DialogRef, processId: string, since: number): { readonly text: string; readonly next: number } {
    const bytes = wholeCharacters(this.#ports.outputs.read(ref, processId, since, MAX_READ) ?? new Uint8Array());
    return { text: screenText(new TextDecoder().decode(bytes)), next: since + bytes.length };
  }

  /** Ends a command with everything that it started; false when it does not run. */
  async stop(ref: DialogRef, processId: string, as: 'stopped' | 'lost' = 'stopped'): Promise<boolean> {
    const running = this.#running.get(keyOf(ref, processId));
    if (!running) return false;
    running.ended ??= as;
    await running.shell.end(STOP_GRACE_MS);
    return true;
  }

  /** Ends the commands of a dialog, of a tree, or all. Resolves when nothing of them is left. */
  async endOf({ rootId, selfId }: Partial<DialogRef> = {}, as: 'stopped' | 'lost' = 'stopped'): Promise<void> {
    const ending = [...this.#running.values()].filter(
      ({ ref }) => (rootId ?? ref.rootId) === ref.rootId && (selfId ?? ref.selfId) === ref.selfId,
    );
    await Promise.all(ending.map(running => this.stop(running.ref, running.processId, as)));
  }

  async #follow(running: Running, flush: () => void): Promise<void> {
    const { ref, processId, shell, watch, since } = running;
    const end = await shell.ended;
    // What it left running goes with it.
    await shell.end(0);
    await drained(shell, this.#ports.after);
    flush();
    // A process that closes records nothing any more.
    const findings = running.ended === 'lost' ? undefined : await watch?.findings();
    watch?.end();
    if (!running.ended) await running.recorded.promise;
    this.#running.delete(keyOf(ref, processId));
    const outcome = running.ended ?? (end.kind === 'exited' ? 'exited' : 'killed');
    this.#ports.onEnded(
      ref,
      { processId, outcome, ...(end.kind === 'exited' && { code: end.code }) },
      findings && { findings, since },
    );
  }
}

function keyOf({ rootId, selfId }: DialogRef, processId: string): string {
  return `${rootId}#${selfId} ${processId}`;
}
