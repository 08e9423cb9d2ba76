// Scrolling within a page.

/**
 * Scrolls to an element in the box that it is in, and nowhere else: by default the boxes around the page would move,
 * too, and those of the editor have some pixels of room.
 */
export function scrollToElement(element: Element, block: ScrollLogicalPosition): void {
  const within: ScrollIntoViewOptions & { readonly container: 'nearest' } = { block, container: 'nearest' };
  element.scrollIntoView(within);
}
