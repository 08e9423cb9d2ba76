// The whole Overview: a line of counts and commands above dialogs, registry and inbox side by side.
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Standing } from '../../src/core/dialog/view/standing.ts';
import { Button, ProgressRing } from '../shared/controls.tsx';
import { followFocus } from '../shared/focus.ts';
import { Icon } from '../shared/icons.tsx';
import { NoticeLine } from '../shared/notice-strip.tsx';
import { StandingMark } from '../shared/standing-mark.tsx';
import { followMarkup } from '../shared/text/markup-clicks.ts';
import { useOverview } from './context.ts';
import { DialogTree } from './dialog-tree.tsx';
import { InboxView } from './inbox.tsx';
import { RegistryList } from './registry-list.tsx';

/** The panel; before its first parts are here a ring, or why they are not. */
export function OverviewApp(): JSX.Element {
  const { groups, words, announcement, notice, post } = useOverview();
  useLayoutEffect(() => followFocus(() => post({ kind: 'focusGiven' })), []);
  const doors = {
    openLink: (href: string) => post({ kind: 'openLink', href }),
    copy: (content: string) => post({ kind: 'copy', content }),
  };
  if (!groups.value)
    return (
      <main class="overview loading">
        {notice.value ? <NoticeLine notice={notice.value} /> : <ProgressRing label={words.value.loading} />}
      </main>
    );
  return (
    <main
      class="overview"
      lang={words.value.locale}
      onClick={event => followMarkup(event, doors)}
      onKeyDown={event => followMarkup(event, doors)}
    >
      <Bar />
      <Notices />
      <div class="regions">
        <DialogTree />
        <InboxView />
        <RegistryList />
      </div>
      <div class="unseen" aria-live="polite" aria-atomic="true">
        {announcement.value}
      </div>
    </main>
  );
}

function Bar(): JSX.Element {
  const { words, frame, roots, post } = useOverview();
  const { goingOn = 0, paused = 0 } = roots.value ?? {};
  const { overview } = words.value;
  const locked = frame.value?.readOnly !== undefined;
  const elsewhere = frame.value?.drivenElsewhere !== undefined;
  return (
    <header class="bar">
      <h1>{overview.title}</h1>
      <Counts />
      {frame.value?.scripted !== undefined && <span class="tag">{words.value.scripted}</span>}
      <div class="bar-buttons">
        <Button
          disabled={locked || elsewhere}
          idle={paused === 0}
          onPress={() => post({ kind: 'run', command: 'continueAll' })}
        >
          {withCount(overview.continueAll, paused)}
        </Button>
        <Button disabled={locked} idle={goingOn === 0} onPress={() => post({ kind: 'run', command: 'stopAll' })}>
          {withCount(overview.stopAll, goingOn)}
        </Button>
        <Button
          look="primary"
          disabled={locked || elsewhere}
          onPress={() => post({ kind: 'run', command: 'startRootDialog' })}
        >
          <Icon name="plus" />
          {overview.start}
        </Button>
      </div>
    </header>
  );
}

function withCount(label: string, count: number): string {
  return count === 0 ? label : `${label} (${count})`;
}

/** Needs you, working and waiting: the groups that change by themselves. */
function Counts(): JSX.Element {
  const { groups, words } = useOverview();
  const countOf = (standing: Standing) => groups.value?.find(group => group.standing === standing)?.count ?? 0;
  return (
    <p class="counts">
      {(['needsYou', 'working', 'waiting'] as const).map(standing => (
        <span key={standing} class="state-mark">
          <StandingMark standing={standing} still={countOf(standing) === 0} />
          {words.value.overview.counted(standing, countOf(standing))}
        </span>
      ))}
    </p>
  );
}

function Notices(): JSX.Element | null {
  const { notice, frame } = useOverview();
  const reason = frame.value?.readOnly ?? frame.value?.drivenElsewhere;
  return (
    <>
      {reason !== undefined && (
        <div class="strip" role="status">
          <Icon name="warning" />
          <div class="strip-text">{reason}</div>
        </div>
      )}
      {notice.value && (
        <NoticeLine
          notice={notice.value}
          onDismiss={() => {
            notice.value = undefined;
          }}
        />
      )}
    </>
  );
}
