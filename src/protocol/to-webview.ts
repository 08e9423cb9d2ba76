// The webview's check of what the host sends. Only the envelope is checked: the host is trusted code of the same
// package, and a panel at 1,000 messages a second has no time for more (SPEC 18.1). No schema library in here: this is
// in every bundle.
import type { ToWebview } from './messages.ts';
import type { ToOverview } from './overview.ts';

const kindsToWebview: Record<ToWebview['kind'], true> = {
  snapshot: true,
  hello: true,
  recorded: true,
  passing: true,
  earlier: true,
  related: true,
  focus: true,
  suggestions: true,
  mentions: true,
  attached: true,
  image: true,
  nested: true,
  belief: true,
  restoreOffer: true,
  restored: true,
  refused: true,
};

/** A message of the host to a dialog panel, or `undefined` when it is none of ours: log it and drop it. */
export function parseToWebview(message: unknown): ToWebview | undefined {
  return isOfKind<ToWebview>(message, kindsToWebview) ? message : undefined;
}

/** Whether a message is an object whose `kind` is one of these. */
function isOfKind<T extends { readonly kind: string }>(
  message: unknown,
  kinds: Readonly<Record<T['kind'], true>>,
): message is T {
  const kind = (message as { kind?: unknown } | null)?.kind;
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

const kindsToOverview: Record<ToOverview['kind'], true> = {
  hello: true,
  frame: true,
  roots: true,
  tree: true,
  registry: true,
  inbox: true,
  refused: true,
};

/** A message of the host to the Overview panel, or `undefined` when it is none of ours. */
export function parseToOverview(message: unknown): ToOverview | undefined {
  return isOfKind<ToOverview>(message, kindsToOverview) ? message : undefined;
}
