// What surrounds a dialog: the day, and the workspace as it was when the course opened. Pure.
import type { Today } from './words/words.ts';

/** The day at an instant (epoch milliseconds), `offset` minutes ahead of UTC. */
export function dayAt(instant: number, offset: number, zone: string): Today {
  const local = new Date(instant + offset * 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const ahead = Math.abs(offset);
  const fromUtc = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  return {
    date: local.toISOString().slice(0, 10),
    weekday: local.getUTCDay(),
    zone: zone === 'UTC' ? zone : `${zone} (${fromUtc})`,
  };
}
