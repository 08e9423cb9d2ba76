// How the calls of a reply are read: by the team's names and the tools of the dialog (SPEC 23.1, 23.5).
import { topFrame } from '../../core/dialog/state.ts';
import { callNames } from '../../core/tellask/call-names.ts';
import { readCall } from '../../tools/call-tools.ts';
import { readJson } from '../../tools/read-json.ts';
import { memberOf } from '../member.ts';
import type { Dialog } from '../tree.ts';
import type { CallReading } from './reply-facts.ts';

/** The reading of a dialog's next reply. */
export function callReading({ tree, state }: Dialog): CallReading {
  const { ctx } = tree;
  const names = callNames(ctx.minds.team());
  const tools = () => ctx.tools.toolsFor(memberOf(ctx, state), state);
  const find = (name: string) => tools().find(({ spec }) => keyOf(spec.name) === keyOf(name));
  const caller = topFrame(state).inbound?.callerAgentId;
  return {
    toolOf: name => find(name)?.spec.name,
    tellaskOf: (tool, args) => readCall(tool, args, names),
    isSound: (tool, args) => find(tool)?.takes?.(args) ?? false,
    parse: readJson,
    ...(caller !== undefined && { caller }),
  };
}

/** `Read_File`, `readFile` and `functions.read_file` mean one tool. */
function keyOf(name: string): string {
  return name
    .replace(/^(?:functions|tools|default_api)[.:]/, '')
    .replaceAll(/[_.\s-]/g, '')
    .toLowerCase();
}
