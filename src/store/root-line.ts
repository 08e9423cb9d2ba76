// The line of a root as it is stored, in the list of an rtws or in the row of its tree. Anybody may have edited it.
import { isId, type RootId } from '../core/base/ids.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';

/** What a line says of a root: all of it, or what changed since the line before. */
export type RootLine = Partial<RootSummary> & { readonly rootId: RootId; readonly gone?: true };

/** Undefined for a line that is torn or foreign. */
export function parseRootLine(text: string): RootLine | undefined {
  try {
    const value = JSON.parse(text) as RootLine | null;
    return typeof value?.rootId === 'string' && isId(value.rootId) && !isDeeper(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True if a line needs no other before it. */
export function isWholeLine(line: RootLine): line is RootLine & RootSummary {
  return [line.status, line.state, line.agentId, line.createdAt].every(value => typeof value === 'string');
}

/** The summary that a text holds; undefined when it holds none. */
export function parseSummary(text: string | null): RootSummary | undefined {
  const line = text === null ? undefined : parseRootLine(text);
  return line && isWholeLine(line) ? line : undefined;
}

/**
 * Levels of a line; those written here have a few. Values that are nested thousands deep overflow the stack where they
 * are compared.
 */
const MAX_DEPTH = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1));
}
