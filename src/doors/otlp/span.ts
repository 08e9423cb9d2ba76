// A span of a trace, and its form in OTLP/JSON (SPEC 22.6). Pure.
import { createHash } from 'node:crypto';
import type { RootId } from '../../core/base/ids.ts';

export type AttributeValue = string | number | boolean | readonly string[];

/** Times are epoch milliseconds. `isOpen`: it had not ended when the trace was taken. */
export interface Span {
  readonly rootId: RootId;
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, AttributeValue | undefined>>;
  /** Word for what went wrong; the value of `error.type`. */
  readonly error?: string;
  readonly isOpen?: true;
}

/** The resource of the spans; `attributes` are those of the person (`OTEL_RESOURCE_ATTRIBUTES`). */
export interface Maker {
  readonly service: string;
  readonly version: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Id of a span: 16 hex digits of what it stands for, so that every export of the same records has the same ids. */
export function spanId(rootId: RootId, ...parts: readonly (string | number)[]): string {
  return digest([rootId, ...parts].join(' '), 16);
}

/** Conventions that the names follow; later ones of generative AI are kept apart and have no schema yet. */
const SCHEMA = 'https://opentelemetry.io/schemas/1.41.0';

/** The request of an OTLP exporter, in its JSON encoding. */
export function otlpJson(spans: readonly Span[], { service, version, attributes = {} }: Maker): object {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributesJson({ ...attributes, 'service.name': service, 'service.version': version }),
        },
        scopeSpans: [{ scope: { name: 'dominds', version }, spans: spans.map(spanJson), schemaUrl: SCHEMA }],
        schemaUrl: SCHEMA,
      },
    ],
  };
}

function spanJson({ rootId, id, parent, name, kind, from, to, attributes, error, isOpen }: Span): object {
  return {
    traceId: digest(rootId, 32),
    spanId: id,
    ...(parent !== undefined && { parentSpanId: parent }),
    name,
    kind: kind === 'client' ? 3 : 1,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, to)),
    attributes: attributesJson({
      ...attributes,
      'gen_ai.conversation.id': rootId,
      ...(error !== undefined && { 'error.type': error }),
      ...(isOpen && { 'dominds.open': true }),
    }),
    status: error === undefined ? {} : { code: 2 },
  };
}

function attributesJson(attributes: Span['attributes']): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: valueJson(value) },
  );
}

function valueJson(value: AttributeValue): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map(each => ({ stringValue: each })) } };
  }
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
