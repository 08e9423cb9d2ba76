// Hours of the day without notices, by the clocks of a time zone, which are changed twice a year in some (SPEC 21.2).
// Pure.

/** Times of the day in minutes; `zone` is an IANA name, absent: that of the machine. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  readonly zone?: string;
}

const MINUTE = 60_000;
const DAY_MINUTES = 1_440;

/** The first full minute at which quiet hours are over (epoch milliseconds); undefined when it is not quiet. */
export function endOfQuiet(quiet: QuietHours, now: number): number | undefined {
  const { from, to } = quiet;
  const start = now - (now % MINUTE);
  const minuteIn = clockOf(quiet.zone);
  const minute = minuteIn(start);
  const isQuiet = from <= to ? from <= minute && minute < to : from <= minute || minute < to;
  if (!isQuiet) return undefined;
  const left = (to - minute + DAY_MINUTES) % DAY_MINUTES;
  const isUnchangedIn = (minutes: number) => minuteIn(start + minutes * MINUTE) === (minute + minutes) % DAY_MINUTES;
  if (isUnchangedIn(left)) return start + left * MINUTE;
  // Clocks are changed before that: the minute of the change is searched for, and decides anew.
  let [before, after] = [0, left];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isUnchangedIn(middle)) before = middle;
    else after = middle;
  }
  const change = start + after * MINUTE;
  return endOfQuiet(quiet, change) ?? change;
}

/** Gives the minute of the day at an instant in that zone. */
function clockOf(zone: string | undefined): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone !== undefined && { timeZone: zone }),
  });
  return instant => {
    const [hour = 0, minute = 0] = format.format(instant).split(':').map(Number);
    return hour * 60 + minute;
  };
}
