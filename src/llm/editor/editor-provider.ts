// The editor's own language models (SPEC 10.1): no key, no system role, tokens counted by asking the model. Never
// retries (the driver does) and never throws.
import type { Usage } from '../../core/base/chat.ts';
import { untilAborted } from '../http/until-aborted.ts';
import { takesImages } from '../models/takes-images.ts';
import { createThinkSplitter } from '../openai/think-tags.ts';
import type { LlmEvent, LlmFailure, LlmProvider, LlmRequest } from '../provider.ts';
import { createSegmentWriter } from '../reply/segment-writer.ts';
import { requestImages } from '../request-images.ts';
import { failureFromEditor } from './editor-failure.ts';
import {
  type EditorAnswer,
  type EditorModel,
  type EditorModels,
  editorModelName,
  pickEditorModel,
} from './editor-models.ts';
import { buildEditorRequest, textOfRequest } from './editor-request.ts';

/** How long the last event may wait for the count of tokens; then usage is unknown. */
const COUNTING_MS = 2_000;

/** Makes the provider. A model that the editor does not have fails with `not-configured`. */
export function createEditorProvider(models: EditorModels): LlmProvider {
  return {
    id: 'vscode-lm',
    label: 'a language model of the editor',
    stream: (request, signal) => streamAnswer(models, request, signal),
  };
}

async function* streamAnswer(models: EditorModels, request: LlmRequest, signal: AbortSignal): AsyncGenerator<LlmEvent> {
  const model = pickEditorModel(await models.list(), request.model);
  if (!model) {
    yield { kind: 'failed', failure: noModel(request.model) };
    return;
  }
  const takes = takesImages(model.family, request.images?.taken ?? model.takesImages);
  const images = requestImages(request, takes);
  const asked = buildEditorRequest(request.prompt, request.params ?? {}, images);
  const reader = createAnswerReader();
  try {
    const prompt = countQuietly(model, textOfRequest(asked));
    const answers = await untilAborted(model.ask(asked, signal), signal);
    if (!answers) return;
    for await (const answer of endingWith(answers, signal)) {
      reader.read(answer);
      yield* reader.take();
    }
    if (signal.aborted) return;
    reader.close();
    yield* reader.take();
    const usage = await usageOf(prompt, countQuietly(model, reader.text()));
    yield* reader.calls;
    const reason = reader.calls.length > 0 ? 'tool-calls' : 'stop';
    const left = images.leftOut > 0 && { imagesLeftOut: images.leftOut };
    yield { kind: 'finished', reason, model: editorModelName(model), ...(usage && { usage }), ...left };
  } catch (error) {
    reader.close();
    yield* reader.take();
    if (!signal.aborted) yield { kind: 'failed', failure: failureFromEditor(error) };
  }
}

/** Turns what the editor streams into segments; tool calls come after all of them. */
function createAnswerReader() {
  const events: LlmEvent[] = [];
  const calls: LlmEvent[] = [];
  const said: string[] = [];
  const segments = createSegmentWriter(events);
  const content = createThinkSplitter({
    write: (segment, text) => segments.write(segment, text, 'text part'),
    wasThinking: () => segments.wasThinking('text part'),
  });
  return {
    calls,
    read(answer: EditorAnswer): void {
      if (answer.kind === 'toolCall') {
        const args = JSON.stringify(answer.args ?? {});
        said.push(answer.name, args);
        calls.push({ kind: 'toolCall', id: answer.id, name: answer.name, args });
      } else if (answer.text !== '') {
        said.push(answer.text);
        if (answer.kind === 'text') content.push(answer.text);
        else {
          content.flush();
          segments.write('thinking', answer.text, 'thinking part');
        }
      }
    },
    close(): void {
      content.flush();
      segments.close('end of the answer');
    },
    take: (): LlmEvent[] => events.splice(0),
    text: () => said.join(''),
  };
}

/** Ends with the signal, even if the editor does not (SPEC 11.1). */
async function* endingWith<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await untilAborted(iterator.next(), signal);
    if (next === undefined) void iterator.return?.().catch(() => undefined);
    if (next === undefined || next.done) return;
    yield next.value;
  }
}

/** Never rejects: a model that cannot count has no usage to show. */
function countQuietly(model: EditorModel, text: string): Promise<number | undefined> {
  return model.countTokens(text).catch(() => undefined);
}

async function usageOf(
  prompt: Promise<number | undefined>,
  completion: Promise<number | undefined>,
): Promise<Usage | undefined> {
  const counted = Promise.all([prompt, completion]);
  const counts = await untilAborted(counted, AbortSignal.timeout(COUNTING_MS));
  const [promptTokens, completionTokens] = counts ?? [];
  return promptTokens === undefined || completionTokens === undefined ? undefined : { promptTokens, completionTokens };
}

function noModel(name: string | undefined): LlmFailure {
  const message =
    name === undefined ? 'the editor has no language model' : `the editor has no language model named ${name}`;
  return { code: 'not-configured', message, retryable: false };
}
