// What the tree changed and nobody has kept yet, above the composer: to be reviewed, kept or reverted (SPEC 25.2).
import type { JSX } from 'preact';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { LineCounts } from '../../shared/line-counts.tsx';
import { isSteered, type View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';

/** The bar; nothing while there are no such changes. */
export function ChangesBar({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, related } = usePanel();
  const changes = related.value.find(each => each.changes)?.changes;
  if (!changes) return null;
  const own = words.value.changes;
  return (
    <section class="changes-bar" aria-label={own.title}>
      <Icon name="diff" />
      <span title={changes.untold && own.untold[changes.untold]}>{own.files(changes.files, changes.untold)}</span>
      <LineCounts {...changes} />
      <span class="row-buttons">
        <Button onPress={() => intents.post({ kind: 'showChanges' })}>{own.review}</Button>
        {isSteered(view) && (
          <>
            <Button onPress={() => intents.post({ kind: 'keepEdits' })}>{own.keep}</Button>
            <Button onPress={() => intents.post({ kind: 'undoEdits' })}>{own.revert}</Button>
          </>
        )}
      </span>
    </section>
  );
}
