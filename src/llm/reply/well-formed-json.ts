// JSON that every server reads: many refuse a request in which half of a character stands alone (a lone surrogate).

/** `JSON.stringify` escapes such halves, and nothing else, in this form. */
const LONE_HALF = /(?<=(?<!\\)(?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/** The JSON with a replacement character for each half that stands alone. */
export function wellFormedJson(json: string): string {
  return json.includes('\\ud') ? json.replace(LONE_HALF, '\ufffd') : json;
}
