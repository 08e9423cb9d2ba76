// The registered subdialogs of the chosen root.
import type { JSX } from 'preact';
import type { RegistryRow } from '../../src/protocol/overview.ts';
import { plainTitleOf } from '../shared/headline.ts';
import { Age } from '../shared/time.tsx';
import { useMember, useOverview } from './context.ts';

/** The registry with its heading. */
export function RegistryList(): JSX.Element {
  const { registry, root, groups, words } = useOverview();
  const { overview, newDialog } = words.value;
  const shown = registry.value?.rootId === root.value ? registry.value : undefined;
  const summary = groups.value?.flatMap(({ roots }) => roots).find(({ rootId }) => rootId === root.value);
  const title = summary && (plainTitleOf(summary.headline) || newDialog);
  return (
    <section class="region" aria-labelledby="registry-heading">
      <h2 id="registry-heading">{overview.registry}</h2>
      {title !== undefined && (
        <p class="region-note" title={overview.registryOf(title)}>
          {title}
        </p>
      )}
      {shown && shown.rows.length > 0 ? (
        <ul class="rows">
          {shown.rows.map(row => (
            <RegistryEntry key={row.key} row={row} rootId={shown.rootId} />
          ))}
        </ul>
      ) : (
        <p class="nothing">{overview.noRegistry}</p>
      )}
    </section>
  );
}

function RegistryEntry({ row, rootId }: { readonly row: RegistryRow; readonly rootId: string }): JSX.Element {
  const { words, now, post } = useOverview();
  const { icon, name } = useMember(row.agentId);
  const { overview } = words.value;
  return (
    <li>
      <button
        type="button"
        class="registry-row"
        title={row.key}
        onClick={() => post({ kind: 'openDialog', rootId, selfId: row.subdialogId })}
      >
        <span class="face">
          <span class="face-title">{row.tellaskSession}</span>
          <span class="face-detail">
            {icon} {name}
            {row.locked && <span class="tag">{overview.locked}</span>}
          </span>
        </span>
        <span class="row-age">
          <Age at={row.lastAccessed ?? row.createdAt} now={now.value} />
        </span>
      </button>
    </li>
  );
}
