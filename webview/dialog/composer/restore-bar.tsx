// Above the composer while a message is gone back to: what will happen, and what is restored (SPEC 25.4).
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RestoredFile } from '../../../src/protocol/messages.ts';
import { Button, Checkbox, ProgressRing, Switch } from '../../shared/controls.tsx';
import { focusOnOpen } from '../../shared/focus.ts';
import { Icon } from '../../shared/icons.tsx';
import { LineCounts } from '../../shared/line-counts.tsx';
import type { RestoreTalk } from '../../shared/words/en/files.ts';
import { isNewest, isSteered, type View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import type { Restoring } from '../signals.ts';
import { choiceFor } from './restoring.ts';

/** Files that are listed; a tree may have changed thousands. */
const LISTED = 200;

/** The card; nothing while no message is gone back to. */
export function RestoreBar({ view }: { readonly view: View }): JSX.Element | null {
  const { restoring } = usePanel();
  const now = restoring.value;
  if (!now || !isNewest(view) || !isSteered(view)) return null;
  return <RestoreCard key={`${now.to} ${now.held !== undefined}`} now={now} />;
}

function RestoreCard({ now }: { readonly now: Restoring }): JSX.Element {
  const { words, intents, restoreChoice } = usePanel();
  const own = words.value.restore;
  const { offer, held } = now;
  useEffect(() => intents.post({ kind: 'planRestore', to: now.to }), [now.to]);
  const { files, talk } = choiceFor(restoreChoice.value, now);
  const talks: readonly RestoreTalk[] = [...(offer?.talks ?? []), ...(held ? [] : ['stay' as const])];
  const ends = offer && offer.ends.questions + offer.ends.calls + offer.ends.queued > 0;
  return (
    <section
      class="restore-bar"
      aria-label={held ? own.editTitle : own.title}
      tabIndex={-1}
      ref={held ? null : focusOnOpen}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        intents.leaveRestore();
      }}
    >
      <div class="line">
        <Icon name={held ? 'edit' : 'undo'} />
        <strong>{held ? own.editTitle : own.title}</strong>
        <span class="preview" dir="auto">
          {offer?.content}
        </span>
      </div>
      {!offer && <ProgressRing label={own.looking} />}
      {offer && (
        <>
          {talks.length > 1 && (
            <div class="line">
              <span>{own.talk}</span>
              <Switch
                label={own.talk}
                choices={talks.map(value => ({ value, words: own.talks[value] }))}
                value={talk}
                onChoose={value => intents.chooseRestore({ talk: value })}
              />
            </div>
          )}
          <div class="faint">{own.about[talk]}</div>
          <Checkbox checked={files} disabled={talk === 'stay'} onToggle={on => intents.chooseRestore({ files: on })}>
            {own.filesOf(offer.files.length)}
          </Checkbox>
          {files && <Files files={offer.files} />}
          {files && offer.isUntold && <div class="faint">{own.untold}</div>}
          {files && offer.copiedFrom !== undefined && <div class="faint">{own.copied}</div>}
          {offer.isAtWork && <div class="faint">{own.atWork}</div>}
          {talk === 'course' && ends && <div class="faint">{own.ends(offer.ends)}</div>}
        </>
      )}
      <div class="row-buttons">
        {!held && (
          <Button
            look="primary"
            disabled={!offer || now.msgId !== undefined || (talk === 'stay' && offer.files.length === 0)}
            onPress={intents.restore}
          >
            {own.restore}
          </Button>
        )}
        <Button onPress={intents.leaveRestore}>{own.cancel}</Button>
      </div>
    </section>
  );
}

function Files({ files }: { readonly files: readonly RestoredFile[] }): JSX.Element | null {
  const { words } = usePanel();
  const own = words.value.restore;
  if (files.length === 0) return null;
  return (
    <ul class="restored-files">
      {files.slice(0, LISTED).map(({ path, action, state, added, removed, isKept }) => {
        const stays = own.stays[state];
        const said = [stays || own.fates[action], isKept ? own.kept : ''].filter(text => text !== '');
        return (
          <li key={path}>
            <code>{path}</code>
            {stays === '' && added !== undefined && removed !== undefined && (
              <LineCounts added={added} removed={removed} />
            )}
            {said.length > 0 && <span class={stays ? 'bad' : 'faint'}>{said.join(' · ')}</span>}
          </li>
        );
      })}
      {files.length > LISTED && <li class="faint">{words.value.changes.more(files.length - LISTED)}</li>}
    </ul>
  );
}

/** The last revert, until something else happens: it can be redone. */
export function RevertedBar({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, related } = usePanel();
  const own = words.value.restore;
  const count = related.value.find(each => each.reverted)?.reverted;
  if (count === undefined) return null;
  return (
    <section class="reverted-bar" aria-label={own.reverted(count)}>
      <Icon name="undo" />
      <span role="status">{own.reverted(count)}</span>
      {isSteered(view) && (
        <span class="row-buttons">
          <Button onPress={() => intents.post({ kind: 'redoEdits' })}>{own.redo}</Button>
        </span>
      )}
    </section>
  );
}
