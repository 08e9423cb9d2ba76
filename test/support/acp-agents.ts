// A provider whose agents run in this process, with a clock that is moved by hand (SPEC 22.4).
import { ndJsonStream } from '@agentclientprotocol/sdk';
import type { AgentWire } from '../../src/llm/agents/acp-agent.ts';
import { createAcpProvider } from '../../src/llm/agents/acp-provider.ts';
import { type FakeLog, fakeAgent } from './fake-agent.ts';

/** Ids are unique in all processes. */
let ids = 0;

/**
 * The provider, the logs of its agents in the order of their starts, those that were ended, and what waits for its
 * time. The first `silent` agents never answer.
 */
export function openAgents({ folder = '/work', faults = Number.POSITIVE_INFINITY, silent = 0 } = {}) {
  const logs: FakeLog[] = [];
  const ended: number[] = [];
  const timers = new Set<() => void>();
  const start = (): AgentWire => {
    const [there, back] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
    const { promise, resolve } = Promise.withResolvers<string>();
    const index = logs.length;
    const close = (why: string) => {
      back.writable.close().catch(() => {});
      resolve(why);
    };
    logs.push(
      fakeAgent(
        ndJsonStream(back.writable, there.readable),
        index < faults ? () => close('exit code 3; it last wrote: out of memory') : undefined,
        index < silent,
      ),
    );
    const end = () => {
      ended.push(index);
      close('ended by SIGTERM');
    };
    return { input: there.writable, output: back.readable, ended: promise, end };
  };
  const provider = createAcpProvider({
    id: 'acp fake',
    label: 'fake',
    folder,
    start,
    newId: () => `id-${++ids}`,
    after(_, work) {
      timers.add(work);
      return () => timers.delete(work);
    },
  });
  return { provider, logs, ended, timers };
}
