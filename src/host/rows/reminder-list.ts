// Changes one reminder of a list that may have changed since it was shown. Pure.

/** The list with one reminder replaced (by none: deleted); `undefined` when it is there no more. */
export function replaceReminder(
  reminders: readonly string[],
  chosen: { readonly at: number; readonly text: string },
  by: readonly string[],
): readonly string[] | undefined {
  const { at, text } = chosen;
  const place = reminders[at] === text ? at : reminders.indexOf(text);
  return place < 0 ? undefined : reminders.toSpliced(place, 1, ...by);
}
