// Traces while dialogs run, as the person's environment asks for them (SPEC 22.6).
import { once } from '../../core/base/once.ts';
import type { Runtime } from '../../runtime.ts';
import { followTraces, type LiveTraces } from './live.ts';
import { liveSettings, makerOf } from './settings.ts';

/** Follows a runtime from when it drives, when an endpoint is named; undefined otherwise. */
export function openLiveTraces(
  runtime: Runtime,
  env: NodeJS.ProcessEnv,
  { version, warn }: { readonly version: string; readonly warn: (message: string) => void },
): LiveTraces | undefined {
  const settings = liveSettings(env);
  if (!settings) return undefined;
  let traces: LiveTraces | undefined;
  const begin = once(() => {
    if ('unspoken' in settings) {
      warn(
        `traces are not sent: ${settings.unspoken} is not spoken here; set OTEL_EXPORTER_OTLP_PROTOCOL to http/json`,
      );
      return;
    }
    traces = followTraces(
      runtime,
      { ...settings, maker: makerOf(env, version) },
      { fetch: (...args) => fetch(...args), after, warn },
    );
  });
  const driver = runtime.onDriverChange(who => who === 'this' && begin());
  if (runtime.drivenBy() === 'this') begin();
  return {
    async close() {
      driver.dispose();
      await traces?.close();
    },
  };
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
