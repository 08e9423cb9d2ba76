// Text of models, servers and files as text: the editor makes links of `[label](command:…)` wherever it shows a
// message, and runs the command at a click (SPEC 18.7). Pure.

/** The same text to the eye, in which the editor finds no link, and that nothing in it reorders. */
export function plainNotice(text: string): string {
  return text.replace(/\](?=\()/g, ']\u200b').replace(reordering, '\ufffd');
}

// The person who allows a command must see it in the order in which it runs.
const reordering = /\p{Bidi_Control}/gu;
