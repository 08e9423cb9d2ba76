// The draft dialogue (SPEC 15.11): what was accepted so far, then the drafts for the present message, newest first, and
// what the mind thinks.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type DraftState, numberedDrafts } from '../../../src/core/draft/state.ts';
import { Avatar } from '../../shared/avatar.tsx';
import { scrollToElement } from '../../shared/scroll-to.ts';
import { followMarkup } from '../../shared/text/markup-clicks.ts';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Beginning } from '../conversation/beginning.tsx';
import { isMeant, markupDoors } from '../conversation/conversation.tsx';
import { FindBar } from '../conversation/find-bar.tsx';
import { useFlashed } from '../conversation/flashed.ts';
import { useSteady } from '../conversation/hold-under-pointer.ts';
import { useSeen } from '../conversation/seen.ts';
import type { View } from '../conversation/transcript.ts';
import { ItemView } from '../items/item-view.tsx';
import { Undelivered } from '../items/undelivered.tsx';
import { useMember, usePanel } from '../panel-context.ts';
import { DraftCard } from './draft-card.tsx';
import { DraftDiff } from './draft-diff.tsx';
import { PruneRow } from './draft-history.tsx';
import { DraftLoop } from './draft-loop.tsx';
import { DraftThoughts } from './draft-thoughts.tsx';

/** Items in the page at first; earlier ones come on demand. */
const ITEMS_AT_FIRST = 40;

interface DraftBoardProps {
  readonly view: View;
  readonly draft: DraftState;
}

/** Everything above the composer of a draft dialogue. */
export function DraftBoard({ view, draft }: DraftBoardProps): JSX.Element {
  const panel = usePanel();
  const words = useWords(draftsEn);
  const boardRef = useRef<HTMLElement>(null);
  const doors = markupDoors(panel);
  const mayAct = view.readOnly === undefined && view.rootStatus === 'running';
  useSeen(boardRef, mayAct ? draft.drafts.filter(({ seen }) => !seen).map(({ id }) => id) : []);
  usePresentInView(boardRef, draft);
  useSteady(boardRef);
  return (
    <div class="conversation-frame">
      <FindBar list={() => boardRef.current} />
      <section
        class={`conversation draft-board ${draft.awaiting ? 'drafting' : ''}`}
        ref={boardRef}
        onClick={event => followMarkup(event, doors)}
        onKeyDown={event => followMarkup(event, doors)}
        aria-label={panel.words.value.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        tabIndex={0}
      >
        <div class="column">
          <Beginning />
          <PruneRow draft={draft} mayAct={mayAct} />
          <Exchanges />
          {panel.items.value.length === 0 && panel.outbox.value.length === 0 && <DraftWelcome view={view} />}
          <Undelivered />
          <div class="present">
            <DraftLoop view={view} draft={draft} mayAct={mayAct} />
            <DraftDiff />
            {draft.awaiting && (
              <ul class="drafts" aria-label={words.title}>
                {numberedDrafts(draft).map(each => (
                  <DraftCard
                    key={each.id}
                    draft={each}
                    iteration={draft.iteration}
                    mayAct={mayAct}
                    before={each.n === 1 ? draft.drafts.at(-2) : undefined}
                  />
                ))}
              </ul>
            )}
            <DraftThoughts draft={draft} />
          </div>
        </div>
      </section>
    </div>
  );
}

/** An empty draft dialogue. */
function DraftWelcome({ view }: { readonly view: View }): JSX.Element {
  const words = useWords(draftsEn);
  const { icon, name } = useMember(view.state.identity.agentId);
  return (
    <div class="welcome">
      <Avatar icon={icon} name={name} />
      <h2>{words.welcome(name)}</h2>
      <p>{words.welcomeText}</p>
    </div>
  );
}

function Exchanges(): JSX.Element {
  const { items } = usePanel();
  const words = useWords(draftsEn);
  const [shown, show] = useState(ITEMS_AT_FIRST);
  const all = items.value;
  const flashed = useFound(index => show(Math.max(shown, all.length - index)));
  return (
    <div class="items">
      {all.length > shown && (
        <button type="button" class="beginning text-button" onClick={() => show(shown + ITEMS_AT_FIRST)}>
          {words.earlier}
        </button>
      )}
      {all.slice(-shown).map(item => (
        <ItemView key={item.key} item={item} flashed={item.key === flashed} />
      ))}
    </div>
  );
}

/** Scrolls to the requested item, which `reveal` renders; returns its key for a moment. */
function useFound(reveal: (index: number) => void): string {
  const { items, focus } = usePanel();
  const request = focus.value;
  const done = useRef(0);
  const [flashed, flash] = useFlashed();
  useEffect(() => {
    const index = request ? items.value.findLastIndex(item => isMeant(item, request.on)) : -1;
    const item = items.value[index];
    if (!request || !item || done.current === request.nth) return;
    done.current = request.nth;
    reveal(index);
    flash(item.key);
  }, [request, items.value]);
  useEffect(() => {
    const marked = flashed === '' ? null : document.querySelector('.flashed');
    if (marked) scrollToElement(marked, 'center');
  }, [flashed]);
  return flashed;
}

/** A new message, and the opening of the panel, show the present exchange; an acceptance shows the accepted draft. */
function usePresentInView(board: { readonly current: HTMLElement | null }, { awaiting }: DraftState): void {
  useEffect(() => {
    const shown = board.current;
    const present = shown?.querySelector('.present');
    if (!shown || !present) return;
    const question = [...shown.querySelectorAll('.user-item')].at(-1) ?? present;
    if (awaiting) scrollToElement(question, 'start');
    else scrollToElement(present, 'end');
  }, [awaiting?.iter]);
}
