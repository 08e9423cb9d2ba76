// `merge_work`: the caller takes the work of a teammate that was done in a place of its own, sends it back or drops it
// (SPEC 27.2). What is decided is recorded; the driver carries it out before the next reply.
import * as z from 'zod';
import type { Fact } from '../../core/dialog/record.ts';
import type { WorkDecision } from '../../core/dialog/workplace.ts';
import { defineTool, failed } from '../tool.ts';

export const mergeWork = defineTool({
  name: 'merge_work',
  description: words => words.merge_work,
  args: () =>
    z.object({
      callId: z.string(),
      paths: z.array(z.string()).optional(),
      sendBack: z.string().optional(),
      drop: z.boolean().optional(),
      show: z.boolean().optional(),
    }),
  isRepeatable: true,
  worksOn: 'work',
  run({ callId, ...wanted }, { state, texts }) {
    const { work } = texts;
    const open = (state.offers ?? []).filter(({ decision }) => !decision);
    const offer = open.find(each => each.callId === callId);
    if (!offer) {
      const others = open.map(each => work.offeredWork(each.callId, each.agentId, each.headline.trim()));
      return failed(work.noSuchWork(callId, others));
    }
    if (offer.asks) return failed(work.personDecides);
    const facts: Fact[] = [{ kind: 'workDecided', callId: offer.callId, decision: decisionOf(wanted) }];
    return { ok: true, content: work.settles, facts };
  },
});

interface Wanted {
  readonly paths?: readonly string[] | undefined;
  readonly sendBack?: string | undefined;
  readonly drop?: boolean | undefined;
  readonly show?: boolean | undefined;
}

function decisionOf({ paths, sendBack, drop, show }: Wanted): WorkDecision {
  if (show) return { what: 'show' };
  if (drop) return { what: 'drop' };
  if (sendBack !== undefined && sendBack.trim() !== '') return { what: 'back', words: sendBack };
  return { what: 'take', ...(paths && paths.length > 0 && { paths }) };
}
