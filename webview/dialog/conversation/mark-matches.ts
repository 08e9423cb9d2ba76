// Marks words in the page without touching its elements, so that nothing is rendered again for it.

const NAME = 'dominds-find';

/** Marks every occurrence of the query in the text of an element, upper case or not; nothing when there is none. */
export function markMatches(within: HTMLElement | null, query: string): void {
  const wanted = query.trim().toLowerCase();
  CSS.highlights.delete(NAME);
  if (!within || wanted === '') return;
  CSS.highlights.set(NAME, new Highlight(...rangesOf(within, wanted)));
}

function rangesOf(within: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? '';
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(at + wanted.length, text.length));
      ranges.push(range);
    }
  }
  return ranges;
}
