// How the calls of a reply are read: by the team's names and the tools of the dialog (SPEC 23.1, 23.5).

import { once } from '../../core/base/once.ts';
import { topFrame } from '../../core/dialog/state.ts';
import type { CallNames } from '../../core/tellask/call-names.ts';
import { findTool } from '../../tools/find-tool.ts';
import { readCall } from '../../tools/minds/call-tools.ts';
import { readJson } from '../../tools/read-json.ts';
import type { Dialog } from '../driver-context.ts';
import { memberOf } from '../member.ts';
import type { CallReading } from './reply-facts.ts';

/** The reading of a dialog's next reply, by the names of its team. */
export function callReading({ tree, state }: Dialog, names: CallNames): CallReading {
  const { ctx } = tree;
  const tools = once(() => ctx.tools.toolsFor(memberOf(ctx, state), state));
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
