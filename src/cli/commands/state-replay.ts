// `state replay`: labelled turns on standard input, one JSON state a turn on stdout in both formats; no model, no workspace.
// Labels that are no turn at all end the run at their line; what a turn wants and may not have is in its `refused`.

import type { BeliefContext } from '../../core/belief/apply-command.ts';
import { createGoldScore, type Gold, parseGold } from '../../core/belief/gold.ts';
import { isPlainObject } from '../../core/belief/json.ts';
import { printState } from '../../core/belief/print-state.ts';
import { emptyState } from '../../core/belief/state.ts';
import { playTurn, type TurnLabels } from '../../core/belief/turn.ts';
import type { CommandCall } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readStdin } from '../io.ts';
import { plainJson } from '../plain-text.ts';
import { absent, namedDomainFile } from './state-domain.ts';

/** Plays the labels; exit code 1 for a broken domain or a line that is no turn. */
export async function replayLabels(call: CommandCall, file: string): Promise<ExitCode> {
  const { output, io } = call;
  const read = namedDomainFile(call, file);
  for (const problem of read?.problems ?? []) output.warning(problem);
  if (read?.domain === undefined) {
    const remedy = `dominds state check ${file} shows its problems`;
    output.error(read === undefined ? absent(file) : { code: 'broken-file', message: `${file} is not usable`, remedy });
    return exitCodes.failed;
  }
  return play(call, { domain: read.domain }, await readStdin(io));
}

function play({ output, io, flags }: CommandCall, context: BeliefContext, text: string): ExitCode {
  const score = flags.isSet('gold') ? createGoldScore(context.domain) : undefined;
  let state = emptyState;
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    const labels = parseLabels(line, state.turn + 1);
    if ('problem' in labels) {
      const remedy = 'write {"turn": n, "predictions": […], "commands": […]}';
      output.error({ code: 'broken-labels', message: `line ${index + 1} of the labels: ${labels.problem}`, remedy });
      return exitCodes.failed;
    }
    const end = playTurn(context, state, labels);
    score?.add(end, labels.gold);
    state = end.state;
    printLine(io, printState(state));
  }
  if (score !== undefined) printLine(io, score.accuracy());
  return exitCodes.ok;
}

type Labels = TurnLabels & { readonly gold?: Gold };

function parseLabels(line: string, next: number): Labels | { readonly problem: string } {
  const source = parseJson(line);
  if (source === undefined) return { problem: 'no JSON' };
  if (!isPlainObject(source)) return { problem: 'no object' };
  const { turn = next, predictions, commands, gold } = source;
  if (typeof turn !== 'number' || !Number.isInteger(turn) || turn < 0) return { problem: 'turn is no number from 0' };
  const lists = { predictions: predictions ?? [], commands: commands ?? [] };
  if (!Array.isArray(lists.predictions)) return { problem: 'predictions is no list' };
  if (!Array.isArray(lists.commands)) return { problem: 'commands is no list' };
  const parsed = gold === undefined || gold === null ? undefined : parseGold(gold);
  if (gold !== undefined && gold !== null && parsed === undefined)
    return { problem: 'gold is not {flow: {slot: value}}' };
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
