// The editor's language models as the rest of the product sees them: plain values, so that only the host knows
// `vscode`.

/** The parts of one message. `args` of a tool call is an object, as the editor expects. */
export type EditorPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly type: string; readonly bytes: Uint8Array }
  | { readonly kind: 'toolCall'; readonly id: string; readonly name: string; readonly args: object }
  | { readonly kind: 'toolResult'; readonly id: string; readonly text: string };

/** The editor knows two roles only: system texts and tool results are said by the user. */
export interface EditorMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly EditorPart[];
}

/** One request; `params` are passed to the model as they are. */
export interface EditorRequest {
  readonly messages: readonly EditorMessage[];
  readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: object }[];
  readonly params: Readonly<Record<string, unknown>>;
}

/** A model's stream parts; a tool call comes whole. */
export type EditorAnswer =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'toolCall'; readonly id: string; readonly name: string; readonly args: unknown };

/** One model. */
export interface EditorModel {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly family: string;
  /** Tokens that it takes in one request. */
  readonly maxInputTokens: number;
  /** Whether it accepts images, as far as the editor says. */
  readonly takesImages?: boolean;
  /** Asks the model. The promise and the iteration fail with the editor's own errors. */
  ask(request: EditorRequest, signal: AbortSignal): Promise<AsyncIterable<EditorAnswer>>;
  countTokens(text: string): Promise<number>;
}

/** All models that the editor offers at present. `list` never rejects. */
export interface EditorModels {
  list(): Promise<readonly EditorModel[]>;
}

/** The name to configure a model by: unique in one editor. */
export function editorModelName({ vendor, id }: Pick<EditorModel, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}

/**
 * The model of that name (`vendor/id`, id, family or display name, in this order); the first one when none is named.
 */
export function pickEditorModel(models: readonly EditorModel[], name: string | undefined): EditorModel | undefined {
  if (name === undefined) return models[0];
  const wanted = name.toLowerCase();
  const names: ((model: EditorModel) => string)[] = [editorModelName, m => m.id, m => m.family, m => m.name];
  for (const nameOf of names) {
    const found = models.find(model => nameOf(model).toLowerCase() === wanted);
    if (found) return found;
  }
  return undefined;
}
