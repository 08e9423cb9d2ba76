// How the calls of a reply are read: by the team's names and the tools of the dialog (SPEC 23.1, 23.5).
import { topFrame } from '../../core/dialog/state.ts';
import { callNames } from '../../core/tellask/call-names.ts';
import { readCall } from '../../tools/call-tools.ts';
import { findTool } from '../../tools/find-tool.ts';
import { readJson } from '../../tools/read-json.ts';
import { memberOf } from '../member.ts';
import type { Dialog } from '../tree.ts';
import type { CallReading } from './reply-facts.ts';

/** The reading of a dialog's next reply. */
export function callReading({ tree, state }: Dialog): CallReading {
  const { ctx } = tree;
  const names = callNames(ctx.minds.team());
  const tools = () => ctx.tools.toolsFor(memberOf(ctx, state), state);
  const find = (name: string) => findTool(name, tools());
  const caller = topFrame(state).inbound?.callerAgentId;
  return {
    toolOf: name => find(name)?.spec.name,
    tellaskOf: (tool, args) => readCall(tool, args, names),
    argsOf: (tool, args) => find(tool)?.readArgs?.(args),
    parse: readJson,
    ...(caller !== undefined && { caller }),
  };
}
