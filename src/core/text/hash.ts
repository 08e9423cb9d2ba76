// A short, stable hash of text, for "is this the same as before" only; never for security.

/** 64 bits of FNV-1a over UTF-16 units, as hex. */
export function hashText(text: string): string {
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ (unit + index), 0x01000197);
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
