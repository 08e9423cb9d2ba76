// Tools with which the responder of a dialog with a domain works on its beliefs (SPEC 16.5 - 16.7). Each change is
// recorded with the result of the call.
import * as z from 'zod';
import type { Deed } from '../../core/belief/agent-action.ts';
import type { BeliefContext } from '../../core/belief/context.ts';
import { applyDeed, changeFacts } from '../../core/belief/domain/rules.ts';
import { awaitedOf, missingSlots } from '../../core/belief/missing.ts';
import { activeFlow, type BeliefState, type PlanStep } from '../../core/belief/state.ts';
import { asJson, type Json } from '../../core/belief/values/json.ts';
import type { Said } from '../../core/prompt/said.ts';
import { defineTool, failed, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';

/** A tool's context from a domain; `undefined` when its file cannot be used now. */
export interface BeliefPort {
  context(domain: string): BeliefContext | undefined;
}

/** `keep_going`, `finish_flow`, `start_flow`, `cancel_flow`, `fall_back`, `set_slot` and `propose_plan`. */
export function beliefTools(port: BeliefPort): readonly Tool[] {
  const act = (context: ToolContext, deed: Deed, command: Json) => doDeed(port, context, { deed, command });
  return [
    defineTool({
      name: 'keep_going',
      description: words => words.keep_going,
      args: () => z.object({ on: z.boolean() }),
      isRepeatable: true,
      run: ({ on }, context) => act(context, { kind: 'keepGoing', on }, { keep_going: on }),
    }),
    defineTool({
      name: 'finish_flow',
      description: words => words.finish_flow,
      args: () => z.object({ outcome: z.enum(['completed', 'invalid']), findings: z.array(z.string()).optional() }),
      isRepeatable: true,
      run: ({ outcome, findings = [] }, context) =>
        act(context, { kind: 'finish', outcome, findings }, { finish: outcome, findings }),
    }),
    defineTool({
      name: 'start_flow',
      description: words => words.start_flow,
      args: () => z.object({ flow: z.string(), slots: z.record(z.string(), z.unknown()).optional() }),
      isRepeatable: true,
      run: ({ flow, slots = {} }, context) => {
        const values = (asJson(slots) ?? {}) as Readonly<Record<string, Json>>;
        return act(context, { kind: 'start', flow, slots: values }, { start: flow, slots: values });
      },
    }),
    defineTool({
      name: 'cancel_flow',
      description: words => words.cancel_flow,
      args: () => z.object({ flow: z.string() }),
      isRepeatable: true,
      run: ({ flow }, context) => act(context, { kind: 'cancel', flow }, { cancel: flow }),
    }),
    defineTool({
      name: 'fall_back',
      description: words => words.fall_back,
      args: () => z.object({ to: z.string() }),
      isRepeatable: true,
      run: ({ to }, context) => act(context, { kind: 'fallBack', to }, { fallback: to }),
    }),
    defineTool({
      name: 'set_slot',
      description: words => words.set_slot,
      args: () => z.object({ flow: z.string(), slot: z.string(), value: z.unknown() }),
      isRepeatable: true,
      run: ({ flow, slot, value }, context) => {
        const json = asJson(value) ?? null;
        return act(context, { kind: 'setSlot', flow, slot, value: json }, { set: { flow, slot, value: json } });
      },
    }),
    defineTool({
      name: 'propose_plan',
      description: words => words.propose_plan,
      args: () => z.object({ steps: z.array(stepSchema()) }),
      isRepeatable: true,
      run: ({ steps }, context) => {
        const read = steps.map(readStep);
        const proposed = read.filter(step => step !== undefined);
        if (proposed.length < read.length) return failed(w => w.badStep);
        return act(context, { kind: 'propose', steps: proposed }, { propose: asJson(proposed) ?? null });
      },
    }),
  ];
}

const stepSchema = () =>
  z.object({
    flow: z.string().optional(),
    slots: z.record(z.string(), z.unknown()).optional(),
    tellask: z.string().optional(),
    why: z.string().optional(),
  });

function readStep({ flow, slots, tellask, why }: z.infer<ReturnType<typeof stepSchema>>): PlanStep | undefined {
  const reason = why === undefined ? {} : { why };
  if (tellask !== undefined) return flow === undefined ? { tellask, ...reason } : undefined;
  if (flow === undefined) return undefined;
  const values = slots && (asJson(slots) as Readonly<Record<string, Json>> | undefined);
  return { flow, ...(values && { slots: values }), ...reason };
}

function doDeed(
  port: BeliefPort,
  { state, texts }: ToolContext,
  { deed, command }: { deed: Deed; command: Json },
): ToolAnswer {
  const { belief, identity } = state;
  const context = identity.kind === 'root' && identity.domain !== undefined ? port.context(identity.domain) : undefined;
  if (!belief || !context) return failed(w => w.noDomain);
  const told = { by: 'agent', command, ...(deed.kind === 'propose' && { showsPlan: true as const }) } as const;
  const changed = changeFacts(belief, told, before => applyDeed(context, before, deed));
  if (!changed.ok) return failed(w => w.notChanged(texts.belief.reason(changed.why)));
  return { ok: true, content: resultText(deed, changed.state), facts: changed.facts };
}

/** The present beliefs, in a line. */
function resultText(deed: Deed, state: BeliefState): Said {
  if (deed.kind === 'propose') return w => w.proposed;
  if (deed.kind === 'keepGoing') return w => w.keepsGoing(deed.on);
  const active = activeFlow(state);
  if (!active) return w => w.noFlow;
  const { required, elective } = missingSlots(active);
  if (awaitedOf(active) !== undefined) return w => w.nextFlow(active.flow);
  return w => w.activeFlow(active.flow, [...required, ...(elective.length > 0 ? [w.oneOf(elective)] : [])]);
}
