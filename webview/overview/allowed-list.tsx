// What is allowed in this workspace for good, each to be taken back (SPEC 24.4).
import type { JSX } from 'preact';
import { Button } from '../shared/controls.tsx';
import { Icon } from '../shared/icons.tsx';
import { useOverview } from './context.ts';

/** The list with its heading; nothing while it is empty. */
export function AllowedList(): JSX.Element | null {
  const { frame, words, post } = useOverview();
  const { allowed = [], readOnly } = frame.value ?? {};
  const { overview, permissions } = words.value;
  if (allowed.length === 0) return null;
  return (
    <div class="closed-list">
      <h3>{overview.allowed}</h3>
      <ul class="rows allowed">
        {allowed.map((line, at) => (
          <li key={line}>
            <code>{line}</code>
            {readOnly === undefined && (
              <Button
                look="icon"
                label={permissions.revoke(line)}
                onPress={() => post({ kind: 'removePermission', at, line })}
              >
                <Icon name="trash" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
