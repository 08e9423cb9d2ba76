// Assembles streamed tool calls from their fragments (SPEC 10.3). Servers differ: fragments come by index or only by
// id, ids repeat or are missing, and some give every call of a parallel set the index 0. Never throws.
import type { ChatToolCall } from '../../core/base/chat.ts';
import type { ToolCallPart } from '../provider.ts';
import { MAX_REPLY_CALLS, MAX_REPLY_CHARACTERS } from './reply-limits.ts';
import { fieldsIn, hasFields, wireTextIn } from './wire-values.ts';

/** Takes the `tool_calls` of each delta; `calls` gives them whole, by index, else in order of their first fragment. */
export interface ToolCallGatherer {
  /** True when a call began. */
  add(fragments: unknown): boolean;
  calls(): GatheredCall[];
  /** True if the calls exceed the limit of a reply; the rest is dropped. */
  isTooLarge(): boolean;
}

/** A whole call; `extra` is what the server put beside the function and wants back (`extra_content`). */
export interface GatheredCall extends ChatToolCall {
  readonly extra?: unknown;
}

/** `usedIds` are ids that the context already has; a missing or used id is replaced by one of `newId`. */
export interface CallIds {
  readonly usedIds: ReadonlySet<string>;
  readonly newId: () => string;
}

interface Gathered {
  index: number | undefined;
  id: string;
  name: string;
  args: string;
  extra?: unknown;
}

interface Fragment {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly extra?: unknown;
}

/** Makes a gatherer for one generation; `part` gets each fragment with the index of its call among all. */
export function createToolCallGatherer(
  ids: CallIds,
  part: (part: Omit<ToolCallPart, 'kind'>) => void = () => {},
): ToolCallGatherer {
  const gathered: Gathered[] = [];
  let latest: Gathered | undefined;
  let characters = 0;
  const isTooLarge = () => characters > MAX_REPLY_CHARACTERS || gathered.length > MAX_REPLY_CALLS;

  function ownerOf(fragment: Fragment): Gathered {
    const owner = findOwner(gathered, latest, fragment);
    if (owner !== undefined) return owner;
    const call: Gathered = { index: fragment.index, id: fragment.id, name: '', args: '' };
    gathered.push(call);
    return call;
  }

  return {
    add(fragments) {
      if (!Array.isArray(fragments) || isTooLarge()) return false;
      const before = gathered.length;
      for (const raw of fragments) {
        const fragment = readFragment(raw);
        if (fragment === undefined) continue;
        latest = ownerOf(fragment);
        extend(latest, fragment);
        characters += fragment.args.length + fragment.name.length;
        part({ index: gathered.lastIndexOf(latest), name: latest.name, args: fragment.args });
      }
      return gathered.length > before;
    },
    isTooLarge,
    calls: () => withUniqueIds(inOrder(gathered), ids),
  };
}

/** The call that a fragment goes on with; undefined when it opens a new one. */
function findOwner(
  gathered: readonly Gathered[],
  latest: Gathered | undefined,
  fragment: Fragment,
): Gathered | undefined {
  const { index, id } = fragment;
  if (index !== undefined) {
    const sameIndex = gathered.filter(call => call.index === index);
    const exact = id === '' ? undefined : sameIndex.find(call => call.id === id);
    const last = sameIndex.at(-1);
    if (exact !== undefined || last === undefined) return exact;
    return opensCall(last, fragment) ? undefined : last;
  }
  const sameId = id === '' ? undefined : gathered.findLast(call => call.id === id);
  if (sameId !== undefined) return opensAgain(sameId, fragment) ? undefined : sameId;
  return latest !== undefined && !opensCall(latest, fragment) ? latest : undefined;
}

/** True if a fragment without a known id of its own starts another call instead of continuing `call`. */
function opensCall(call: Gathered, fragment: Fragment): boolean {
  const otherId = fragment.id !== '' && call.id !== '' && fragment.id !== call.id;
  if (otherId) return fragment.name !== '' || fragment.index === undefined;
  return opensAgain(call, fragment);
}

/** A name after a name, when the call so far is complete or of another name with arguments already begun. */
function opensAgain(call: Gathered, fragment: Fragment): boolean {
  if (fragment.name === '' || call.name === '' || call.args === '') return false;
  return fragment.name !== call.name || isJson(call.args);
}

function extend(call: Gathered, fragment: Fragment): void {
  if (call.id === '') call.id = fragment.id;
  if (call.index === undefined) call.index = fragment.index;
  if (fragment.name !== call.name) call.name += fragment.name;
  if (fragment.extra) call.extra = fragment.extra;
  call.args = joinArgs(call.args, fragment.args);
}

/** Some servers send `{}` first and the real arguments after it, or the whole of them once more at the end. */
function joinArgs(args: string, more: string): string {
  if (args.trim() === '{}' && more.trimStart().startsWith('{')) return more;
  return args === more && more.startsWith('{') && isJson(args) ? args : args + more;
}

function inOrder(gathered: readonly Gathered[]): readonly Gathered[] {
  return gathered.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
}

function withUniqueIds(gathered: readonly Gathered[], { usedIds, newId }: CallIds): GatheredCall[] {
  const seen = new Set(usedIds);
  return gathered.map(({ id, name, args, extra }) => {
    const unique = id === '' || seen.has(id) ? newId() : id;
    seen.add(unique);
    return {
      id: unique,
      name: name === '' ? UNNAMED : name,
      args: args.trim() === '' ? '{}' : args,
      ...(extra !== undefined && { extra }),
    };
  });
}

/** Stands for a name that never came, so that the model hears of it as an unknown tool. */
export const UNNAMED = 'unnamed';

function readFragment(raw: unknown): Fragment | undefined {
  if (!hasFields(raw)) return undefined;
  const { index, id, function: call, extra_content: extra } = raw;
  const { name, arguments: args } = fieldsIn(call);
  return {
    index: typeof index === 'number' ? index : undefined,
    id: wireTextIn(id),
    name: wireTextIn(name),
    args: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
    ...(extra !== undefined && extra !== null && { extra }),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
