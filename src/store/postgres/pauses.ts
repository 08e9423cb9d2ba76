// Pauses of model providers, shared by all workers of a store: a `Retry-After` that one of them got holds for all (SPEC
// 10.3). A row names a provider by its fingerprint; only the server's clock says how long it still waits.

import { type Pauses, pausesInMemory } from '../../core/dialog/pauses.ts';
import { hashText } from '../../core/text/hash.ts';
import type { Session } from './session.ts';

/** Pauses that other workers may have begun. */
export interface SharedPauses extends Pauses {
  /** Takes in what others stored. Rejects like a query. */
  look(): Promise<void>;
  close(): void;
}

/** Reads them whenever the store is reached, and when another process begins one. */
export function openPauses(session: Session): SharedPauses {
  const known = pausesInMemory(session.options.elapsed);
  const look = async () => {
    const rows = await session.query<{ provider: string; ms: number; reason: string }>(
      `select provider, (extract(epoch from until - now()) * 1000)::float8 as ms, reason from pause where until > now()`,
    );
    for (const { provider, ms, reason } of rows) known.begin(provider, ms, reason);
  };
  // A store that is away is looked at when it is back.
  const lookSoon = () => void look().catch(() => {});
  const ends = [session.onBell(bell => bell.kind === 'paused' && lookSoon()), session.onConnected(lookSoon)];
  return {
    begin(providerId, ms, reason) {
      const provider = hashText(providerId);
      known.begin(provider, ms, reason);
      session
        .query(
          `with old as (delete from pause where until < now() - interval '1 day' and provider <> $1)
           insert into pause (provider, until, reason) values ($1, now() + $2 * interval '1 ms', $3)
           on conflict (provider) do update set until = excluded.until, reason = excluded.reason
           where pause.until < excluded.until`,
          [provider, ms, reason],
        )
        // A process that misses the notification calls the provider, and learns it from there.
        .then(
          () => session.bell.ring({ kind: 'paused' }),
          () => {},
        );
    },
    of: providerId => known.of(hashText(providerId)),
    look,
    close() {
      for (const end of ends) end();
    },
  };
}
