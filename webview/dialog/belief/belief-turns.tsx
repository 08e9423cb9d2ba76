// The turns of a dialogue state: a slider through them, what changed between any two, and the way back (SPEC 16.8,
// 16.11).

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Domain, flowTitle, slotTitle } from '../../../src/core/belief/domain/domain.ts';
import type { Difference } from '../../../src/core/belief/history/changes-in-words.ts';
import type { TurnSummary } from '../../../src/core/belief/history/read-history.ts';
import type { BeliefPicture } from '../../../src/protocol/messages.ts';
import { Button } from '../../shared/controls.tsx';
import { beliefsEn } from '../../shared/words/en/belief.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { usePanel } from '../panel-context.ts';

/** The turn that is looked at, and the one it is compared with. */
export interface BeliefLook {
  readonly turn: number;
  readonly from: number;
}

interface TurnsProps {
  readonly picture: BeliefPicture;
  /** The turn that everything goes on from. */
  readonly now: number;
  readonly looked: BeliefLook | undefined;
  readonly onLook: (looked: BeliefLook | undefined) => void;
  readonly mayAct: boolean;
}

/** The slider, and what it stands on. */
export function Turns({ picture, now, looked, onLook, mayAct }: TurnsProps): JSX.Element | null {
  const words = useWords(beliefsEn);
  const slider = useRef<HTMLInputElement>(null);
  const { turns } = picture;
  if (turns.length < 2) return null;
  const found = turns.findIndex(each => each.turn === (looked?.turn ?? now));
  // A turn that has just ended is asked for: until it is here, the one before it is shown.
  const at = found < 0 ? turns.length - 1 : found;
  const shown = turns[at];
  const look = (index: number) => {
    const next = turns[index];
    if (next) onLook(next.turn === now ? undefined : lookAt(next, now));
  };
  // The button that was pressed goes away.
  const lookAtNow = () => {
    slider.current?.focus();
    onLook(undefined);
  };
  return (
    <section class="turns" aria-label={words.turns}>
      <div class="line">
        <label class="turn-slider">
          <span class="faint">{words.turns}</span>
          <input
            ref={slider}
            type="range"
            min={0}
            max={turns.length - 1}
            value={at}
            aria-valuetext={shown ? titleOf(shown, words.turn) : ''}
            onInput={event => look(Number(event.currentTarget.value))}
          />
        </label>
        <strong class="turn-no">{words.turn(shown?.turn ?? now)}</strong>
        {looked ? (
          <button type="button" class="text-button" onClick={lookAtNow}>
            {words.newest}
          </button>
        ) : (
          shown?.after !== null &&
          shown !== undefined && (
            <button type="button" class="text-button" onClick={() => onLook(lookAt(shown, now))}>
              {words.whatChanged}
            </button>
          )
        )}
      </div>
      {shown && <TurnLine turn={shown} domain={picture.domain} />}
      {looked && (
        <Comparison key={looked.turn} {...{ picture, now, looked, onLook, mayAct }} onRolledBack={lookAtNow} />
      )}
    </section>
  );
}

/** A turn is compared with the one before it, the begin with what everything goes on from. */
function lookAt({ turn, after }: TurnSummary, now: number): BeliefLook {
  return { turn, from: after ?? now };
}

function titleOf({ turn, said }: TurnSummary, nameOf: (turn: number) => string): string {
  return said === undefined ? nameOf(turn) : `${nameOf(turn)}: ${said}`;
}

function TurnLine({
  turn: { turn, by, said, ended, isCurrent },
  domain,
}: {
  readonly turn: TurnSummary;
  readonly domain: Domain | undefined;
}): JSX.Element | null {
  const words = useWords(beliefsEn);
  if (turn === 0) return null;
  const what = said ?? (by === 'person' ? words.byPerson : words.byAgent);
  return (
    <div class="turn-line">
      <span class={said === undefined ? 'faint' : ''}>{said === undefined ? what : `“${what}”`}</span>
      {ended.map(({ flowId, flow, status }) => (
        <span key={flowId} class="tag">
          {words.ended(flowTitle(domain, flow), status)}
        </span>
      ))}
      {!isCurrent && <span class="faint">{words.branch}</span>}
    </div>
  );
}

interface ComparisonProps extends TurnsProps {
  readonly looked: BeliefLook;
  readonly onRolledBack: () => void;
}

function Comparison({ picture, now, looked, onLook, mayAct, onRolledBack }: ComparisonProps): JSX.Element {
  const words = useWords(beliefsEn);
  const { turns, at } = picture;
  const isThere = at?.turn === looked.turn && at.from === looked.from;
  return (
    <>
      <div class="line compared">
        <label>
          <span class="faint">{words.compared}</span>{' '}
          <select
            value={looked.from}
            onChange={event => onLook({ turn: looked.turn, from: Number(event.currentTarget.value) })}
          >
            {turns
              .filter(({ turn }) => turn !== looked.turn)
              .map(({ turn }) => (
                <option key={turn} value={turn} selected={turn === looked.from}>
                  {words.turn(turn)}
                </option>
              ))}
          </select>
        </label>
      </div>
      {isThere && (
        <ul class="differences">
          {at.differences?.map((each, index) => (
            <li key={index} class={`difference-${each.kind}`} dir="auto">
              {words.difference(withTitles(each, picture.domain))}
            </li>
          ))}
          {at.differences?.length === 0 && <li class="faint">{words.same}</li>}
        </ul>
      )}
      {mayAct && looked.turn !== now && <RollBack turn={looked.turn} onDone={onRolledBack} />}
    </>
  );
}

/** Asks once more, and says what does not go back. */
function RollBack({ turn, onDone }: { readonly turn: number; readonly onDone: () => void }): JSX.Element {
  const { intents } = usePanel();
  const words = useWords(beliefsEn);
  const [step, go] = useState<'offered' | 'asked' | 'cancelled'>('offered');
  if (step !== 'asked')
    return (
      <div class="choices">
        <Button key={step} hasFocus={step === 'cancelled'} onPress={() => go('asked')}>
          {words.rollBack}
        </Button>
      </div>
    );
  const rollBack = () => {
    intents.post({ kind: 'belief', intent: { kind: 'rollBack', turn } });
    onDone();
  };
  return (
    <div class="strip warn">
      <span class="strip-text">{words.rollBackNote}</span>
      <Button key="sure" hasFocus look="primary" onPress={rollBack}>
        {words.rollBack}
      </Button>
      <Button onPress={() => go('cancelled')}>{words.cancel}</Button>
    </div>
  );
}

/** Flow and slot as people read them (SPEC 13.15). */
function withTitles(difference: Difference, domain: Domain | undefined): Difference {
  if (!('flow' in difference)) return difference;
  const flow = flowTitle(domain, difference.flow);
  if (!('slot' in difference)) return { ...difference, flow };
  return { ...difference, flow, slot: slotTitle(domain, difference.flow, difference.slot) };
}
