// A language model of the editor for tests: it repeats the last message it got, word by word, unless that asks for a
// tool call (`use tool name {…}`) or a refusal (`refuse me`). `eye` is the same with images, which it names.
import * as vscode from 'vscode';

/** The vendor to select it by: `vscode.lm.selectChatModels({ vendor: testModelVendor })`. */
export const testModelVendor = 'dominds-test';

/** Answers `echo: <text of the last message>`, streamed in words; of a tool result `echo: result <text>`. */
export const testProvider: vscode.LanguageModelChatProvider = {
  provideLanguageModelChatInformation: () => [
    {
      id: 'echo',
      name: 'Echo',
      family: 'echo',
      version: '1',
      maxInputTokens: 100_000,
      maxOutputTokens: 10_000,
      capabilities: { toolCalling: true },
    },
    {
      id: 'eye',
      name: 'Eye',
      family: 'eye',
      version: '1',
      maxInputTokens: 100_000,
      maxOutputTokens: 10_000,
      capabilities: { toolCalling: true, imageInput: true },
    },
  ],
  provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
    const text = textOf(messages.at(-1));
    if (text.includes('refuse me')) throw vscode.LanguageModelError.NoPermissions('the person said no');
    const call = /use tool (\w+) (\{.*\})/.exec(text);
    if (call)
      return progress.report(new vscode.LanguageModelToolCallPart('call-1', call[1] ?? '', JSON.parse(call[2] ?? '')));
    for (const word of `echo: ${text}`.split(/(?<= )/)) progress.report(new vscode.LanguageModelTextPart(word));
  },
  provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text : textOf(text)).length / 4),
};

/** A tool of another extension: it says a text back. */
export const echoTool: vscode.LanguageModelTool<{ readonly text: string }> = {
  invoke: async ({ input }) =>
    new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`echo: ${input.text}`)]),
};

function textOf(message: vscode.LanguageModelChatRequestMessage | undefined): string {
  const parts = message?.content ?? [];
  return parts.map(textOfPart).join('');
}

function textOfPart(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelDataPart) return ` image ${part.mimeType} of ${part.data.length} bytes `;
  return part instanceof vscode.LanguageModelToolResultPart ? `result ${part.content.map(textOfPart).join('')}` : '';
}
