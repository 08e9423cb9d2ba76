// What surrounds a dialog: the day, and the workspace as it was when the course opened. Pure.

/** A day where the runtime is. */
export interface Today {
  /** `2026-11-28`. */
  readonly date: string;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** `Europe/Berlin (UTC+01:00)`, or `UTC`. */
  readonly zone: string;
}

/** The workspace of a dialog. */
export interface Surroundings {
  /** Of the machine: `Linux`. */
  readonly system: string;
  /** What reads the command lines of `run_shell`; absent for a member that runs none. */
  readonly shell?: string;
  /** What is checked out; `null`: no Git repository is known. */
  readonly git: { readonly is: 'branch' | 'commit'; readonly name: string } | null;
  /** The top level, folders with `/` at the end; absent when it may not or could not be listed. */
  readonly top?: { readonly names: readonly string[]; readonly more: number };
}

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
