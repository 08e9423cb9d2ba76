// `run_shell`: one command with its output streamed; ended with everything it started when it takes too long or is
// stopped (SPEC 12.4). Keys that the product was given are not in its environment.

import path from 'node:path';
import * as z from 'zod';
import type { After } from '../../core/base/after.ts';
import type { CallId, DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { type Said, worded } from '../../core/prompt/said.ts';
import { kindOfPlace, locate, type Place, type Refused, realRelative, refuseAccess } from '../files/guarded-files.ts';
import { reviewFails } from '../files/policy.ts';
import { oneLine, visibleFence } from '../files/show-change.ts';
import { onlyReads, reviewCommand } from '../shell-line/line-actions.ts';
import { drained, type ShellEnd, type ShellProcess, startShell } from '../shell-process.ts';
import { defineTool, failed, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { observed, type Watch } from '../work-tree/observe.ts';
import type { WorkTree } from '../work-tree/work-tree.ts';
import type { GoingOn } from './background.ts';
import { hideSecrets } from './hide-secrets.ts';
import { keepOutput, type OutputKeeper, passLive } from './output-keeper.ts';

export interface ShellPorts {
  /** The environment of commands. */
  readonly env: NodeJS.ProcessEnv;
  /** Values that no command may see: variables that hold one are left out, and what it prints of them is replaced. */
  readonly secrets?: () => Promise<readonly string[]>;
  readonly after?: After;
  /** Finds what commands changed; absent: that is not told. */
  readonly workTree?: () => WorkTree;
  /** Takes over a command that a person lets run on; absent: none does. */
  readonly letRunOn?: (ref: DialogRef, callId: CallId, command: GoingOn) => void;
  /** Starts commands elsewhere; a process of our own where it gives none. */
  readonly start?: StartCommand;
}

/** Starts a command in a terminal of others. */
export type StartCommand = (
  command: string,
  at: {
    /** Absolute. */
    readonly folder: string;
    /** Names of variables that it must not see. */
    readonly withheld: readonly string[];
    readonly rootId: RootId;
    readonly selfId: DialogId;
    readonly callId: CallId;
  },
) => ShellProcess | undefined;

const DEFAULT_TIMEOUT_S = 120;
const MAX_TIMEOUT_S = 3_600;
/** A person reads the whole command before allowing it. */
export const MAX_COMMAND = 8_000;
/** Time to end by itself, for a command that is stopped, and for one that takes too long or left something running. */
const STOP_GRACE_MS = 150;
const END_GRACE_MS = 1_000;

const args = () =>
  z.object({
    command: z.string().trim().min(1).max(MAX_COMMAND),
    cwd: z.string().optional(),
    timeout_s: z.number().positive().max(MAX_TIMEOUT_S).optional(),
  });
type ShellArgs = z.infer<ReturnType<typeof args>>;

export function runShellTool(ports: ShellPorts): Tool {
  const { env, secrets = async () => [], after = afterTimer, start, workTree, letRunOn } = ports;
  async function run(
    { command, cwd, timeout_s = DEFAULT_TIMEOUT_S }: ShellArgs,
    context: ToolContext,
    signal: AbortSignal,
    watch?: Watch,
  ) {
    const hidden = (await secrets()).filter(secret => secret !== '');
    if (signal.aborted) return failed(w => w.stoppedBefore);
    // No wait between this check and the start, so that no link can be swapped in meanwhile.
    const located = locateFolder(cwd, context);
    if (located.kind === 'refused') return failed(located.message);
    const { realRoot, steps } = located.place;
    const at = { folder: path.join(realRoot, ...steps), env: forCommands(env, hidden) };
    const { rootId, selfId } = context.state.identity;
    const withheld = Object.keys(env).filter(name => !(name in at.env));
    const elsewhere = start?.(command, { folder: at.folder, withheld, rootId, selfId, callId: context.callId });
    const shell = elsewhere ?? startShell(command, at, after);
    return follow(shell, { after, hidden, timeoutS: timeout_s, context, signal, command, letRunOn, watch });
  }
  return defineTool({
    name: 'run_shell',
    description: words => words.run_shell(DEFAULT_TIMEOUT_S),
    args,
    review({ command, cwd, timeout_s }, context) {
      const located = locateFolder(cwd, context);
      if (located.kind === 'refused') return reviewFails(located);
      const { place } = located;
      const { permission } = context.texts;
      const folder = realRelative(place);
      return reviewCommand(command, place, context, {
        headline: permission.run(oneLine(command)),
        body: `${visibleFence('sh', command)}\n\n${permission.inFolder(folder, timeout_s)}`,
        isWholeCommand: oneLine(command) === command && folder === '.' && timeout_s === undefined,
      });
    },
    run(call, context, signal) {
      const located = locateFolder(call.cwd, context);
      if (!workTree || located.kind === 'refused' || onlyReads(call.command, located.place, context))
        return run(call, context, signal);
      return observed(workTree(), {
        rtws: context.rtws,
        signal,
        byCommand: true,
        run: watch => run(call, context, signal, watch),
      });
    },
  });
}

/** The folder that a command is to run in. */
export function locateFolder(cwd = '.', { rtws, member }: ToolContext): { kind: 'place'; place: Place } | Refused {
  const located = locate({ rtws, member, path: cwd, access: 'read' });
  if (located.kind === 'refused' || located.place.steps.length === 0) return located;
  if (kindOfPlace(located.place) === 'folder') return located;
  return refuseAccess(w => w.noFolderToRunIn(located.place.relative));
}

interface Following {
  readonly after: After;
  /** Texts to remove from its output. */
  readonly hidden: readonly string[];
  readonly timeoutS: number;
  readonly command: string;
  readonly context: ToolContext;
  readonly letRunOn: ShellPorts['letRunOn'];
  readonly watch: Watch | undefined;
  readonly signal: AbortSignal;
}

async function follow(
  shell: ShellProcess,
  { after, hidden, timeoutS, command, context, letRunOn, signal, watch }: Following,
): Promise<ToolAnswer> {
  const kept = keepOutput();
  const live = passLive(context.output, after);
  const take = (chunk: Buffer) => {
    kept.add(chunk);
    live.add(chunk);
  };
  const filter = hideSecrets(hidden);
  const onData = (chunk: Buffer) => take(filter.pass(chunk));
  shell.output.on('data', onData);
  const early = earlyEnd({ after, timeoutMs: timeoutS * 1_000, signal, context, canRunOn: letRunOn !== undefined });
  const cut = await Promise.race([shell.ended.then(() => undefined), early.came]);
  early.cancel();
  if (cut === 'runOn') {
    shell.output.off('data', onData);
    live.flush();
    const { callId, state, texts } = context;
    const before = kept.text(texts.results);
    letRunOn?.(state.identity, callId, {
      shell,
      filter,
      before,
      notKept: texts.results.notKept,
      ...(watch && { watch }),
    });
    const content: Said = w => `${w.runsOn(callId)}\n${kept.text(w) || w.noOutput}`;
    return { ok: true, content, facts: [{ kind: 'processStarted', processId: callId, command, isWatched: true }] };
  }
  const wasLeft = await shell.end(cut === undefined || cut === 'timeout' ? END_GRACE_MS : STOP_GRACE_MS);
  await drained(shell, after);
  take(filter.rest());
  live.flush();
  return resultOf({ end: await shell.ended, cut, wasLeft, timeoutS, text: kept.text });
}

type Cut = 'timeout' | 'stopped' | 'stoppedByPerson';

interface Ending {
  readonly after: After;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly context: ToolContext;
  readonly canRunOn: boolean;
}

/** Resolves when nobody waits for the command any more: it must be ended, or runs on without that. */
function earlyEnd({ after, timeoutMs, signal, context, canRunOn }: Ending) {
  const { promise: came, resolve } = Promise.withResolvers<Cut | 'runOn'>();
  const stop = () => resolve('stopped');
  const cancelTimer = after(timeoutMs, () => resolve('timeout'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  context.onSteer?.(how => {
    if (how === 'stop') resolve('stoppedByPerson');
    else if (canRunOn) resolve('runOn');
  });
  const cancel = () => {
    cancelTimer();
    signal.removeEventListener('abort', stop);
  };
  return { came, cancel };
}

interface Ended {
  readonly end: ShellEnd;
  readonly cut: Cut | undefined;
  readonly wasLeft: boolean;
  readonly timeoutS: number;
  readonly text: OutputKeeper['text'];
}

function resultOf(ended: Ended): ToolAnswer {
  const { end, cut, wasLeft, text } = ended;
  if (end.kind === 'not-started') return failed(w => w.notStarted(worded(end.message, w)));
  const ok = cut === undefined && end.kind === 'exited' && end.code === 0;
  const content: Said = w =>
    `${headingOf(end, ended)(w)}${!cut && wasLeft ? w.leftRunning : ''}\n${text(w) || w.noOutput}`;
  return { ok, content, ...(cut === undefined && end.kind === 'exited' && { exitCode: end.code }) };
}

function headingOf(end: Exclude<ShellEnd, { kind: 'not-started' }>, { cut, timeoutS }: Ended): Said {
  if (cut === 'timeout') return w => w.timedOut(timeoutS);
  if (cut === 'stopped') return w => w.stoppedAll;
  if (cut === 'stoppedByPerson') return w => w.stoppedByPerson;
  return w => (end.kind === 'killed' ? w.killed(end.signal) : w.exitCode(end.code));
}

/** Variables by name that carry the product's own keys, or that would make children run as parts of the editor. */
const dropped: ReadonlySet<string> = new Set(['OPENAI_API_KEY', 'ELECTRON_RUN_AS_NODE']);

/** The environment of commands: without the product's keys, and without what holds a secret. */
export function withoutKeys(env: NodeJS.ProcessEnv, secrets: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name, value]) =>
      !dropped.has(name.toUpperCase()) && value !== undefined && !secrets.some(secret => holdsSecret(value, secret)),
  );
  return Object.fromEntries(kept);
}

/**
 * The environment in which members run commands. Git takes no folder for a repository by what lies in it: files that a
 * member may write would name programs that any `git status` there runs.
 */
export function forCommands(env: NodeJS.ProcessEnv, secrets: readonly string[]): NodeJS.ProcessEnv {
  const kept = withoutKeys(env, secrets);
  const count = Number(kept.GIT_CONFIG_COUNT ?? 0) || 0;
  return {
    ...kept,
    GIT_CONFIG_COUNT: `${count + 2}`,
    [`GIT_CONFIG_KEY_${count}`]: 'safe.bareRepository',
    [`GIT_CONFIG_VALUE_${count}`]: 'explicit',
    [`GIT_CONFIG_KEY_${count + 1}`]: 'core.fsmonitor',
    [`GIT_CONFIG_VALUE_${count + 1}`]: 'false',
    // Looking at the state writes no index, so no hook runs after it.
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/** Short texts are parts of ordinary words. */
function holdsSecret(value: string, secret: string): boolean {
  return value === secret || (secret.length >= 8 && value.includes(secret));
}

/** The clock's own timers. */
export const afterTimer: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};
