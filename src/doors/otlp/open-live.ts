// Traces while dialogs run, as the person's environment asks for them (SPEC 22.6).
import type { Runtime } from '../../runtime.ts';
import { followTraces, type LiveTraces } from './live.ts';
import { liveSettings, makerOf } from './settings.ts';

/** Follows a runtime that drives, when an endpoint is named; undefined otherwise. */
export function openLiveTraces(
  runtime: Runtime,
  env: NodeJS.ProcessEnv,
  { version, warn }: { readonly version: string; readonly warn: (message: string) => void },
): LiveTraces | undefined {
  const settings = liveSettings(env);
  if (!settings || runtime.drivenBy() !== 'this') return undefined;
  if ('unspoken' in settings) {
    warn(`traces are not sent: ${settings.unspoken} is not spoken here; set OTEL_EXPORTER_OTLP_PROTOCOL to http/json`);
    return undefined;
  }
  return followTraces(
    runtime,
    { ...settings, maker: makerOf(env, version) },
    { fetch: (...args) => fetch(...args), after, warn },
  );
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
