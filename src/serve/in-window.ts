// The pages of a folder that an editor's window serves (SPEC 21.1). Loaded when the first one is asked for.
import type { Seals } from '../core/dialog/seals.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import { createPlace, type ServedPlacePorts } from './place.ts';
import { type Served, serve } from './server.ts';
import { USUAL_PORT } from './usual-port.ts';

export interface WindowPages extends ServedPlacePorts {
  readonly seals: Seals;
  /** The folder with the bundles of the pages. */
  readonly bundles: string;
}

/** Serves on this machine alone. Closing it leaves the dialogs as they are. */
export async function servePages({ seals, bundles, ...ports }: WindowPages): Promise<Outcome<{ served: Served }>> {
  const place = createPlace(ports);
  const options = { host: '127.0.0.1', isBehindProxy: false, seals, bundles, now: Date.now };
  const usual = await serve(place, { ...options, port: USUAL_PORT });
  const served = !usual.ok && usual.why.id === 'port-taken' ? await serve(place, { ...options, port: 0 }) : usual;
  if (served.ok) await place.inbox.refresh();
  return served;
}
