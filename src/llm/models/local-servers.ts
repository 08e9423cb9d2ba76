// Model servers on the person's own machine, found on their usual ports when nothing is configured (SPEC 10.2). Queries
// loopback addresses only, and only their model list (SPEC 18.5: the caller may turn it off).
import { modelIdsIn } from './model-list.ts';
import { presets } from './presets.ts';

/** A server on this machine and the ids of the models that it serves, at least one. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

/** `signal` bounds the search (give it a timeout of a second or so); `places` replaces the usual ones. */
export interface LocalSearch {
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly places?: readonly Omit<LocalServer, 'models'>[];
}

/** Asks all places at once and gives those that list a model, in their order. Never throws. */
export async function findLocalServers(search: LocalSearch): Promise<readonly LocalServer[]> {
  const places = search.places ?? usualPlaces();
  const servers = places.map(async place => ({ ...place, models: await modelsAt(place.baseUrl, search) }));
  return (await Promise.all(servers)).filter(({ models }) => models.length > 0);
}

/** In order of preference. */
function usualPlaces(): readonly Omit<LocalServer, 'models'>[] {
  return presets.filter(({ isLocal }) => isLocal).map(({ name, baseUrl }) => ({ name, baseUrl }));
}

async function modelsAt(baseUrl: string, { signal, fetch: ask = fetch }: LocalSearch): Promise<string[]> {
  try {
    const response = await ask(`${baseUrl}/models`, { signal, redirect: 'error' });
    return response.ok ? modelIdsIn(await response.json()) : [];
  } catch {
    return [];
  }
}
