// The provider over the editor's language models, with models that tests script.
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import type { EditorAnswer, EditorModel, EditorRequest } from '../../src/llm/editor/editor-models.ts';
import { pickEditorModel } from '../../src/llm/editor/editor-models.ts';
import { createEditorProvider } from '../../src/llm/editor/editor-provider.ts';
import { collect, never, requestOf, transcript } from './collect.ts';

interface Scripted {
  readonly answers?: readonly EditorAnswer[];
  readonly fails?: unknown;
  readonly failsLater?: unknown;
  readonly countTokens?: EditorModel['countTokens'];
}

function scripted(script: Scripted) {
  const requests: EditorRequest[] = [];
  const model: EditorModel = {
    vendor: 'copilot',
    id: 'gpt-5',
    name: 'GPT-5',
    family: 'gpt',
    maxInputTokens: 64_000,
    countTokens: script.countTokens ?? (async text => text.length),
    async ask(request) {
      requests.push(request);
      if (script.fails !== undefined) throw script.fails;
      return stream(script);
    },
  };
  const provider = createEditorProvider({ list: async () => [model] });
  return { provider, requests };
}

async function* stream({ answers = [], failsLater }: Scripted): AsyncGenerator<EditorAnswer> {
  yield* answers;
  if (failsLater !== undefined) throw failsLater;
}

async function failureOf(script: Scripted) {
  const last = (await collect(scripted(script).provider)).at(-1);
  return last?.kind === 'failed' ? last.failure : assert.fail(`not failed: ${JSON.stringify(last)}`);
}

describe('the provider of the editor models', () => {
  it('says the system text as the user, puts results into one message, and gives arguments as objects', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'c1', name: 'f', args: '{"a":1}' },
          { id: 'c2', name: 'read file', args: '{broken' },
        ],
      },
      { role: 'tool', toolCallId: 'c1', content: 'one' },
      { role: 'tool', toolCallId: 'c2', content: 'two' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'go on' },
    ];
    const { provider, requests } = scripted({ answers: [{ kind: 'text', text: 'ok' }] });
    await collect(provider, requestOf({ messages, params: { temperature: 0 } }));
    assert.deepEqual(requests, [
      {
        messages: [
          { role: 'user', parts: [{ kind: 'text', text: 'be brief' }] },
          { role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
          {
            role: 'assistant',
            parts: [
              { kind: 'toolCall', id: 'c1', name: 'f', args: { a: 1 } },
              { kind: 'toolCall', id: 'c2', name: 'read_file', args: { invalid_arguments: '{broken' } },
            ],
          },
          {
            role: 'user',
            parts: [
              { kind: 'toolResult', id: 'c1', text: 'one' },
              { kind: 'toolResult', id: 'c2', text: 'two' },
            ],
          },
          { role: 'user', parts: [{ kind: 'text', text: 'go on' }] },
        ],
        tools: [],
        params: { temperature: 0 },
      },
    ]);
  });

  it('streams thinking, saying and tool calls as alternating segments, calls last', async () => {
    const { provider } = scripted({
      answers: [
        { kind: 'thinking', text: 'hm' },
        { kind: 'text', text: 'Hello <thi' },
        { kind: 'toolCall', id: 't1', name: 'f', args: { a: 1 } },
        { kind: 'text', text: 'nk>more</think>bye' },
      ],
    });
    assert.deepEqual(transcript(await collect(provider)), [
      'thinking: hm',
      'saying: Hello ',
      'thinking: more',
      'saying: bye',
      'call t1 f {"a":1}',
      'finished tool-calls',
    ]);
  });

  it('counts tokens by asking the model, and knows no usage when it cannot count', async () => {
    const answers = [{ kind: 'text', text: 'four' }] as const;
    const counted = (await collect(scripted({ answers }).provider)).at(-1);
    assert.deepEqual(counted, {
      kind: 'finished',
      reason: 'stop',
      model: 'copilot/gpt-5',
      usage: { promptTokens: 'hello'.length, completionTokens: 4 },
    });
    const countTokens = async () => Promise.reject(new Error('cannot count'));
    const uncounted = (await collect(scripted({ answers, countTokens }).provider)).at(-1);
    assert.deepEqual(uncounted, { kind: 'finished', reason: 'stop', model: 'copilot/gpt-5' });
  });

  const cases: readonly (readonly [string, unknown, string, boolean])[] = [
    ['refused consent', { code: 'NoPermissions', message: 'no' }, 'consent-needed', false],
    ['a model that is gone', { code: 'NotFound', message: 'no' }, 'not-configured', false],
    ['a spent quota', { code: 'Blocked', message: 'quota exceeded' }, 'quota', false],
    ['a rate limit', { code: 'Blocked', message: 'rate limit reached' }, 'rate-limited', true],
    [
      'an HTTP status in the cause',
      { code: 'Unknown', message: '', cause: new Error('Request Failed: 401 x') },
      'auth',
      false,
    ],
    ['a server fault', new Error('Request failed with status 503'), 'server-error', true],
    ['a broken network', new Error('net::ERR fetch failed'), 'unreachable', true],
    ['a prompt that is too long', new Error('message exceeds token limit'), 'context-full', false],
    ['anything else', new Error('odd'), 'server-error', true],
  ];
  for (const [name, fails, code, retryable] of cases) {
    it(`tells ${name} as ${code}`, async () => {
      const failure = await failureOf({ fails });
      assert.deepEqual([failure.code, failure.retryable], [code, retryable]);
    });
  }

  it('keeps what was said before the stream broke', async () => {
    const { provider } = scripted({ answers: [{ kind: 'text', text: 'half' }], failsLater: new Error('odd') });
    assert.deepEqual(transcript(await collect(provider)), ['saying: half', 'failed server-error, retryable']);
  });

  it('ends at once when aborted, although the editor goes on', async () => {
    const abort = new AbortController();
    const model: EditorModel = {
      vendor: 'v',
      id: 'm',
      name: 'M',
      family: 'f',
      maxInputTokens: 1,
      countTokens: async () => 0,
      async ask() {
        return (async function* () {
          yield { kind: 'text', text: 'a' } as const;
          await new Promise(() => undefined);
        })();
      },
    };
    const events: string[] = [];
    const provider = createEditorProvider({ list: async () => [model] });
    for await (const event of provider.stream(requestOf(), abort.signal)) {
      events.push(event.kind);
      if (event.kind === 'chunk') abort.abort();
    }
    assert.deepEqual(events, ['segmentStarted', 'chunk']);
  });

  it('says which model is missing', async () => {
    const provider = createEditorProvider({ list: async () => [] });
    const [event] = await collect(provider, requestOf({ model: 'x' }), never());
    assert.equal(event?.kind === 'failed' && event.failure.message, 'the editor has no language model named x');
  });

  it('finds a model by vendor and id, id, family or name', () => {
    const models = ['a', 'b'].map(
      id => ({ vendor: 'v', id, family: `family-${id}`, name: `Name ${id}` }) as EditorModel,
    );
    for (const name of ['v/b', 'b', 'family-b', 'name B']) assert.equal(pickEditorModel(models, name)?.id, 'b');
    assert.equal(pickEditorModel(models, undefined)?.id, 'a');
    assert.equal(pickEditorModel(models, 'c'), undefined);
  });
});
