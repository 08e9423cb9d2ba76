// Traces of what this window drives, when the environment of the editor names a collector (SPEC 22.6).
import type { LiveTraces } from '../doors/otlp/live.ts';
import type { Runtime } from '../runtime.ts';

/** Loads nothing unless an endpoint is named. */
export async function followTraceSettings(
  runtime: Runtime,
  how: { readonly version: string; readonly warn: (message: string) => void },
): Promise<LiveTraces | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: common, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = process.env;
  if (!common && !own) return undefined;
  const { openLiveTraces } = await import('../doors/otlp/open-live.ts');
  return openLiveTraces(runtime, process.env, how);
}
