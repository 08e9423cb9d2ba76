// Reads the trace settings of the person's environment, by the names that all OpenTelemetry exporters use (SPEC 22.6).
import type { TraceContent } from './content.ts';
import type { Maker } from './span.ts';

/** The receiver of live traces, and their contents. */
export interface LiveSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: TraceContent;
}

/**
 * Undefined unless the person named an endpoint and wants traces; refused when they want a protocol that is not spoken
 * here.
 */
export function liveSettings(env: NodeJS.ProcessEnv): LiveSettings | { readonly unspoken: string } | undefined {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: common } = env;
  if (/^true$/i.test(env.OTEL_SDK_DISABLED ?? '')) return undefined;
  const url = own || (common && `${common.replace(/\/$/, '')}/v1/traces`);
  if (!url || /^none$/i.test(env.OTEL_TRACES_EXPORTER ?? '')) return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  // Whoever takes protobuf over HTTP takes JSON, too.
  if (!/^http\//i.test(protocol)) return { unspoken: protocol };
  const headers = { ...pairsIn(env.OTEL_EXPORTER_OTLP_HEADERS), ...pairsIn(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS) };
  return { url, headers, content: capturesContent(env) ? 'all' : 'none' };
}

/** As whom the spans are told of. */
export function makerOf(env: NodeJS.ProcessEnv, version: string): Maker {
  const attributes = pairsIn(env.OTEL_RESOURCE_ATTRIBUTES);
  return { service: env.OTEL_SERVICE_NAME || attributes['service.name'] || 'dominds', version, attributes };
}

function capturesContent({
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: word = '',
}: NodeJS.ProcessEnv): boolean {
  return /^(true|span_only|span_and_event)$/i.test(word);
}

/** `a=1,b=2`, percent-encoded. */
function pairsIn(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap(pair => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
