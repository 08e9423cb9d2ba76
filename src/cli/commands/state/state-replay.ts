// `state replay`: labelled turns on standard input, one JSON state per turn on stdout in both formats; no model, no
// workspace. Invalid labels end the run at their line; refused parts of a turn are in its `refused`.

import { isPlainObject } from '../../../core/base/plain-object.ts';
import type { BeliefContext } from '../../../core/belief/context.ts';
import { deserialize } from '../../../core/belief/history/serialize.ts';
import { type BeliefState, emptyState } from '../../../core/belief/state.ts';
import { playTurn, type TurnLabels } from '../../../core/belief/turn.ts';
import type { LabelFault } from '../../../words/command-line.ts';
import type { CommandCall } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { createGoldScore, type Gold, parseGold } from '../../gold.ts';
import { told } from '../../print/output.ts';
import { plainJson } from '../../print/plain-text.ts';
import { printState } from '../../print/print-state.ts';
import { readStdin } from '../../read-stdin.ts';
import { absent, namedDomainFile } from './state-domain.ts';

/** Plays the labels; exit code 1 for a broken domain or a line that is no turn. */
export async function replayLabels(call: CommandCall, file: string): Promise<ExitCode> {
  const { output } = call;
  const read = namedDomainFile(call, file);
  for (const problem of read?.problems ?? []) output.warning(problem);
  if (read?.domain === undefined) {
    const unusable = { code: 'broken-file', ...told(output.words.unusableDomain(file)) };
    output.error(read === undefined ? absent(output, file) : unusable);
    return exitCodes.failed;
  }
  const text = await readStdin(call);
  return text === undefined ? exitCodes.failed : play(call, { domain: read.domain }, text);
}

function play({ output, io, flags }: CommandCall, context: BeliefContext, text: string): ExitCode {
  const score = flags.isSet('gold') ? createGoldScore(context.domain) : undefined;
  let state = emptyState;
  let last = -1;
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const read = readLine(context, line, { next: Math.max(last, 0) + 1, last });
    if ('fault' in read) {
      output.error({ code: 'broken-labels', ...told(output.words.brokenLabels(index + 1, read.fault)) });
      return exitCodes.failed;
    }
    if ('stored' in read) {
      state = read.stored;
    } else {
      const end = playTurn(context, state, read);
      score?.add(end, read.gold);
      state = end.state;
    }
    last = state.turn;
    printLine(io, printState(state));
  }
  if (score !== undefined) printLine(io, score.accuracy());
  return exitCodes.ok;
}

/** A turn, or a state that `state show --stored` printed, from which the turns after it go on (SPEC 16.9). */
function readLine(
  context: BeliefContext,
  line: string,
  { next, last }: { readonly next: number; readonly last: number },
): Labels | { readonly stored: BeliefState } | { readonly fault: LabelFault } {
  const source = parseJson(line);
  if (!isPlainObject(source) || !('version' in source)) return parseLabels(source, { next, last });
  if (last >= 0) return { fault: { id: 'late-state' } };
  const stored = deserialize(source, context);
  return stored.ok ? { stored: stored.state } : { fault: { id: 'bad-state', why: stored.why } };
}

type Labels = TurnLabels & { readonly gold?: Gold };

function parseLabels(
  source: unknown,
  { next, last }: { readonly next: number; readonly last: number },
): Labels | { readonly fault: LabelFault } {
  if (source === undefined) return { fault: { id: 'not-json' } };
  if (!isPlainObject(source)) return { fault: { id: 'not-an-object' } };
  const { turn = next, predictions, commands, gold } = source;
  if (typeof turn !== 'number' || !Number.isInteger(turn) || turn < 0) return { fault: { id: 'bad-turn' } };
  if (turn <= last) return { fault: { id: 'turn-not-after', turn, last } };
  const lists = { predictions: predictions ?? [], commands: commands ?? [] };
  if (!Array.isArray(lists.predictions)) return { fault: { id: 'not-a-list', key: 'predictions' } };
  if (!Array.isArray(lists.commands)) return { fault: { id: 'not-a-list', key: 'commands' } };
  const parsed = gold === undefined || gold === null ? undefined : parseGold(gold);
  if (gold !== undefined && gold !== null && parsed === undefined) return { fault: { id: 'bad-gold' } };
  return { turn, predictions: lists.predictions, commands: lists.commands, ...(parsed && { gold: parsed }) };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function printLine(io: CommandCall['io'], value: unknown): void {
  io.stdout.write(`${plainJson(JSON.stringify(value))}\n`);
}
