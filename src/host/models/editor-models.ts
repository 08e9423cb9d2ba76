// The editor's language models (`vscode.lm`) as plain values for the runtime (SPEC 10.1). The only place that turns
// them into the editor's classes and back.
import {
  CancellationTokenSource,
  type Disposable,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelChatMessageRole,
  LanguageModelDataPart,
  type LanguageModelInputPart,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
} from 'vscode';
import type {
  EditorAnswer,
  EditorMessage,
  EditorModel,
  EditorModels,
  EditorPart,
  EditorRequest,
} from '../../runtime.ts';
import { t } from '../words.ts';

/** The available models, queried again only when the editor reports a change. */
export class OfferedModels implements EditorModels {
  #following: Disposable | undefined;
  #listed: Promise<readonly EditorModel[]> | undefined;

  list(): Promise<readonly EditorModel[]> {
    // Not before the first question: looking may start the extensions that offer models.
    this.#following ??= lm.onDidChangeChatModels(() => {
      this.#listed = undefined;
    });
    this.#listed ??= listModels();
    return this.#listed;
  }

  dispose(): void {
    this.#following?.dispose();
  }
}

async function listModels(): Promise<readonly EditorModel[]> {
  try {
    return (await lm.selectChatModels()).map(offered);
  } catch {
    return [];
  }
}

function offered(model: LanguageModelChat): EditorModel {
  const { vendor, id, name, family, maxInputTokens } = model;
  return {
    vendor,
    id,
    name,
    family,
    maxInputTokens,
    ...takesImages(model),
    ask: (request, signal) => ask(model, request, signal),
    countTokens: async text => model.countTokens(text),
  };
}

/** Newer editors tell what a model can do, though their public types do not say so yet. */
function takesImages(model: object): { takesImages?: boolean } {
  const { capabilities } = model as { readonly capabilities?: { readonly supportsImageToText?: unknown } };
  const takes = capabilities?.supportsImageToText;
  return typeof takes === 'boolean' ? { takesImages: takes } : {};
}

/**
 * The first request of an extension makes the editor ask the person for consent; refused, it fails with
 * `NoPermissions`.
 */
async function ask(
  model: LanguageModelChat,
  { messages, tools, params }: EditorRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<EditorAnswer>> {
  const cancellation = new CancellationTokenSource();
  signal.addEventListener('abort', () => cancellation.cancel(), { once: true });
  const options = {
    justification: t('The members of your Dominds team answer with this model.'),
    modelOptions: params,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
  };
  const response = await model.sendRequest(messages.map(toEditor), options, cancellation.token);
  return answersOf(response.stream);
}

function toEditor({ role, parts }: EditorMessage): LanguageModelChatMessage {
  const speaker = role === 'user' ? LanguageModelChatMessageRole.User : LanguageModelChatMessageRole.Assistant;
  return new LanguageModelChatMessage(speaker, parts.map(toEditorPart));
}

function toEditorPart(part: EditorPart): LanguageModelInputPart {
  switch (part.kind) {
    case 'text':
      return new LanguageModelTextPart(part.text);
    case 'image':
      return LanguageModelDataPart.image(part.bytes, part.type);
    case 'toolCall':
      return new LanguageModelToolCallPart(part.id, part.name, part.args);
    case 'toolResult':
      return new LanguageModelToolResultPart(part.id, [new LanguageModelTextPart(part.text)]);
  }
}

/** Parts of other kinds (images, usage notes of a maker) are left out. */
async function* answersOf(stream: AsyncIterable<unknown>): AsyncGenerator<EditorAnswer> {
  for await (const part of stream) {
    if (part instanceof LanguageModelTextPart) yield { kind: 'text', text: part.value };
    else if (part instanceof LanguageModelToolCallPart) {
      yield { kind: 'toolCall', id: part.callId, name: part.name, args: part.input };
    } else {
      const thought = thoughtIn(part);
      if (thought !== '') yield { kind: 'thinking', text: thought };
    }
  }
}

/** The editor has no public class for reasoning yet; some builds send parts of this name. */
function thoughtIn(part: unknown): string {
  if (typeof part !== 'object' || part === null || part.constructor.name !== 'LanguageModelThinkingPart') return '';
  const { value } = part as { readonly value?: unknown };
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter(piece => typeof piece === 'string').join('') : '';
}
