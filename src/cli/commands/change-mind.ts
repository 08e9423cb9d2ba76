// `change-mind`: replaces a section of the taskdoc by hand (SPEC 6.2, 6.7).
import { rootRef } from '../../core/base/ids.ts';
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { refused, withRoot, wrongUsage } from '../open.ts';

const selectors: readonly string[] = ['goals', 'constraints', 'progress'];

export const changeMind: Command = {
  name: 'change-mind',
  usage: '<root> goals|constraints|progress <text>',
  args: ['root', 'selector', 'text'],
  options: {},
  values: { selector: selectors },
  async run(call) {
    const selector = argument(call, 1);
    if (!selectors.includes(selector))
      return wrongUsage(call, { id: 'section-of', options: selectors, given: selector });
    return withRoot(call, { mode: 'record', name: argument(call, 0) }, async (runtime, rootId) => {
      const changed = await runtime.perform({
        kind: 'changeMind',
        dialog: rootRef(rootId),
        selector,
        content: argument(call, 2),
      });
      if (!changed.ok) return refused(call, changed);
      call.output.json({ rootId, selfId: rootId, course: changed.course });
      call.output.line(call.output.words.replaced(selector));
      return exitCodes.ok;
    });
  },
};
