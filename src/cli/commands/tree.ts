// `tree`: a root dialog with its subdialogs and what they wait for.

import { isRootRef } from '../../core/base/ids.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import { tellaskTitle } from '../../core/tellask/title.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRoot } from '../open.ts';
import { shorten } from '../print/output.ts';
import { treeJson } from '../print/shapes.ts';
import { stateText, summaryOf, unservedText } from '../print/state-text.ts';

export const tree: Command = {
  name: 'tree',
  usage: '<root>',
  args: ['root'],
  options: {},
  run: call =>
    withRoot(call, { mode: 'read', name: argument(call, 0) }, async (runtime, rootId) => {
      const found = await runtime.tree(rootId);
      if (!found.ok) return refused(call, found);
      call.output.json(treeJson(found.tree));
      const waits = unservedText(call.output, runtime, summaryOf(runtime, rootId));
      call.output.line(nodeLine(call, found.tree, waits));
      printChildren(call, found.tree, '');
      return exitCodes.ok;
    }),
};

function printChildren(call: CommandCall, { children }: DialogNode, indent: string): void {
  for (const [index, child] of children.entries()) {
    const isLast = index === children.length - 1;
    call.output.line(`${indent}${isLast ? '└─ ' : '├─ '}${nodeLine(call, child)}`);
    printChildren(call, child, `${indent}${isLast ? '   ' : '│  '}`);
  }
}

/** `instead`: of its state. */
function nodeLine({ output }: CommandCall, node: DialogNode, instead?: string): string {
  const { agentId, tellaskSession, states, selfId, headline, questions, pause, aside } = node;
  const name = tellaskSession === undefined ? agentId : `${agentId}!${tellaskSession}`;
  const asks = questions.length > 0 ? output.paint('yellow', ` ?${questions.length}`) : '';
  return `${output.paint('bold', name)} ${instead ?? stateText(output, states, pause)}${aside ? ` ${output.words.inAside}` : ''}${asks} ${output.paint('dim', selfId)} ${shorten(isRootRef(node) ? headline : tellaskTitle(headline), 60)}`.trimEnd();
}
