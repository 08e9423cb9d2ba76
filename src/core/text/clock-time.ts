// The time of day of an instant, as people here read it.

/** `14:05:09` of an ISO instant, in the local time zone; the text itself when it is none. */
export function clockTime(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(part => `${part}`.padStart(2, '0')).join(':');
}

/** `2026-11-24 14:05` of an ISO instant, in the local time zone; the text itself when it is none. */
export function dayAndTime(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map(part => `${part}`.padStart(2, '0'))
    .join('-');
  return `${day} ${clockTime(instant).slice(0, 5)}`;
}
