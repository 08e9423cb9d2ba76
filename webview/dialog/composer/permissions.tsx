// What runs without a question in this task: a menu in the composer's row, and a list of what is allowed for good above
// it (SPEC 24.4).
import type { JSX } from 'preact';
import { type PermissionMode, permissionLine, permissionModes } from '../../../src/core/team/permissions.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { isSteered, type View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';

const FOLD = 'permissions';

/** The mode of the tree that a dialog belongs to. */
function usePermissionMode(): PermissionMode {
  return usePanel().related.value.find(({ permissionMode }) => permissionMode)?.permissionMode ?? 'ask';
}

/** The menu, and in a root with permissions the button that shows them. */
export function PermissionMenu({ view }: { readonly view: View }): JSX.Element {
  const { words, intents, toggled } = usePanel();
  const { permissions } = words.value;
  const mode = usePermissionMode();
  const { grants = [] } = view.state;
  const open = toggled.value.has(FOLD);
  return (
    <span class={`row-menu ${mode === 'ask' ? '' : 'on'}`} title={permissions.mode}>
      <select
        aria-label={permissions.mode}
        value={mode}
        disabled={!isSteered(view)}
        onChange={event =>
          intents.post({ kind: 'changePermissions', change: { mode: event.currentTarget.value as PermissionMode } })
        }
      >
        {permissionModes.map(each => (
          <option key={each} value={each} selected={each === mode}>
            {permissions.modes[each]}
          </option>
        ))}
      </select>
      {grants.length > 0 && (
        <button
          type="button"
          class={`chip ${open ? 'on' : ''}`}
          aria-expanded={open}
          onClick={() => intents.toggle(FOLD)}
        >
          {permissions.allowed(grants.length)}
        </button>
      )}
    </span>
  );
}

/** The mode in the header, unless rules and defaults alone say what runs. */
export function PermissionTag(): JSX.Element | null {
  const { permissions } = usePanel().words.value;
  const mode = usePermissionMode();
  return mode === 'ask' ? null : <span class="tag warn">{permissions.modes[mode]}</span>;
}

/** What is allowed for good, each to be taken back, while the list is open. */
export function PermissionList({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, toggled } = usePanel();
  const { permissions } = words.value;
  const { grants = [] } = view.state;
  if (!toggled.value.has(FOLD) || grants.length === 0) return null;
  return (
    <section class="reminders" aria-label={permissions.allowedTitle}>
      <div class="part-title">{permissions.allowedTitle}</div>
      <ul>
        {grants.map(grant => (
          <li key={JSON.stringify(grant)}>
            <code>{permissionLine(grant)}</code>
            {isSteered(view) && (
              <span class="row-buttons">
                <Button
                  look="icon"
                  label={permissions.revoke(permissionLine(grant))}
                  onPress={() => intents.post({ kind: 'changePermissions', change: { revoke: grant } })}
                >
                  <Icon name="trash" />
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
