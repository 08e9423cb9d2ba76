// Texts that are typed outside of the composer: the panel keeps them like a message that was not sent, since the editor
// ends a page that comes out of sight.
import { usePanel } from './panel-context.ts';

/** A text by a key of its own, undefined when there is none, and what keeps another one, or none, in its place. */
export function useKeptText(key: string): [string | undefined, (text: string | undefined) => void] {
  const { drafts } = usePanel();
  const keep = (text: string | undefined) => {
    const { [key]: _, ...others } = drafts.value;
    drafts.value = text === undefined ? others : { ...others, [key]: text };
  };
  return [drafts.value[key], keep];
}

/** What was kept as JSON by this page; undefined when there is nothing. */
export function readKept<T>(kept: string | undefined): T | undefined {
  try {
    return kept === undefined ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}
