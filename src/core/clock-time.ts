// The time of day of an instant, as people here read it.

/** `14:05:09` of an ISO instant, in the local time zone; the text itself when it is none. */
export function clockTime(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return instant;
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(part => `${part}`.padStart(2, '0')).join(':');
}
