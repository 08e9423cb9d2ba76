// Images for tests: real ones, of one pixel.

/** A red PNG of one pixel, as base64. */
export const redPixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Its bytes. */
export const redPixelBytes = new Uint8Array(Buffer.from(redPixel, 'base64'));
