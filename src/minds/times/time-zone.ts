// Time zones by their IANA names, as the runtime knows them.

/** True if there is a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
