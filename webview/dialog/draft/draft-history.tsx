// The rest of earlier exchanges: the drafts that were not accepted, and how much of the past the mind still sees.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DraftState } from '../../../src/core/draft/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { Time } from '../../shared/time.tsx';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Clamp, Fold } from '../items/fold.tsx';
import { usePanel } from '../panel-context.ts';
import { CompareButton } from './draft-card.tsx';
import type { DraftsItem, OfferedDraft, PrunedItem } from './draft-item.ts';

/** The drafts of a message that are in no list of drafts: dropped while it waited, or not accepted. */
export function OtherDrafts({ item }: { readonly item: DraftsItem }): JSX.Element | null {
  const { view } = usePanel();
  const words = useWords(draftsEn);
  const visible = view.value?.state.draft?.drafts ?? [];
  const others = item.drafts.filter(({ id }) => id !== item.accepted && !visible.some(draft => draft.id === id));
  if (others.length === 0) return null;
  const label = item.accepted === undefined ? words.older(others.length) : words.others(others.length);
  return (
    <Fold
      id={item.key}
      class="other-drafts"
      summary={
        <>
          <Icon name="layers" />
          <span>{label}</span>
        </>
      }
    >
      {() => others.toReversed().map(draft => <PastDraft key={draft.id} draft={draft} />)}
    </Fold>
  );
}

function PastDraft({ draft: { id, text, at, note } }: { readonly draft: OfferedDraft }): JSX.Element {
  const words = useWords(draftsEn);
  return (
    <article class="card draft past">
      <div class="line">
        <span class="faint mono">{id}</span>
        <CompareButton id={id} label={`${words.compare} ${id}`} />
        <Time at={at} />
      </div>
      <Clamp id={`draft ${id}`} text={text}>
        <Prose text={text} />
      </Clamp>
      {note !== undefined && <div class="note">{words.note(note)}</div>}
    </article>
  );
}

/** Marks that the mind sees less of the past from here on. */
export function PrunedLine({ item }: { readonly item: PrunedItem }): JSX.Element {
  const words = useWords(draftsEn);
  return (
    <div class="mark">
      <Icon name="archive" />
      <span>{words.pruned(item.pairs)}</span>
      <Time at={item.at} />
    </div>
  );
}

/** How many exchanges the mind sees, and the way to make it fewer. */
export function PruneRow({
  draft,
  mayAct,
}: {
  readonly draft: DraftState;
  readonly mayAct: boolean;
}): JSX.Element | null {
  const { intents } = usePanel();
  const words = useWords(draftsEn);
  const [wanted, want] = useState(1);
  const present = draft.history.length / 2;
  if (present === 0) return null;
  const pairs = Math.min(wanted, present);
  return (
    <div class="prune faint">
      <span>{words.exchanges(present)}</span>
      {mayAct && (
        <>
          <select
            aria-label={words.pruneCount}
            value={pairs}
            onChange={event => want(Number(event.currentTarget.value))}
          >
            {Array.from({ length: present }, (_, index) => index + 1).map(count => (
              <option key={count} value={count} selected={count === pairs}>
                {count}
              </option>
            ))}
          </select>
          <Button onPress={() => intents.post({ kind: 'draft', intent: { kind: 'prune', pairs } })}>
            {words.prune}
          </Button>
        </>
      )}
    </div>
  );
}
