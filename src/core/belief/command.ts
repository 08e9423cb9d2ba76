// What may be done to a dialogue state in a turn (SPEC 16.4), and how it is read from labels and model answers.

import { isPlainObject } from '../base/plain-object.ts';
import { type Wrong, wrong } from './state.ts';
import { isText, type Json } from './values/json.ts';
import type { CommandForm } from './values/reasons.ts';

/** A command; flows are named as in the domain and mean the highest live one. */
export type BeliefCommand =
  | {
      readonly kind: 'start';
      readonly flow: string;
      /** The entity of the new flow, when the same turn names it. */
      readonly entity?: Json;
    }
  | { readonly kind: 'set' | 'correct'; readonly flow: string; readonly slot: string; readonly value: Json }
  | { readonly kind: 'clear'; readonly flow: string; readonly slot: string }
  | { readonly kind: 'cancel' | 'complete' | 'invalidate'; readonly flow: string }
  | { readonly kind: 'fallback'; readonly from: string; readonly to: string }
  /** Asks for the value of a slot, of a live flow or of one that has ended. */
  | { readonly kind: 'request'; readonly flow: string; readonly slot: string }
  /** Wants another result with the same slots. */
  | { readonly kind: 'again'; readonly flow: string }
  /** Says that the filled slots are right, or that an interrupted flow goes on. */
  | { readonly kind: 'confirm'; readonly flow: string }
  /** Asks about something unclear: no flow changes. */
  | { readonly kind: 'clarify'; readonly question?: string }
  /** Just talks: no flow changes. */
  | { readonly kind: 'converse' };

export type ParsedCommand = { readonly ok: true; readonly command: BeliefCommand } | Wrong;

/**
 * Reads a command of the form `{start: flow}`, `{set: {flow, slot, value}}`, …: an object with exactly one key; or
 * `{command: 'set', flow, slot, value}`, as many models write it.
 */
export function parseCommand(source: unknown): ParsedCommand {
  const pairs = isPlainObject(source) ? Object.entries(keyed(source)) : [];
  const [pair, ...others] = pairs;
  if (pair === undefined || others.length > 0) return wrong('bad-command', { id: 'needs-command' });
  const [kind, content] = pair;
  switch (kind) {
    case 'start':
    case 'cancel':
    case 'complete':
    case 'invalidate':
      return typeof content === 'string' ? good({ kind, flow: content }) : bad(kind, 'the name of a flow');
    case 'set':
    case 'correct':
      return parseSetting(kind, content);
    case 'clear':
    case 'request':
      return parseSlotName(kind, content);
    case 'again':
    case 'confirm':
      return parseFlowName(kind, content);
    case 'fallback':
      return parseFallback(content);
    case 'clarify':
      return good({ kind, ...(isText(content) && { question: content.trim() }) });
    case 'converse':
      return good({ kind });
    default:
      return wrong('bad-command', { id: 'unknown-command', command: kind });
  }
}

/** The other form with its name as the key. */
function keyed(source: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  const { command, ...rest } = source;
  if (typeof command !== 'string') return source;
  switch (command) {
    case 'start':
    case 'cancel':
    case 'complete':
    case 'invalidate':
      return { [command]: rest.flow };
    case 'clarify':
      return { [command]: rest.question };
    case 'converse':
      return { [command]: true };
    default:
      return { [command]: rest };
  }
}

function parseSetting(kind: 'set' | 'correct', content: unknown): ParsedCommand {
  const { flow, slot, value } = isPlainObject<Json>(content) ? content : {};
  if (typeof flow !== 'string' || typeof slot !== 'string') return bad(kind, '{flow, slot, value}');
  return good({ kind, flow, slot, value: value ?? null });
}

function parseSlotName(kind: 'clear' | 'request', content: unknown): ParsedCommand {
  const { flow, slot } = isPlainObject(content) ? content : {};
  if (typeof flow !== 'string' || typeof slot !== 'string') return bad(kind, '{flow, slot}');
  return good({ kind, flow, slot });
}

function parseFlowName(kind: 'again' | 'confirm', content: unknown): ParsedCommand {
  const flow = isPlainObject(content) ? content.flow : content;
  return typeof flow === 'string' ? good({ kind, flow }) : bad(kind, '{flow}');
}

function parseFallback(content: unknown): ParsedCommand {
  const { from, to } = isPlainObject(content) ? content : {};
  if (typeof from !== 'string' || typeof to !== 'string') return bad('fallback', '{from, to}');
  return good({ kind: 'fallback', from, to });
}

function good(command: BeliefCommand): ParsedCommand {
  return { ok: true, command };
}

function bad(command: string, form: CommandForm): Wrong {
  return wrong('bad-command', { id: 'command-needs', command, form });
}
