// The thinking pool: the active thoughts by cluster, the newest first (SPEC 15.9, 15.11).
import type { JSX } from 'preact';
import type { DraftState, Thought } from '../../../src/core/draft/state.ts';
import { Icon } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Fold } from '../items/fold.tsx';

/** Folded at first: it is there to be inspected. */
export function DraftThoughts({ draft }: { readonly draft: DraftState }): JSX.Element | null {
  const words = useWords(draftsEn);
  const { thoughts, thoughtCount } = draft;
  if (draft.iteration === 0) return null;
  const summary = (
    <>
      <Icon name="spark" />
      <span>{thoughtCount === 0 ? words.noThoughts : words.thoughts(thoughts.length, thoughtCount)}</span>
      <span class="preview">{thoughts.at(-1)?.text.slice(0, 160)}</span>
    </>
  );
  return (
    <Fold id="thinking pool" class="thoughts" summary={summary}>
      {() => groupsOf(draft).map(group => <Group key={group.cluster ?? 0} group={group} draft={draft} />)}
    </Fold>
  );
}

interface ThoughtGroup {
  /** Absent for thoughts without a cluster. */
  readonly cluster?: number;
  readonly thoughts: readonly Thought[];
}

/** Clusters with active thoughts, the oldest first, then the thoughts without one. */
function groupsOf({ clusters, thoughts }: DraftState): readonly ThoughtGroup[] {
  const newest = thoughts.toReversed();
  const grouped = clusters.map(({ id }) => ({
    cluster: id,
    thoughts: newest.filter(({ cluster }) => cluster === id),
  }));
  const loose = { thoughts: newest.filter(({ cluster }) => cluster === undefined) };
  return [...grouped, loose].filter(group => group.thoughts.length > 0);
}

function Group({ group, draft }: { readonly group: ThoughtGroup; readonly draft: DraftState }): JSX.Element {
  const words = useWords(draftsEn);
  const cluster = draft.clusters.find(({ id }) => id === group.cluster);
  return (
    <section class="thought-group">
      <h3>{cluster ? words.cluster(cluster.id, cluster.size) : words.loose}</h3>
      <ul>
        {group.thoughts.map(({ id, text, iter }) => (
          <li key={id}>
            <Prose text={text} />
            <span class="faint">{words.age(draft.iteration - iter)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
