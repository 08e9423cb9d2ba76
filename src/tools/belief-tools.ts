// Tools with which the responder of a dialog with a domain works on its beliefs (SPEC 16.5 - 16.7). Each change is recorded with the
// result of the call.
import * as z from 'zod';
import type { Deed } from '../core/belief/agent-action.ts';
import type { BeliefContext } from '../core/belief/context.ts';
import { applyDeed, changeFacts, reasonText } from '../core/belief/domain/rules.ts';
import { missingSlots } from '../core/belief/missing.ts';
import { activeFlow, awaitedOf, type BeliefState, type PlanStep } from '../core/belief/state.ts';
import { asJson, type Json } from '../core/belief/values/json.ts';
import { defineTool, failed, type Tool, type ToolContext, type ToolResult } from './tool.ts';

/** A tool's context from a domain; `undefined` when its file cannot be used now. */
export interface BeliefPort {
  context(domain: string): BeliefContext | undefined;
}

/** `keep_going`, `finish_flow`, `fall_back`, `set_slot` and `propose_plan`. */
export function beliefTools(port: BeliefPort): readonly Tool[] {
  const act = (context: ToolContext, deed: Deed, command: Json) => doDeed(port, context, { deed, command });
  return [
    defineTool({
      name: 'keep_going',
      description: 'Go on to the next step after this reply without waiting for the person (on), or wait (off).',
      args: () => z.object({ on: z.boolean() }),
      isRepeatable: true,
      run: ({ on }, context) => act(context, { kind: 'keepGoing', on }, { keep_going: on }),
    }),
    defineTool({
      name: 'finish_flow',
      description:
        'End the active flow: completed, or invalid when it cannot be done. Findings are kept for later flows.',
      args: () => z.object({ outcome: z.enum(['completed', 'invalid']), findings: z.array(z.string()).optional() }),
      isRepeatable: true,
      run: ({ outcome, findings = [] }, context) =>
        act(context, { kind: 'finish', outcome, findings }, { finish: outcome, findings }),
    }),
    defineTool({
      name: 'fall_back',
      description: 'Replace the active flow by another one that fits better; equal-named slots move over.',
      args: () => z.object({ to: z.string() }),
      isRepeatable: true,
      run: ({ to }, context) => act(context, { kind: 'fallBack', to }, { fallback: to }),
    }),
    defineTool({
      name: 'set_slot',
      description: 'Fill a slot of a live flow with a value that you found out.',
      args: () => z.object({ flow: z.string(), slot: z.string(), value: z.unknown() }),
      isRepeatable: true,
      run: ({ flow, slot, value }, context) => {
        const json = asJson(value) ?? null;
        return act(context, { kind: 'setSlot', flow, slot, value: json }, { set: { flow, slot, value: json } });
      },
    }),
    defineTool({
      name: 'propose_plan',
      description:
        'Propose the steps of the active Plan flow, in order: {flow, slots?, why?} or {tellask: "@member what", why?}. The person approves them first.',
      args: () => z.object({ steps: z.array(stepSchema()) }),
      isRepeatable: true,
      run: ({ steps }, context) => {
        const read = steps.map(readStep);
        const proposed = read.filter(step => step !== undefined);
        if (proposed.length < read.length)
          return failed('propose_plan: a step is {flow, slots?, why?} or {tellask, why?}');
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
  { state }: ToolContext,
  { deed, command }: { deed: Deed; command: Json },
): ToolResult {
  const { belief, identity } = state;
  const context = identity.kind === 'root' && identity.domain !== undefined ? port.context(identity.domain) : undefined;
  if (!belief || !context) return failed('The dialogue state cannot be changed now: its domain file cannot be used.');
  const told = { by: 'agent', command, ...(deed.kind === 'propose' && { showsPlan: true as const }) } as const;
  const changed = changeFacts(belief, told, before => applyDeed(context, before, deed));
  if (!changed.ok) return failed(`Nothing was changed: ${reasonText(changed.why)}.`);
  return { ok: true, content: resultText(deed, changed.state), facts: changed.facts };
}

/** The present beliefs, in a line. */
function resultText(deed: Deed, state: BeliefState): string {
  if (deed.kind === 'propose') return 'The steps are put to the person. Wait for the answer.';
  if (deed.kind === 'keepGoing')
    return deed.on ? 'You go on after this reply.' : 'You wait for the person after this reply.';
  const active = activeFlow(state);
  if (!active) return 'Done. No flow is active now.';
  const { required, elective } = missingSlots(active);
  const missing = [...required, ...(elective.length > 0 ? [`one of ${elective.join(', ')}`] : [])];
  if (awaitedOf(active) !== undefined) return `Done. Next is ${active.flow}; the person is asked about it first.`;
  return `Done. Active now: ${active.flow}${missing.length === 0 ? '' : `; missing: ${missing.join('; ')}`}.`;
}
