// The person's word on each server of `.mcp.json`, which others put into the folder (SPEC 22.1). It is kept outside of
// the folder and holds for the entry as it was shown.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type McpServer, type ServerWord, type SharedServer, wayOf } from '../../core/team/mcp-server.ts';
import type { TurnCache } from '../../minds/files/turn-cache.ts';
import type { Leave } from '../../tools/mcp/mcp-server-process.ts';
import { folderWords } from './folder-words.ts';

/** What is asked of the person before a server of others starts. */
export interface ServerConsent extends Leave {
  /** As it is shown to the person. */
  shown(server: McpServer): SharedServer;
  /** Keeps the person's word on a server as it was shown. False: it holds for this process only. */
  decide(shown: Pick<SharedServer, 'name' | 'fingerprint'>, word: Decision): boolean;
}

type Decision = Exclude<ServerWord, 'not-asked'>;
type Words = Readonly<Record<string, { readonly word: Decision; readonly fingerprint: string }>>;

interface ConsentPorts {
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
  /** What was read of the person's file holds as long as what was read of the folder's. */
  readonly cache: Pick<TurnCache, 'remember' | 'renew'>;
  readonly onWanted: (server: SharedServer) => void;
}

/** The consents of a folder. */
export function createServerConsent({ rtws, env, cache, onWanted }: ConsentPorts): ServerConsent {
  const stored = folderWords({ rtws, env, file: 'servers.json', schema: wordsSchema });
  const read = cache.remember((): Words => stored.read() ?? {});
  const asked = new Set<string>();
  /** What could not be stored. */
  let unkept: Words = {};

  const shown = ({ name, transport, at }: McpServer): SharedServer => {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([name, transport]))
      .digest('hex');
    const known = unkept[name] ?? read()[name];
    const word = known?.fingerprint === fingerprint ? known.word : 'not-asked';
    return { name, way: wayOf(transport), fingerprint, word, at };
  };

  return {
    whyNot: server => (!server.isShared || shown(server).word === 'allowed' ? undefined : 'not-allowed'),
    want(server) {
      const wanted = shown(server);
      if (wanted.word !== 'not-asked' || asked.has(wanted.fingerprint)) return;
      asked.add(wanted.fingerprint);
      onWanted(wanted);
    },
    shown,
    decide({ name, fingerprint }, word) {
      const change = { [name]: { word, fingerprint } };
      const isKept = stored.keep({ ...stored.read(), ...change });
      unkept = isKept ? without(unkept, name) : { ...unkept, ...change };
      cache.renew();
      return isKept;
    },
  };
}

function without(words: Words, name: string): Words {
  return Object.fromEntries(Object.entries(words).filter(([each]) => each !== name));
}

const wordsSchema = () =>
  z.record(z.string(), z.object({ word: z.enum(['allowed', 'denied']), fingerprint: z.string() }));
