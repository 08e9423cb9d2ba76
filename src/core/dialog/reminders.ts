// A person's change to one reminder of a list that may have changed since they saw it (SPEC 6.3). Pure.

/** Without `seen` a new one; without `content` one that is deleted. */
export interface ReminderChange {
  readonly seen?: { readonly at: number; readonly text: string } | undefined;
  readonly content?: string | undefined;
}

/**
 * The list after the change. A reminder is the one that was seen, wherever it stands now. One that is gone stays gone,
 * but what the person wrote in its place is kept at the end.
 */
export function changeReminders(
  reminders: readonly string[],
  { seen, content = '' }: ReminderChange,
): readonly string[] {
  const by = content.trim() === '' ? [] : [content.trim()];
  if (!seen) return [...reminders, ...by];
  const at = placeOfReminder(reminders, seen);
  return at === undefined ? [...reminders, ...by] : reminders.toSpliced(at, 1, ...by);
}

/** Where a reminder that was seen stands now; undefined when it is gone. */
export function placeOfReminder(
  reminders: readonly string[],
  { at, text }: { readonly at: number; readonly text: string },
): number | undefined {
  const place = reminders[at] === text ? at : reminders.indexOf(text);
  return place < 0 ? undefined : place;
}
