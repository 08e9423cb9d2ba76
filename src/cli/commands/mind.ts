// `mind`: draft dialogues by hand (SPEC 15.12). Everything but `run` is recorded and drives nothing; where another
// process drives, it is handed over (SPEC 15.14).
import { randomUUID } from 'node:crypto';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { DraftIntent } from '../../core/draft/intent.ts';
import type { DraftState } from '../../core/draft/state.ts';
import { refuse } from '../../core/facts/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import type { UsageFault } from '../../words/command-line.ts';
import { sayRefusal } from '../../words/say.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument, usageOfActions } from '../command.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withDrivenRoot, withRoot, wrongUsage } from '../open.ts';
import { printDrafts, printHistory } from '../print/draft-text.ts';
import { draftJson, historyJson } from '../print/shapes.ts';
import { runMind } from './mind-run.ts';

const actions = {
  message: { usage: '<root> <text>', args: ['root', 'text'], options: {} },
  add: { usage: '<root> <text>', args: ['root', 'text'], options: {} },
  run: { usage: '<root> [n]', args: ['root', 'n?'], options: {} },
  accept: { usage: '<root> [n] [--id d]', args: ['root', 'n?'], options: { id: { type: 'string' } } },
  drafts: { usage: '<root> [seen [n…]]', args: ['root', 'seen?'], rest: 'n', options: {} },
  history: { usage: '<root>', args: ['root'], options: {} },
  prune: { usage: '<root> <pairs>', args: ['root', 'pairs'], options: {} },
} as const satisfies Command['subcommands'];

export const mind: Command = {
  name: 'mind',
  usage: usageOfActions(actions),
  args: ['action'],
  options: {},
  subcommands: actions,
  values: { seen: ['seen'] },
  async run(call) {
    const asked = readAction(call);
    if ('id' in asked) return wrongUsage(call, asked);
    const name = argument(call, 1);
    if (asked.kind === 'show') {
      return withRoot(call, { mode: 'read', name }, (runtime, rootId) => carryOut(call, { runtime, rootId, asked }));
    }
    const mode = asked.kind === 'run' ? 'drive' : 'record';
    return withDrivenRoot(call, { mode, name }, (runtime, rootId) => carryOut(call, { runtime, rootId, asked }));
  },
};

/** The parsed action of `mind`. */
type Asked =
  | { readonly kind: 'show'; readonly what: 'drafts' | 'history' }
  | { readonly kind: 'record'; readonly intent: DraftIntent }
  | { readonly kind: 'run'; readonly intent: DraftIntent };

/** An action, or what is wrong with the arguments. */
function readAction(call: CommandCall): Asked | UsageFault {
  const [action, , word, ...others] = call.args;
  const n = word === undefined ? undefined : toNumber(word);
  switch (action) {
    case 'message':
      return { kind: 'record', intent: { kind: 'send', msgId: randomUUID(), content: word ?? '' } };
    case 'add':
      return { kind: 'record', intent: { kind: 'add', msgId: randomUUID(), content: word ?? '' } };
    case 'run':
      if (isNoCount(n)) return { id: 'action-takes-number', action: 'run', optional: true };
      if (n === undefined) return { kind: 'run', intent: { kind: 'run', until: 'draft' } };
      return { kind: 'run', intent: { kind: 'run', until: 'steps', steps: n } };
    case 'accept':
      if (Number.isNaN(n)) return { id: 'action-takes-number', action: 'accept', optional: true };
      return { kind: 'record', intent: { kind: 'accept', n: n ?? 1, ...idOf(call) } };
    case 'prune':
      if (n === undefined || isNoCount(n)) return { id: 'action-takes-number', action: 'prune', optional: false };
      return { kind: 'record', intent: { kind: 'prune', pairs: n } };
    case 'drafts':
      return word === undefined ? { kind: 'show', what: 'drafts' } : readSeen(word, others);
    default:
      return { kind: 'show', what: 'history' };
  }
}

function readSeen(word: string, others: readonly string[]): Asked | UsageFault {
  if (word !== 'seen') return { id: 'unexpected-argument', argument: word, several: false };
  const numbers = others.map(toNumber);
  if (numbers.some(Number.isNaN)) return { id: 'draft-by-number' };
  return { kind: 'record', intent: { kind: 'seen', numbers } };
}

function toNumber(word: string): number {
  return /^-?\d{1,9}$/.test(word) ? Number(word) : Number.NaN;
}

function isNoCount(n: number | undefined): boolean {
  return n !== undefined && !(n > 0);
}

function idOf({ flags }: CommandCall): { id?: string } {
  const id = flags.text('id');
  return id === undefined ? {} : { id };
}

interface Doing {
  readonly runtime: Runtime;
  readonly rootId: RootId;
  readonly asked: Asked;
}

async function carryOut(call: CommandCall, { runtime, rootId, asked }: Doing): Promise<ExitCode> {
  switch (asked.kind) {
    case 'show':
      return show(call, { runtime, rootId, what: asked.what });
    case 'record':
      return record(call, { runtime, rootId, intent: asked.intent });
    case 'run':
      return runMind(call, { runtime, rootId, intent: asked.intent });
  }
}

async function show(
  call: CommandCall,
  { runtime, rootId, what }: { runtime: Runtime; rootId: RootId; what: 'drafts' | 'history' },
): Promise<ExitCode> {
  const read = await runtime.view(rootRef(rootId), { tail: 0 });
  if (!read.ok) return refused(call, read);
  const { draft } = read.view.state;
  if (!draft) {
    return refused(call, refuse('no-drafts'));
  }
  call.output.json(what === 'drafts' ? draftJson(draft) : historyJson(draft));
  const { rootStatus: status, state } = read.view;
  if (what === 'drafts') printDrafts(call.output, draft, { root: rootId, asks: state.questions.length > 0, status });
  else printHistory(call.output, draft.history);
  return exitCodes.ok;
}

async function record(
  call: CommandCall,
  { runtime, rootId, intent }: { runtime: Runtime; rootId: RootId; intent: DraftIntent },
): Promise<ExitCode> {
  const outcome = await runtime.perform({ kind: 'draft', dialog: rootRef(rootId), draft: intent });
  if (!outcome.ok) return refused(call, outcome);
  const { draft, unknown = [] } = outcome;
  if (unknown.length > 0) {
    const refusal = refuse('unknown-draft', { drafts: unknown.map(String), count: draft.drafts.length });
    call.output.warn(sayRefusal(refusal, call.output.language));
  }
  call.output.json({ ...draftJson(draft), ...(unknown.length > 0 && { unknown }) });
  if (intent.kind === 'accept' || intent.kind === 'prune') printHistory(call.output, newestPair(intent, draft));
  else printDrafts(call.output, draft, { root: rootId });
  return exitCodes.ok;
}

function newestPair(intent: DraftIntent, { history }: DraftState) {
  return intent.kind === 'accept' ? history.slice(-2) : history;
}
