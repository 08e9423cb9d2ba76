// One draft: its text, what the mind noted, and Accept. The id that is shown is the one that is accepted (SPEC 15.4).
import type { JSX } from 'preact';
import type { Draft } from '../../../src/core/draft/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { memo } from '../../shared/memo.ts';
import { Prose } from '../../shared/text/prose.tsx';
import { Time } from '../../shared/time.tsx';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Clamp } from '../items/fold.tsx';
import { usePanel } from '../panel-context.ts';
import { ChangedSince } from './draft-diff.tsx';
import { addition, additionFocus, compared, endComparison, toggleCompared } from './draft-ui.ts';

interface DraftCardProps {
  readonly draft: Draft & { readonly n: number };
  readonly iteration: number;
  readonly mayAct: boolean;
  /** The one before the latest. */
  readonly before?: Draft | undefined;
}

/** A draft that may be accepted. */
export const DraftCard = memo(function DraftCard({ draft, iteration, mayAct, before }: DraftCardProps) {
  const { intents, composerFocus } = usePanel();
  const words = useWords(draftsEn);
  const { n, id, text, seen, time, iter, note } = draft;
  const accept = () => {
    intents.post({ kind: 'draft', intent: { kind: 'accept', id } });
    composerFocus.value += 1;
    // The other one to compare with is gone now.
    if (compared.value.length < 2) endComparison();
  };
  return (
    <li class={`card draft ${n === 1 ? 'latest' : ''} ${seen ? '' : 'unseen-draft'}`} data-draft={id}>
      <div class="line">
        <strong>{words.draft(id)}</strong>
        {n === 1 && <span class="tag">{words.latest}</span>}
        {!seen && <span class="tag new">{words.unseen}</span>}
        <span class="faint">{words.age(iteration - iter)}</span>
        <Time at={time} />
      </div>
      {n === 1 ? <Prose text={text} /> : <ClampedProse id={id} text={text} />}
      {n === 1 && before && <ChangedSince older={before} newer={draft} />}
      {note !== undefined && (
        <div class="note">
          <Icon name="spark" />
          {words.note(note)}
        </div>
      )}
      <div class="draft-buttons">
        <Button
          look={n === 1 ? 'primary' : 'secondary'}
          label={words.acceptThis(id)}
          disabled={!mayAct}
          onPress={accept}
        >
          <Icon name="check" />
          {words.accept}
        </Button>
        {mayAct && <TakeButButton draft={draft} />}
        <CompareButton id={id} label={words.compareThis(id)} />
        <BranchButton id={id} mayAct={mayAct} />
      </div>
    </li>
  );
});

/** Begins a word to the message: which draft is meant. */
function TakeButButton({ draft: { n, id, text } }: Pick<DraftCardProps, 'draft'>): JSX.Element {
  const words = useWords(draftsEn);
  const label = words.takeThisBut(id);
  const begin = () => {
    addition.value = words.takeWords(n === 1 ? undefined : text.trim().split('\n', 1)[0]?.slice(0, 40));
    additionFocus.value += 1;
  };
  return (
    <button type="button" class="chip" aria-label={label} title={label} onClick={begin}>
      {words.takeBut}
    </button>
  );
}

function ClampedProse({ id, text }: { readonly id: string; readonly text: string }): JSX.Element {
  return (
    <Clamp id={`draft ${id}`} text={text}>
      <Prose text={text} />
    </Clamp>
  );
}

/** Takes a draft into the comparison. */
export function CompareButton({ id, label }: { readonly id: string; readonly label: string }): JSX.Element {
  const words = useWords(draftsEn);
  const isChosen = compared.value.includes(id);
  return (
    <button
      type="button"
      class={`chip ${isChosen ? 'on' : ''}`}
      aria-pressed={isChosen}
      aria-label={label}
      title={label}
      onClick={() => toggleCompared(id)}
    >
      {words.compare}
    </button>
  );
}

/** Goes on from a draft in another dialog, where that is switched on. */
function BranchButton({ id, mayAct }: { readonly id: string; readonly mayAct: boolean }): JSX.Element | null {
  const { view, items, intents } = usePanel();
  const words = useWords(draftsEn);
  if (!view.value?.branches || !mayAct) return null;
  const drafts = items.value.flatMap(item => (item.kind === 'drafts' ? item.drafts : []));
  const genseq = drafts.find(draft => draft.id === id)?.genseq;
  if (genseq === undefined) return null;
  const label = words.branchThis(id);
  const ask = () => intents.post({ kind: 'branchDraft', genseq });
  return (
    <button type="button" class="chip" aria-label={label} title={label} onClick={ask}>
      {words.branch}
    </button>
  );
}
