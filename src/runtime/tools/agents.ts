// Agents of other vendors that are members (SPEC 22.4): one process for each command, started when such a member is
// first driven, ended with the runtime. None in a folder that is not trusted.
import { Readable, Writable } from 'node:stream';
import type { Member } from '../../core/team/team.ts';
import type { AgentWire } from '../../llm/agents/acp-agent.ts';
import { lateProvider } from '../../llm/models/late-provider.ts';
import type { LlmProvider } from '../../llm/provider.ts';
import { startServer } from '../../tools/shell-process.ts';
import { after } from '../clock/after.ts';
import type { OpenOptions } from '../open-options.ts';
import { agentAct } from '../trust/folder-acts.ts';
import type { Policies } from '../trust/policies.ts';
import { withoutModelKeys } from './mcp.ts';

/** A member that is an agent of another vendor. */
export type AgentMember = Pick<Member, 'id'> & { readonly acp: string };

/** The agents of an rtws. */
export interface Agents {
  /** The agent that a member is, or why it may not be started. */
  agent(member: AgentMember): { readonly provider: LlmProvider } | { readonly forbidden: string };
  close(): Promise<void>;
}

interface AgentPorts {
  readonly policies: Policies;
  readonly newId: () => string;
}

/** How long an agent may take to end in order. */
const GRACE_MS = 2_000;

/** Of what an agent wrote to its standard error, the end is kept. */
const MAX_STDERR = 1_000;

/** The agents of an rtws; none is started yet. */
export function openAgents(
  { rtws, env, isUntrusted, trustedActs }: OpenOptions,
  { policies, newId }: AgentPorts,
): Agents {
  const providers = new Map<string, LlmProvider>();
  const running = new Set<() => Promise<unknown>>();
  const start = (command: string): AgentWire => {
    const server = startServer(command, { folder: rtws, env: withoutModelKeys(env) }, after);
    let words = '';
    server.errors.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-MAX_STDERR);
    });
    const end = () => server.end(GRACE_MS);
    running.add(end);
    const ended = server.ended.then(how => {
      running.delete(end);
      return [how, words.trim()].filter(each => each !== '').join('; it last wrote: ');
    });
    const input = Writable.toWeb(server.input) as WritableStream<Uint8Array>;
    const output = Readable.toWeb(server.output) as ReadableStream<Uint8Array>;
    return { input, output, ended, end: () => void end() };
  };
  return {
    agent(member) {
      const { acp: command } = member;
      if (isUntrusted && !trustedActs)
        return { forbidden: `this folder is not trusted, so \`${command}\` is not started` };
      if (policies.forbidsServer('agent', command))
        return { forbidden: `a policy of your settings forbids to start \`${command}\`` };
      if (trustedActs?.has(agentAct(member, command)) === false) {
        return {
          forbidden: `you have not trusted the command of this member, so \`${command}\` is not started`,
        };
      }
      const known = providers.get(command);
      if (known) return { provider: known };
      const about = { id: `acp ${command}`, label: command };
      const provider = lateProvider(about, async () => {
        const { createAcpProvider } = await import('../../llm/agents/acp-provider.ts');
        return createAcpProvider({ ...about, folder: rtws, start: () => start(command), newId, after });
      });
      providers.set(command, provider);
      return { provider };
    },
    async close() {
      await Promise.all([...running].map(end => end()));
    },
  };
}
