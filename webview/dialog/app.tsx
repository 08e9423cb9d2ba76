// The whole panel, top to bottom.
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { ProgressRing } from '../shared/controls.tsx';
import { followFocus } from '../shared/focus.ts';
import { NoticeLine } from '../shared/notice-strip.tsx';
import { Belief } from './belief/belief.tsx';
import { ChangesBar } from './composer/changes-bar.tsx';
import { Composer } from './composer/composer.tsx';
import { PermissionList } from './composer/permissions.tsx';
import { RestoreBar, RevertedBar } from './composer/restore-bar.tsx';
import { TodoList } from './composer/todo-list.tsx';
import { AttentionLine } from './conversation/attention.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { DraftBoard } from './draft/draft-board.tsx';
import { Header } from './header.tsx';
import { usePanel } from './panel-context.ts';
import { ReminderList } from './reminders.tsx';

/** Header, conversation, what needs attention, composer; before that a ring, or why there is nothing to show. */
export function App(): JSX.Element {
  const { view, words, notice, intents } = usePanel();
  useLayoutEffect(() => followFocus(() => intents.post({ kind: 'focusGiven' })), []);
  useLayoutEffect(() => {
    const tell = () => intents.post({ kind: 'inFront' });
    window.addEventListener('focus', tell);
    return () => window.removeEventListener('focus', tell);
  }, []);
  const shown = view.value;
  if (!shown)
    return (
      <main class="app loading">
        {notice.value ? <NoticeLine notice={notice.value} /> : <ProgressRing label={words.value.loading} />}
      </main>
    );
  const { rootId, selfId } = shown.state.identity;
  return (
    <main class="app" lang={words.value.locale}>
      <Shortcuts />
      <Header view={shown} />
      <Belief view={shown} />
      {shown.state.draft ? (
        <DraftBoard key={rootId} view={shown} draft={shown.state.draft} />
      ) : (
        <Conversation key={`${rootId} ${selfId} ${shown.firstCourse}`} />
      )}
      <footer class="footer">
        <AttentionLine view={shown} />
        <ReminderList view={shown} />
        <PermissionList view={shown} />
        <TodoList />
        <ChangesBar view={shown} />
        <RevertedBar view={shown} />
        <RestoreBar view={shown} />
        <Composer view={shown} />
      </footer>
      <LiveRegion />
    </main>
  );
}

/** Keys that work wherever the focus is, also while it is on its way from one place to another. */
function Shortcuts(): null {
  const { intents } = usePanel();
  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const find =
        event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!find && event.key !== 'F8') return;
      event.preventDefault();
      if (find) intents.openFind();
      else intents.nextQuestion();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [intents]);
  return null;
}

/** Read aloud when something finished is said; never each chunk. */
function LiveRegion(): JSX.Element {
  return (
    <div class="unseen" aria-live="polite" aria-atomic="true">
      {usePanel().announcement.value}
    </div>
  );
}
