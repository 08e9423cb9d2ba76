// Text of models, tools and files on a terminal: what would steer the terminal is shown, and not done (SPEC 18.7).
// Pure.

// All controls but tab and line end; and what shows text in another order than it has.
const controls = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu;

/** The text with a visible sign in the place of each control character. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, signOf);
}

/** JSON that steers no terminal either: `JSON.stringify` leaves the controls from U+007F on as they are. */
export function plainJson(json: string): string {
  return json.replace(controls, control =>
    control < ' ' ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function signOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

/** The program's own control sequences, between texts of others. */
export interface OwnControls {
  /** Marks one of its own sequences, so that it passes the filter. */
  own(sequence: string): string;
  /** Text as it goes to the terminal. */
  print(text: string): string;
}

/** `secret` is what no text of others can hold: random, made for one run. */
export function createOwnControls(secret: string): OwnControls {
  const mark = `\0${secret}\0`;
  return {
    own: sequence => `${mark}${sequence}${mark}`,
    // Texts and own sequences take turns.
    print(text) {
      if (!text.includes(mark)) return plainText(text);
      return text
        .split(mark)
        .map((part, index) => (index % 2 === 0 ? plainText(part) : part))
        .join('');
    },
  };
}
