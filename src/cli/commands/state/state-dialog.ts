// `state show | diff | history | rollback`: the beliefs of a dialog, in the shapes of SPEC 16.8 and 16.11.

import { type RootId, rootRef } from '../../../core/base/ids.ts';
import { serialize } from '../../../core/belief/history/serialize.ts';
import { missingSlots, waitingFor } from '../../../core/belief/missing.ts';
import { activeFlow, type BeliefState, type Flow, type Slot } from '../../../core/belief/state.ts';
import { dontCare } from '../../../core/belief/values/plain-value.ts';
import { whyOf } from '../../../core/belief/values/reasons.ts';
import type { BeliefView, Runtime } from '../../../runtime.ts';
import type { CommandLineWords } from '../../../words/command-line.ts';
import type { CommandCall } from '../../command.ts';
import { type ExitCode, exitCodes } from '../../exit-code.ts';
import { refused, withDrivenRoot, withRoot } from '../../open.ts';
import { shorten } from '../../print/output.ts';
import { plainJson } from '../../print/plain-text.ts';
import { printEnded, printState } from '../../print/print-state.ts';

/**
 * The present beliefs, or those after a turn; with `--stored` as one line that `state replay` continues from (SPEC
 * 16.9).
 */
export function showState(call: CommandCall, name: string, turn: number | undefined): Promise<ExitCode> {
  return withRoot(call, { mode: 'read', name }, async (runtime, rootId) => {
    const found = await stateOf(runtime, rootId, turn);
    if (!found.ok) return refused(call, found);
    const { state, ended } = found;
    if (call.flags.isSet('stored')) {
      call.io.stdout.write(`${plainJson(JSON.stringify(serialize(state)))}\n`);
      return exitCodes.ok;
    }
    call.output.json({ ...printState(state), ended: ended.map(printEnded), scratchpad: state.scratchpad });
    printForPeople(call, state, ended);
    return exitCodes.ok;
  });
}

async function stateOf(runtime: Runtime, rootId: RootId, turn: number | undefined) {
  if (turn !== undefined) return runtime.beliefAt(rootId, turn);
  const viewed = await runtime.belief(rootId);
  if (!viewed.ok) return viewed;
  const { now, entries } = viewed.view;
  const ended = now.isOpen ? [] : (entries.find(entry => entry.turn === now.state.turn)?.ended ?? []);
  return { ok: true as const, state: now.state, ended };
}

function printForPeople({ output }: CommandCall, state: BeliefState, ended: readonly Flow[]): void {
  const words = output.words.belief;
  const flags = Object.entries(state.flags).flatMap(([name, on]) => (on ? [name] : []));
  output.line([words.turn(state.turn), state.intent, ...(flags.length === 0 ? [] : [flags.join(', ')])].join(' · '));
  for (const flow of state.stack) {
    const awaited = waitingFor(flow);
    const notes = [
      ...(awaited === undefined ? [] : [words.awaits[awaited]]),
      ...(flow.again ? [words.anotherResult] : []),
    ];
    output.line([`${flow.flow} (${flow.flowId})`, flow.intent, flow.status, ...notes].join(' · '));
    for (const [name, slot] of Object.entries(flow.slots))
      output.line(`  ${name} · ${slot.priority} · ${slotText(slot, words)}`);
  }
  const active = activeFlow(state);
  const { required, elective } = active ? missingSlots(active) : { required: [], elective: [] };
  const missing = [...required, ...(elective.length > 0 ? [words.oneOf(elective)] : [])];
  if (missing.length > 0) output.line(words.missing(missing));
  for (const { flow, slot } of state.requested ?? []) output.line(words.askedFor(`${flow}.${slot}`));
  for (const { flow, confidence } of state.predictions)
    output.line(words.predicted(flow, Math.round(confidence * 100)));
  for (const { flow, status } of ended) output.line(words.ended(flow, status));
  for (const { command, ...kept } of state.refused) {
    const why = whyOf(kept);
    if (why) output.line(words.refused(command === null ? undefined : JSON.stringify(command), why));
  }
  for (const { flow, text } of state.scratchpad) output.line(words.foundOut(flow, shorten(text, 120)));
}

function slotText(slot: Slot, words: CommandLineWords['belief']): string {
  const { value, filled, isDefault, from, isHidden, ask, setBy } = slot;
  const why = whyOf(slot);
  const told = value === null ? words.unset : value === dontCare ? words.noPreference : JSON.stringify(value);
  const notes = [
    ...(isDefault ? [words.isDefault] : []),
    ...(filled || why === undefined ? [] : [words.lacks(why)]),
    ...(from === undefined ? [] : [words.from(from)]),
    ...(isHidden ? [words.doesNotCount] : []),
    ...(ask === undefined ? [] : [words.askedAlways]),
    ...(setBy === undefined ? [] : [words.setByAgent]),
  ];
  return notes.length === 0 ? told : `${told} (${notes.join('; ')})`;
}

/** The turns of a dialog. */
export function showHistory(call: CommandCall, name: string): Promise<ExitCode> {
  return withRoot(call, { mode: 'read', name }, async (runtime, rootId) => {
    const viewed = await runtime.belief(rootId);
    if (!viewed.ok) return refused(call, viewed);
    const { output } = call;
    const words = output.words.belief;
    output.json(historyJson(viewed.view));
    for (const { turn, said, intent, ended, isCurrent, by } of viewed.view.turns) {
      const flows = ended.map(({ flow, status }) => `${flow} ${status}`).join(', ');
      const what = said ?? (turn === 0 ? words.beginning : words.by[by]);
      output.line(
        `${isCurrent ? ' ' : '×'} ${turn} · ${intent} · ${shorten(what, 70)}${flows === '' ? '' : ` · ${flows}`}`,
      );
    }
    for (const { from, to } of viewed.view.rollbacks) output.line(words.rolledBack(from, to));
    return exitCodes.ok;
  });
}

function historyJson({ turns, rollbacks, now }: BeliefView) {
  return {
    turn: now.state.turn,
    open: now.isOpen,
    turns: turns.map(({ turn, after, at, by, said, commands, intent, ended, hasSnapshot, isCurrent }) => ({
      turn,
      after,
      ...(at !== undefined && { at }),
      by,
      ...(said !== undefined && { said }),
      commands,
      intent,
      ended: ended.map(printEnded),
      snapshot: hasSnapshot,
      current: isCurrent,
    })),
    rolled_back: rollbacks,
  };
}

/** The changes from one turn to another. */
export function diffTurns(call: CommandCall, name: string, turns: { from: number; to: number }): Promise<ExitCode> {
  return withRoot(call, { mode: 'read', name }, async (runtime, rootId) => {
    const found = await runtime.beliefDiff(rootId, turns);
    if (!found.ok) return refused(call, found);
    const lines = found.differences.map(call.output.words.belief.difference);
    call.output.json({ ...turns, differences: found.differences, lines });
    for (const line of lines) call.output.line(line);
    if (lines.length === 0) call.output.note(call.output.words.nothingChanged);
    return exitCodes.ok;
  });
}

/** Rolls back to the beliefs after a turn. */
export function rollBackTo(call: CommandCall, name: string, turn: number): Promise<ExitCode> {
  return withDrivenRoot(call, { mode: 'record', name }, async (runtime, rootId) => {
    const done = await runtime.perform({ kind: 'belief', dialog: rootRef(rootId), belief: { kind: 'rollBack', turn } });
    if (!done.ok) return refused(call, done);
    const { rolledBack, note, belief } = done;
    call.output.json({ ...rolledBack, rolled_back: rolledBack, state: printState(belief.state), note });
    if (rolledBack) call.output.line(call.output.words.belief.rolledBack(rolledBack.from, rolledBack.to));
    if (note !== undefined) call.output.line(note);
    return exitCodes.ok;
  });
}
