// Decides which server may get a key (SPEC 10.1). A key belongs to one origin (scheme, host and port): files of a
// cloned folder may name any address, and must not get a key meant for another.
import { once } from '../../core/base/once.ts';
import { serverProvider, serverProviders } from '../../core/team/providers.ts';
import { originOf } from '../../core/text/origin-of.ts';
import { presetOf, presets } from './presets.ts';

/**
 * The key that the environment holds for a server: the variable of its preset; or `OPENAI_API_KEY`, which goes to
 * `OPENAI_BASE_URL`, else to OpenAI itself or to a server on this machine.
 */
export function keyFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): string | undefined {
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env;
  const origin = originOf(baseUrl);
  const owner = originOf(OPENAI_BASE_URL || serverProvider('openai').baseUrl);
  const isOwn = origin !== undefined && (origin === owner || (!OPENAI_BASE_URL && isLoopback(origin)));
  if (OPENAI_API_KEY && isOwn) return OPENAI_API_KEY;
  for (const { addressVariable, keyVariable } of serverProviders) {
    if (keyVariable === 'OPENAI_API_KEY') continue;
    const [address, key] = [env[addressVariable], env[keyVariable]];
    if (address && key && origin !== undefined && origin === originOf(address)) return key;
  }
  const variable = presetOf(baseUrl)?.keyVariable;
  return (variable !== undefined && variable !== 'OPENAI_API_KEY' && env[variable]) || undefined;
}

/**
 * How far a server is known that the files of a folder name (SPEC 18.6). `known`: a public service, or one that the
 * environment names. `local`: on this machine.
 */
export function serverStanding(
  env: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): 'known' | 'local' | 'foreign' {
  const origin = originOf(baseUrl);
  if (origin === undefined) return 'foreign';
  const inEnvironment = serverProviders.map(({ addressVariable }) => env[addressVariable]);
  if (serviceOrigins().has(origin) || inEnvironment.some(address => address && originOf(address) === origin))
    return 'known';
  return isLoopback(origin) ? 'local' : 'foreign';
}

/**
 * Of public services. A preset with a placeholder in its host, such as Azure's, has none: anybody can have a server
 * there.
 */
const serviceOrigins = once(
  () => new Set(presets.flatMap(({ baseUrl, isLocal }) => (isLocal ? [] : (originOf(baseUrl) ?? [])))),
);

function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
