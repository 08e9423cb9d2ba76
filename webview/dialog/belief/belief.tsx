// The dialogue state in the panel: one line that says what is believed, and a drawer with the flow stack, predictions,
// flags and the turns (SPEC 16.11). What is believed now follows by records; turns that are over are asked for.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BeliefProgress } from '../../../src/core/belief/belief-progress.ts';
import { type Domain, flowTitle, slotTitle } from '../../../src/core/belief/domain/domain.ts';
import { awaitedOf, missingSlots } from '../../../src/core/belief/missing.ts';
import { activeFlow, type BeliefState, type Flags, type Flow } from '../../../src/core/belief/state.ts';
import { whyOf } from '../../../src/core/belief/values/reasons.ts';
import { Icon } from '../../shared/icons.tsx';
import { type BeliefWords, beliefsEn } from '../../shared/words/en/belief.ts';
import { useWords } from '../../shared/words/use-words.ts';
import type { View } from '../conversation/transcript.ts';
import { Fold } from '../items/fold.tsx';
import { usePanel } from '../panel-context.ts';
import { FlowStack } from './belief-flow.tsx';
import { type BeliefLook, Turns } from './belief-turns.tsx';

const FOLD = 'belief';

/** Null in a dialog without a domain. */
export function Belief({ view }: { readonly view: View }): JSX.Element | null {
  const { toggled, intents } = usePanel();
  const words = useWords(beliefsEn);
  const { belief } = view.state;
  if (!belief) return null;
  const isOpen = toggled.value.has(FOLD);
  return (
    <section class={`belief ${isOpen ? 'open' : ''}`} aria-label={words.title}>
      <button type="button" class="belief-line" aria-expanded={isOpen} onClick={() => intents.toggle(FOLD)}>
        <Icon name="chevron" />
        <Summary belief={belief} />
      </button>
      {isOpen && <Drawer view={view} belief={belief} />}
    </section>
  );
}

function Summary({ belief: { state, isOpen } }: { readonly belief: BeliefProgress }): JSX.Element {
  const words = useWords(beliefsEn);
  const { belief: picture, intents } = usePanel();
  const isAsked = picture.value !== undefined;
  // The titles of flow and slots are in the domain, which the snapshot does not bring along.
  useEffect(() => {
    if (!isAsked) intents.post({ kind: 'showBelief' });
  }, [isAsked]);
  const domain = picture.value?.domain;
  const active = activeFlow(state);
  const lack = active && lackOf(active, { words, domain });
  const awaited = active && awaitedOf(active);
  return (
    <>
      <span class="tag intent">{state.intent}</span>
      {active && <strong>{flowTitle(domain, active.flow)}</strong>}
      {lack !== undefined && <span class="lack">{lack}</span>}
      {active && lack === undefined && (
        <span class="faint">{awaited === undefined ? words.ready : words.awaited[awaited]}</span>
      )}
      {flagNames(state.flags).map(flag => (
        <span key={flag} class={`tag flag ${flag}`}>
          {words.flag(flag)}
        </span>
      ))}
      <span class="faint turn">
        {words.turn(state.turn)}
        {isOpen && ` · ${words.open}`}
      </span>
    </>
  );
}

/** `natural_birth` is how most flows come: not worth a word in the line. */
function flagNames({ natural_birth: _, ...flags }: Flags): (keyof Flags)[] {
  return (Object.keys(flags) as (keyof typeof flags)[]).filter(flag => flags[flag]);
}

function lackOf(
  flow: Flow,
  { words, domain }: { readonly words: BeliefWords; readonly domain: Domain | undefined },
): string | undefined {
  const { required, elective } = missingSlots(flow);
  const titles = (names: readonly string[]) => names.map(name => slotTitle(domain, flow.flow, name));
  if (required.length > 0) return words.missing(titles(required));
  return elective.length > 0 ? words.oneOf(titles(elective)) : undefined;
}

function Drawer({ view, belief }: { readonly view: View; readonly belief: BeliefProgress }): JSX.Element {
  const { belief: asked, intents } = usePanel();
  const [looked, look] = useState<BeliefLook | undefined>(undefined);
  const { base, lastTurn } = belief;
  useEffect(() => intents.post({ kind: 'showBelief', ...looked }), [looked?.turn, looked?.from, base.turn, lastTurn]);
  const picture = asked.value;
  const past = looked && picture?.at?.turn === looked.turn ? picture.at.state : undefined;
  const mayAct = view.readOnly === undefined && view.rootStatus === 'running';
  return (
    <div class="belief-drawer">
      {picture && <Turns picture={picture} now={base.turn} looked={looked} onLook={look} mayAct={mayAct} />}
      <div class="belief-parts">
        <FlowStack state={past ?? belief.state} domain={picture?.domain} mayAct={mayAct && !looked} />
        <Aside state={past ?? belief.state} domain={picture?.domain} />
      </div>
    </div>
  );
}

function Aside({ state, domain }: { readonly state: BeliefState; readonly domain: Domain | undefined }): JSX.Element {
  const { predictions, refused, scratchpad, requested = [] } = state;
  const words = useWords(beliefsEn);
  return (
    <div class="belief-aside">
      {requested.length > 0 && (
        <section>
          <h3>{words.requested}</h3>
          <ul class="requested">
            {requested.map(({ flow, slot }) => (
              <li key={`${flow}.${slot}`}>
                {slotTitle(domain, flow, slot)} <span class="faint">{flowTitle(domain, flow)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {predictions.length > 0 && (
        <section title={words.predictionsHint}>
          <h3>{words.predictions}</h3>
          <ul class="predictions">
            {predictions.map(({ flow, confidence }) => (
              <li key={flow}>
                <span class="preview">{flowTitle(domain, flow)}</span>
                <span class="meter" aria-hidden="true">
                  <span style={{ width: `${Math.round(confidence * 100)}%` }} />
                </span>
                <span class="faint">{Math.round(confidence * 100)} %</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused.map(whyOf).map(
        (why, index) =>
          why && (
            <div key={index} class="slot-reason">
              {words.refused(why)}
            </div>
          ),
      )}
      {scratchpad.length > 0 && (
        <Fold id="belief-findings" summary={<span>{words.scratchpad(scratchpad.length)}</span>}>
          {() => (
            <ul class="findings">
              {scratchpad.toReversed().map((finding, index) => (
                <li key={index}>
                  <bdi>{finding.text}</bdi> <span class="faint">{flowTitle(domain, finding.flow)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
    </div>
  );
}
