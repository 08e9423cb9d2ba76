// The flow stack: each flow with its status and slots, top first (SPEC 16.3, 16.11).
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Domain, flowOf, flowTitle, slotTitle, splitSource } from '../../../src/core/belief/domain/domain.ts';
import { missingSlots, waitingFor } from '../../../src/core/belief/missing.ts';
import {
  type BeliefState,
  type Flow,
  isLive,
  type PlanStep,
  runName,
  runNumber,
} from '../../../src/core/belief/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { beliefsEn } from '../../shared/words/en/belief.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { usePanel } from '../panel-context.ts';
import { SlotRow } from './slot-row.tsx';

interface StackProps {
  readonly state: BeliefState;
  readonly domain: Domain | undefined;
  /** Whether a person may change anything: not in a past turn. */
  readonly mayAct: boolean;
}

/** The flows of a state; of a plan also its steps. */
export function FlowStack({ state, domain, mayAct }: StackProps): JSX.Element {
  const words = useWords(beliefsEn);
  return (
    <div class="flow-stack">
      {state.stack.length === 0 && <div class="faint">{words.noFlow}</div>}
      {state.stack.map(flow => (
        <FlowCard key={flow.flowId} state={state} flow={flow} domain={domain} mayAct={mayAct && isLive(flow)} />
      ))}
      {state.background.filter(isLive).map(flow => (
        <div key={flow.flowId} class="note">
          <Icon name="clock" />
          {words.background}: {flowTitle(domain, flow.flow)}
        </div>
      ))}
      {mayAct && domain && <StartFlow domain={domain} />}
    </div>
  );
}

type FlowCardProps = StackProps & { readonly flow: Flow };

const tones: Record<Flow['status'], string> = { Pending: '', Active: 'waiting', Completed: 'good', Invalid: 'bad' };

function FlowCard({ state, flow, domain, mayAct }: FlowCardProps): JSX.Element {
  const { intents, composerFocus } = usePanel();
  const words = useWords(beliefsEn);
  const spec = domain && flowOf(domain, flow.flow);
  const title = `${flowTitle(domain, flow.flow)}${runNumber(state, flow)}`;
  const run = runName(state, flow);
  const missing = missingSlots(flow);
  const lacks = [...missing.required, ...missing.elective];
  const awaited = waitingFor(flow);
  const post = intents.post;
  const cancel = () => {
    post({ kind: 'belief', intent: { kind: 'cancelFlow', flow: run } });
    // The button leaves with the flow.
    composerFocus.value += 1;
  };
  return (
    <article class={`card flow ${tones[flow.status]}`} aria-label={title}>
      <div class="line">
        <strong title={spec?.description ?? flow.flowId}>{title}</strong>
        <span class="tag">{flow.intent}</span>
        {flow.planId !== undefined && <span class="tag">{words.ofPlan}</span>}
        {flow.again !== undefined && <span class="tag">{words.again}</span>}
        {awaited !== undefined && <span class="tag awaited">{words.awaited[awaited]}</span>}
        <span class="state">{words.status(flow.status)}</span>
        {mayAct && (
          <Button look="icon" label={words.cancelFlow(title)} onPress={cancel}>
            <Icon name="cross" />
          </Button>
        )}
      </div>
      {flow.steps && <Steps steps={flow.steps} domain={domain} />}
      <dl class="slots">
        {Object.entries(flow.slots).map(([name, slot]) => (
          <SlotRow
            key={name}
            id={`${flow.flowId} ${name}`}
            name={slotTitle(domain, flow.flow, name)}
            slot={slot}
            spec={spec?.slots[name]}
            source={sourceTitle(domain, slot.from ?? '')}
            isMissing={isLive(flow) && lacks.includes(name)}
            {...(mayAct && {
              onSet: value =>
                post({
                  kind: 'belief',
                  intent:
                    value === undefined
                      ? { kind: 'clearSlot', flow: run, slot: name }
                      : { kind: 'setSlot', flow: run, slot: name, value },
                }),
            })}
          />
        ))}
      </dl>
    </article>
  );
}

function sourceTitle(domain: Domain | undefined, from: string): string {
  const [flow, slot] = splitSource(from);
  return `${flowTitle(domain, flow)} · ${slotTitle(domain, flow, slot)}`;
}

function Steps({ steps, domain }: Pick<StackProps, 'domain'> & { readonly steps: readonly PlanStep[] }): JSX.Element {
  return (
    <ol class="steps" aria-label={useWords(beliefsEn).plan}>
      {steps.map((step, index) => (
        <li key={index}>
          {'flow' in step ? flowTitle(domain, step.flow) : step.tellask}
          {step.why !== undefined && <span class="faint"> — {step.why}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Arrow keys choose in a list that is closed, too: what is chosen starts by a button. */
function StartFlow({ domain }: { readonly domain: Domain }): JSX.Element {
  const { intents } = usePanel();
  const words = useWords(beliefsEn);
  const [chosen, choose] = useState('');
  const list = useRef<HTMLSelectElement>(null);
  const flows = domain.flows.filter(({ intent }) => intent !== 'Internal');
  const start = () => {
    intents.post({ kind: 'belief', intent: { kind: 'startFlow', flow: chosen } });
    choose('');
    // The button goes.
    list.current?.focus();
  };
  return (
    <div class="start-flow">
      <select
        ref={list}
        aria-label={words.startFlow}
        value={chosen}
        onChange={event => choose(event.currentTarget.value)}
      >
        <option value="">{words.startFlow}</option>
        {domain.intents
          .map(({ name }) => name)
          .concat('Plan', 'Converse')
          .map(intent => (
            <optgroup key={intent} label={intent}>
              {flows
                .filter(flow => flow.intent === intent)
                .map(flow => (
                  <option key={flow.name} value={flow.name} title={flow.description}>
                    {flowTitle(domain, flow.name)}
                  </option>
                ))}
            </optgroup>
          ))}
      </select>
      {chosen !== '' && <Button onPress={start}>{words.startChosen}</Button>}
    </div>
  );
}
