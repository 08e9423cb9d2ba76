// Texts by their size in UTF-8. Pure.

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The longest beginning of a text that takes at most so many bytes; no character is split. */
export function beginningOf(text: string, bytes: number): string {
  const room = new Uint8Array(Math.max(0, Math.floor(Math.min(bytes, text.length * 3))));
  return text.slice(0, new TextEncoder().encodeInto(text, room).read);
}
