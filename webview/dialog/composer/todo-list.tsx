// Goals and acceptance lines of the tree above the composer, with what is next in sight (SPEC 25.8).
import type { JSX } from 'preact';
import type { TodoLine } from '../../../src/core/evidence/todo.ts';
import { Icon, type IconName } from '../../shared/icons.tsx';
import { Fold } from '../items/fold.tsx';
import { usePanel } from '../panel-context.ts';

const icons: Readonly<Record<TodoLine['state'], IconName>> = { open: 'clock', done: 'check', failed: 'warning' };

/** The list, folded to one line at first; nothing where nothing is written down. */
export function TodoList(): JSX.Element | null {
  const { words, related } = usePanel();
  const lines = related.value.find(each => each.todo)?.todo;
  if (!lines) return null;
  const own = words.value.todo;
  const done = lines.filter(({ state }) => state === 'done').length;
  const next = lines.find(({ state }) => state !== 'done');
  const summary = (
    <>
      <span>{own.title}</span>
      <span class="faint">{own.count(done, lines.length)}</span>
      <span class="preview" dir="auto">
        {next?.text}
      </span>
    </>
  );
  return (
    <section class="todo" aria-label={own.title}>
      <Fold id="todo" summary={summary}>
        {() => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
          <ul class="todo-lines" tabIndex={0}>
            {lines.map(({ text, state }, at) => (
              <li key={at} class={state}>
                <Icon name={icons[state]} />
                <span class="unseen">{own.states[state]}</span>
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        )}
      </Fold>
    </section>
  );
}
