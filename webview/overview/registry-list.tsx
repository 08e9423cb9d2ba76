// The registered subdialogs of the chosen root.
import type { JSX } from 'preact';
import type { RegistryRow } from '../../src/protocol/overview.ts';
import { plainTitleOf } from '../shared/text/headline.ts';
import { Age } from '../shared/time.tsx';
import { useOverview, useOverviewMember } from './context.ts';

/** The registry with its heading; nothing while it is empty. */
export function RegistryList(): JSX.Element | null {
  const { registry, root, groups, words } = useOverview();
  const { overview, newDialog } = words.value;
  const shown = registry.value?.rootId === root.value ? registry.value : undefined;
  const summary = groups.value?.flatMap(({ roots }) => roots).find(({ rootId }) => rootId === root.value);
  if (!shown || shown.rows.length === 0) return null;
  const title = summary && (plainTitleOf(summary.headline) || newDialog);
  return (
    <section class="region registry" aria-labelledby="registry-heading">
      <h2 id="registry-heading">{overview.registry}</h2>
      {title !== undefined && (
        <p class="region-note" title={overview.registryOf(title)} dir="auto">
          {title}
        </p>
      )}
      <ul class="rows">
        {shown.rows.map(row => (
          <RegistryEntry key={row.key} row={row} rootId={shown.rootId} />
        ))}
      </ul>
    </section>
  );
}

function RegistryEntry({ row, rootId }: { readonly row: RegistryRow; readonly rootId: string }): JSX.Element {
  const { words, now, post } = useOverview();
  const { icon, name } = useOverviewMember(row.agentId);
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
