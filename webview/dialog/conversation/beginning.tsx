// The part before the first shown item: earlier records of the course, or the previous course.
import type { JSX } from 'preact';
import { Icon } from '../../shared/icons.tsx';
import { usePanel } from '../panel-context.ts';

/** A button to what came before; nothing where the dialog begins. */
export function Beginning(): JSX.Element | null {
  const { view, words, intents } = usePanel();
  if (!view.value) return null;
  const { earlier, firstCourse } = view.value;
  if (earlier > 0)
    return (
      <button
        type="button"
        class="beginning text-button"
        onClick={() => intents.post({ kind: 'showEarlier', course: firstCourse, before: earlier })}
      >
        {words.value.earlier(earlier)}
      </button>
    );
  if (firstCourse <= 1) return null;
  const course = firstCourse - 1;
  return (
    <button type="button" class="beginning text-button" onClick={() => intents.post({ kind: 'showCourse', course })}>
      <Icon name="up" />
      {words.value.previousCourse(course)}
    </button>
  );
}
