// How full the context is, and what was spent.
import type { JSX } from 'preact';
import { sumSpending } from '../../src/core/spending/spending.ts';
import type { View } from './conversation/transcript.ts';
import { usePanel } from './panel-context.ts';

/** The context as a share of the model's window, in tokens where that is not known; null before the first answer. */
export function ContextMeter({ view: { state } }: { readonly view: View }): JSX.Element | null {
  const { words: spoken, related } = usePanel();
  const words = spoken.value;
  const { lastUsage, tokens, contextLimits, cost } = state;
  const contextWindow = contextLimits?.window;
  if (!lastUsage) return null;
  const used = lastUsage.promptTokens + lastUsage.completionTokens;
  const own = [
    words.usage(tokens.prompt, tokens.completion, tokens.cached),
    ...(cost === undefined ? [] : [words.cost(cost)]),
  ];
  const tree = sumSpending(related.value.flatMap(({ spent }) => spent ?? []));
  const total = [own.join(' · '), ...(related.value.length > 1 ? [words.treeUsage(tree)] : [])].join('\n');
  if (contextWindow === undefined)
    return (
      <span class="faint usage" title={total}>
        {words.tokens(used)}
      </span>
    );
  const share = Math.min(used / contextWindow, 1);
  const label = words.context(used, contextWindow);
  return (
    <span class="context" role="img" aria-label={label} title={`${label}\n${total}`}>
      <span class="meter">
        <span class={share > 0.9 ? 'full' : ''} style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      {Math.round(share * 100)}%
    </span>
  );
}
