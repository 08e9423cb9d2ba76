// A provider whose code is loaded when it is first asked (SPEC 17).
import { once } from '../../core/base/once.ts';
import type { LlmEvent, LlmProvider, LlmRequest } from '../provider.ts';

/** Stands for the provider that `load` gives. */
export function lateProvider(
  { id, label }: Pick<LlmProvider, 'id' | 'label'>,
  load: () => Promise<LlmProvider>,
): LlmProvider {
  const provider = once(load);
  return {
    id,
    label,
    async *stream(request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
      yield* (await provider()).stream(request, signal);
    },
    async embed(request, signal) {
      const { embed } = await provider();
      if (embed) return embed(request, signal);
      const message = `${label} has no embeddings`;
      return { kind: 'failed', failure: { code: 'bad-request', message, retryable: false } };
    },
  };
}
