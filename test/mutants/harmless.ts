// Faults that no test can notice, or none should: what they change is the same for everybody, or only a matter of cost.

/** A fault by the line in which it begins and by what it changes, so that it is found again when lines move. */
export interface Harmless {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly why: string;
}

export const harmless: readonly Harmless[] = [
  {
    file: 'src/driver/calls/dismiss.ts',
    line: 'dequeue(tree, target, callId);',
    change: 'dequeue(tree, target, callId); → {}',
    why: 'A call that is not open any more is taken out of a line by whoever looks at that line next.',
  },
  {
    file: 'src/driver/end-work.ts',
    line: "background?.abort('closing' satisfies AbortReason);",
    change: "'closing' → ''",
    why: 'What runs in the background asks why it is ended nowhere.',
  },
  {
    file: 'src/llm/editor/editor-request.ts',
    line: "if (message.role === 'tool' && last?.parts.some(({ kind }) => kind === 'toolResult')) {",
    change: 'last?.parts.some → last?.parts.every',
    why: 'A message holds results alone or none, and at least one part.',
  },
  {
    file: 'src/minds/files/yaml-file.ts',
    line: 'return node.toJS(document, { maxAliasCount: 100 });',
    change: '{ maxAliasCount: 100 } → ({})',
    why: 'The library has the same limit when none is named.',
  },
];
