// What can wait until the person sees something.

/** Calls back once a frame with what is in the page now has been shown; on a page that is hidden, once it is not. */
export function afterPaint(then: () => void): void {
  // The callbacks of a frame run before it is painted, those of the next one when it is on the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
}
