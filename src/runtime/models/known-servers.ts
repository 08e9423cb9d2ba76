// The model servers that a person chose once, in any folder: kept in their own folder and offered everywhere (SPEC
// 25.7). Keys are kept elsewhere.
import { list, maybe, object, type Passing, text, typed, yes } from '../../core/base/shape.ts';
import { isServerProvider, type ServerProviderId } from '../../core/team/providers.ts';
import type { ModelSource } from '../../llm/models/merge-sources.ts';
import { keepPersonal, personalFolder, readPersonal } from '../folder/personal-folder.ts';

const isKnownServer = object({
  baseUrl: text,
  /** Its protocol, where the address does not tell. */
  type: maybe(typed<ServerProviderId>(value => text(value) && isServerProvider(value))),
  model: maybe(text),
  /** It answers in every folder that names no model, where no editor's settings do. */
  everywhere: yes,
});

export type KnownServer = Passing<typeof isKnownServer>;

export interface KnownServers {
  /** The one chosen last first. */
  list(): readonly KnownServer[];
  /** False when it cannot be kept. */
  add(server: KnownServer): boolean;
  remove(baseUrl: string): boolean;
  /** The model that answers in every folder, if one was chosen. */
  everywhere(): ModelSource;
}

const FILE = 'servers.json';
const MOST = 50;

/** The servers of the person in whose environment this process runs. */
export function createKnownServers(env: NodeJS.ProcessEnv): KnownServers {
  const folder = personalFolder(env);
  const read = () => {
    try {
      const kept: unknown = JSON.parse(readPersonal(folder, FILE) ?? '[]');
      return list(isKnownServer)(kept) ? kept : [];
    } catch {
      return [];
    }
  };
  const keep = (servers: readonly KnownServer[]) =>
    keepPersonal(folder, FILE, `${JSON.stringify(servers.slice(0, MOST), null, 2)}\n`);
  return {
    list: read,
    add(server) {
      const known = read();
      const before = known.find(({ baseUrl }) => baseUrl === server.baseUrl);
      const others = known.filter(each => each !== before);
      if (!server.everywhere) return keep([{ ...server, ...(before?.everywhere && before) }, ...others]);
      return keep([server, ...others.map(({ everywhere: _, ...other }) => other)]);
    },
    remove: address => keep(read().filter(({ baseUrl }) => baseUrl !== address)),
    everywhere() {
      const { type, baseUrl, model } = read().find(each => each.everywhere) ?? {};
      return { ...(type && { provider: type }), ...(baseUrl && { baseUrl }), ...(model && { model }) };
    },
  };
}
