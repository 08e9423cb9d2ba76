// One command line against a runtime, with everything it printed.
import assert from 'node:assert/strict';
import type { OpenRuntime } from '../../src/cli/command.ts';
import type { CliIo } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import { toldRefusal } from '../../src/core/facts/trouble.ts';
import type { OpenMode, Runtime, Settled } from '../../src/runtime.ts';
import { type FakeRuntime, fakeRuntime, lead, node, researcher, rootId } from '../support/fake-runtime.ts';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every line of stdout as JSON; throws when one is not. */
  readonly json: readonly unknown[];
  /** How the runtime was opened, in order. */
  readonly modes: readonly OpenMode[];
}

export interface CliSurroundings {
  readonly runtime?: Runtime;
  /** Takes the place of `runtime` where each mode needs its own answer. */
  readonly openRuntime?: OpenRuntime;
  /** Or why it cannot be read. */
  readonly stdin?: string | Error;
  /** Absent: standard input is no terminal. */
  readonly isPiped?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly isTTY?: boolean;
  readonly cwd?: string;
  /** What the person answers at the terminal; absent: nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Called with each text on stderr. */
  readonly onStderr?: (text: string) => void;
  /** Timers of the command; absent: none ever fires. */
  readonly after?: CliIo['after'];
  /** Gets the listener of Ctrl-C as soon as the command listens. */
  readonly interruptible?: (interrupt: () => void) => void;
}

/** Runs `dominds` with these arguments. */
export async function runDominds(argv: readonly string[], surroundings: CliSurroundings = {}): Promise<CliRun> {
  const {
    runtime,
    stdin = '',
    env = {},
    isTTY = false,
    cwd = '/rtws',
    ask,
    onStderr,
    after,
    interruptible,
  } = surroundings;
  const printed = { stdout: '', stderr: '' };
  const modes: OpenMode[] = [];
  const io: CliIo = {
    stdout: { write: text => (printed.stdout += text) },
    stderr: {
      write(text) {
        printed.stderr += text;
        onStderr?.(text);
      },
    },
    stdin: (async function* () {
      if (stdin instanceof Error) throw stdin;
      if (stdin === 'silent') await new Promise(() => {});
      yield Buffer.from(stdin);
    })(),
    isPiped: surroundings.isPiped ?? true,
    leaveStdin: () => {},
    env,
    cwd,
    isTTY,
    size: () => ({ columns: 60, rows: 10 }),
    ...(ask && { ask }),
    written: async () => undefined,
    after: after ?? (() => () => {}),
    onInterrupt(listener) {
      interruptible?.(listener);
      return { dispose() {} };
    },
  };
  const open: OpenRuntime =
    surroundings.openRuntime ??
    (async () => (runtime ? { ok: true, runtime } : toldRefusal('no-folder', 'there is no folder', 'give one')));
  const code = await runCli(argv, io, options => {
    modes.push(options.mode);
    return open(options);
  });
  return {
    code,
    ...printed,
    modes,
    get json() {
      return printed.stdout.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]));
    },
  };
}

/** How a tree stood when a command ended. */
export interface SettledLine {
  readonly type: 'settled';
  readonly rootId: string;
  readonly state: string;
  readonly response: string | null;
  readonly questions: readonly {
    readonly id: string;
    readonly kind: string;
    readonly tellaskHead: string;
    readonly bodyContent: string;
  }[];
}

/** The last line of a run, which must be `settled`. */
export function settledOf(run: CliRun): SettledLine {
  const last = run.json.at(-1) as SettledLine;
  assert.equal(last?.type, 'settled', run.stderr + run.stdout);
  return last;
}

/** Checks the exit code, and the one document that a command prints with --json. */
export async function checkDocument(
  argv: readonly string[],
  surroundings: CliSurroundings,
  expected: unknown,
): Promise<void> {
  const { code, stdout } = await runDominds([...argv, '--json'], surroundings);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(expected)));
  assert.equal(code, 0);
}

/** Checks the exit code and the one line on stderr of a command line that fails. */
export async function checkFailure(
  argv: readonly string[],
  expected: { readonly code: number; readonly stderr: RegExp },
  surroundings: CliSurroundings = {},
): Promise<void> {
  const { code, stderr, stdout } = await runDominds(argv, surroundings);
  assert.match(stderr, expected.stderr);
  assert.match(stderr, /^dominds: [^\n]+ — [^\n]+\n$/);
  assert.equal(stdout, '');
  assert.equal(code, expected.code);
}

/** A runtime whose `start` publishes these events and whose tree then stands like this. */
export function starting(end: Settled, events: readonly FeedEvent[] = []): FakeRuntime {
  const fake = fakeRuntime({
    intents: {
      async start() {
        for (const event of events) fake.publish(event);
        return { ok: true, rootId };
      },
    },
    settled: async () => end,
    tree: async () => ({ ok: true, tree: node(lead, 'lead', { children: [node(researcher, 'researcher')] }) }),
  });
  return fake;
}
