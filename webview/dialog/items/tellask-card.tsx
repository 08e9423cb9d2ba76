// A tellask as a card: to whom, what, and where it stands, with links to the subdialogs that answer it.
import type { JSX } from 'preact';
import { assertNever } from '../../../src/core/base/assert.ts';
import type { RelatedDialog } from '../../../src/protocol/messages.ts';
import type { IconName } from '../../shared/icons.tsx';
import { Icon } from '../../shared/icons.tsx';
import { pauseWords } from '../../shared/pause.ts';
import { StateMark } from '../../shared/standing-mark.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import type { PanelWords } from '../../shared/words/en/panel.ts';
import { takesWords } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import type { Item, TellaskItem, TellaskState } from './item.ts';
import { DialogLink, Mention, useMentioned } from './member-name.tsx';
import { NestedDialog } from './nested.tsx';
import { TellButton, TellForm, ToldNotes } from './tell-form.tsx';
import { TellaskText } from './tellask-text.tsx';

interface TellaskCardProps {
  readonly item: TellaskItem;
  /** Draws what is in the subdialogs, once they are unfolded. */
  readonly drawItem: (item: Item) => JSX.Element;
}

/** One tellask block. */
export function TellaskCard({ item, drawItem }: TellaskCardProps): JSX.Element {
  const words = usePanel().words.value;
  const { key, mention, session, headline, body, state } = item;
  const who = useMentioned(mention);
  return (
    <article class={`card tellask ${toneOf(item)}`} aria-label={words.tellask.to(who)}>
      <div class="line">
        <Icon name="arrow" />
        {mention === '' ? <code>!?</code> : <Mention id={mention} />}
        {session !== undefined && <span class="tag">{session}</span>}
        <span class="state">
          <Icon name={iconOf(item)} />
          {item.problem === undefined || state.kind === 'refused' ? stateWords(state, words) : words.tellask.malformed}
        </span>
      </div>
      <TellaskText id={key} headline={headline} body={body} />
      {state.kind === 'refused' && <Prose text={state.message} />}
      <ToldNotes item={item} />
      <Targets item={item} drawItem={drawItem} />
      <TellForm item={item} />
    </article>
  );
}

function Targets({ item: { state, callId }, drawItem }: TellaskCardProps): JSX.Element | null {
  const { related, words, intents, view, toggled } = usePanel();
  if (state.kind !== 'waiting' && state.kind !== 'answered') return null;
  return (
    <div class="targets">
      {state.targets.map(selfId => {
        const dialog = related.value.find(each => each.selfId === selfId);
        return (
          <span key={selfId} class="target">
            <DialogLink selfId={selfId} callId={callId}>
              {state.callKind === 'A' ? words.value.openCaller : words.value.openSubdialog}
            </DialogLink>
            {state.callKind !== 'A' && <Unfold selfId={selfId} callId={callId} />}
            {dialog && state.kind === 'waiting' && <TargetState dialog={dialog} />}
          </span>
        );
      })}
      {state.kind === 'waiting' && state.callKind !== 'A' && view.value && takesWords(view.value) && (
        <TellButton callId={callId} />
      )}
      {state.kind === 'waiting' && view.value && takesWords(view.value) && (
        <button type="button" class="text-button faint" onClick={() => intents.post({ kind: 'dismiss', callId })}>
          {words.value.dismissCall}
        </button>
      )}
      {state.callKind !== 'A' &&
        state.targets
          .filter(selfId => toggled.value.has(unfoldKey(selfId, callId)))
          .map(selfId => <NestedDialog key={selfId} selfId={selfId} callId={callId} drawItem={drawItem} />)}
    </div>
  );
}

function TargetState({ dialog: { state, pause, interruption } }: { readonly dialog: RelatedDialog }): JSX.Element {
  const words = usePanel().words.value;
  return (
    <StateMark
      state={state}
      {...(pause && { pause, words: pauseWords(pause, words) })}
      {...(interruption && { interruption })}
    />
  );
}

function Unfold({ selfId, callId }: { readonly selfId: string; readonly callId: string }): JSX.Element {
  const { toggled, words, intents } = usePanel();
  const open = toggled.value.has(unfoldKey(selfId, callId));
  return (
    <button
      type="button"
      class={`text-button unfold ${open ? 'open' : ''}`}
      aria-expanded={open}
      onClick={() => intents.toggle(unfoldKey(selfId, callId))}
    >
      <Icon name="chevron" />
      {open ? words.value.foldSubdialog : words.value.unfoldSubdialog}
    </button>
  );
}

function unfoldKey(selfId: string, callId: string): string {
  return `unfold ${selfId} ${callId}`;
}

const tones = { answered: 'good', failed: 'bad', dismissed: 'quiet' } as const;

function toneOf({ state, problem }: TellaskItem): string {
  if (problem !== undefined || state.kind === 'refused') return 'bad';
  if (state.kind === 'answered') return tones[state.outcome];
  return state.kind === 'waiting' ? 'waiting' : 'quiet';
}

function iconOf(item: TellaskItem): IconName {
  if (item.state.kind === 'answered' && item.state.outcome === 'dismissed') return 'cross';
  const icons = { bad: 'warning', good: 'check', waiting: 'clock', quiet: 'clock' } as const;
  return icons[toneOf(item) as keyof typeof icons];
}

function stateWords(state: TellaskState, { tellask }: PanelWords): string {
  switch (state.kind) {
    case 'waiting':
      return tellask.waiting(state.open.length, state.targets.length);
    case 'answered':
      return tellask[state.outcome];
    case 'said':
    case 'void':
    case 'reassigned':
    case 'refused':
      return tellask[state.kind];
    default:
      return assertNever(state);
  }
}
