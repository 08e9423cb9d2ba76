// Which model is chosen from which source, and to whom a key may go.
import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import { serverProviders } from '../../src/core/team/providers.ts';
import type { Member } from '../../src/core/team/team.ts';
import type { EditorModel } from '../../src/llm/editor/editor-models.ts';
import { providerTypeOf } from '../../src/llm/http-providers.ts';
import { createModelChooser, type ModelSources } from '../../src/llm/models/choose-model.ts';
import { keyFromEnvironment } from '../../src/llm/models/key-owner.ts';
import type { LocalServer } from '../../src/llm/models/local-servers.ts';
import type { ModelSource } from '../../src/llm/models/merge-sources.ts';
import { presetOf, presets } from '../../src/llm/models/presets.ts';
import { addressInEnvironment, environmentSource } from '../../src/runtime/models/model-config.ts';
import { startMockServer } from '../support/mock-server.ts';
import { collect, requestOf } from './collect.ts';

interface Given {
  readonly environment?: ModelSource;
  readonly member?: Partial<Member>;
  readonly file?: ModelSource;
  readonly unread?: string;
  readonly named?: Readonly<Record<string, ModelSource & { readonly type: string }>>;
  readonly settings?: ModelSource;
  readonly keys?: Readonly<Record<string, string>>;
  readonly editor?: readonly string[];
  readonly local?: readonly LocalServer[];
  readonly demoPlaybook?: string;
  readonly addressOf?: ModelSources['addressOf'];
}

function chooser(given: Given) {
  const asked: string[] = [];
  const sources: ModelSources = {
    environment: () => given.environment ?? {},
    file: () => ({ ...given.file, named: name => given.named?.[name] }),
    unreadFile: () => given.unread,
    settings: () => given.settings ?? {},
    async apiKey(baseUrl) {
      asked.push(baseUrl);
      return given.keys?.[baseUrl];
    },
    readPlaybook: file => (file.endsWith('.yaml') ? { playbook: { replies: [] } } : { problem: 'broken' }),
    localServers: async () => given.local ?? [],
    delay: () => Promise.resolve(),
    elapsed: () => 0,
    ...(given.addressOf && { addressOf: given.addressOf }),
    ...(given.demoPlaybook !== undefined && { demoPlaybook: given.demoPlaybook }),
    ...(given.editor && { editorModels: { list: async () => (given.editor ?? []).map(editorModel) } }),
  };
  const member: Member = {
    id: 'lead' as AgentId,
    name: 'Lead',
    diligencePushMax: 0,
    fbr: { effort: 1, tools: true },
    hidden: false,
    ...given.member,
  };
  return { made: createModelChooser(sources), member, asked };
}

function editorModel(id: string): EditorModel {
  const model = { vendor: 'v', id, name: id, family: id, maxInputTokens: 9_000 };
  return { ...model, ask: () => Promise.reject(new Error('not asked here')), countTokens: async () => 0 };
}

/** What is chosen, as `provider id · model`, or why nothing is. */
async function choice(given: Given): Promise<string> {
  const { made, member } = chooser(given);
  const chosen = await made.choose(member);
  if (chosen.kind === 'none') return `${chosen.why.code}: ${chosen.why.message}`;
  return `${chosen.provider.id} · ${chosen.model ?? 'first'}`;
}

const defaultUrlOf = (type: string) => serverProviders.find(({ id }) => id === type)?.baseUrl ?? '';

const url = 'http://127.0.0.1:1/v1';

describe('the choice of a model', () => {
  it('takes environment before member before file before settings', async () => {
    const settings = { provider: 'openai', baseUrl: url, model: 'of settings' };
    assert.equal(await choice({ settings }), `openai ${url} · of settings`);
    assert.equal(await choice({ settings, file: { model: 'of file' } }), `openai ${url} · of file`);
    const member = { model: 'of member' };
    assert.equal(await choice({ settings, file: { model: 'of file' }, member }), `openai ${url} · of member`);
    assert.equal(await choice({ settings, member, environment: { model: 'of env' } }), `openai ${url} · of env`);
  });

  it('takes nothing from a source that speaks of another provider', async () => {
    const given = { file: { baseUrl: url, model: 'llama' }, member: { provider: 'vscode-lm' }, editor: ['gpt'] };
    assert.equal(await choice(given), 'vscode-lm · v/gpt');
    const named = { claude: { type: 'openai', baseUrl: 'http://127.0.0.1:2/v1' } };
    const member = { provider: 'claude' };
    assert.equal(
      await choice({ file: { baseUrl: url, model: 'llama' }, named, member }),
      'openai http://127.0.0.1:2/v1 · first',
    );
  });

  it('lets a member override the model of a named endpoint', async () => {
    const named = { claude: { type: 'openai', baseUrl: url, model: 'small' } };
    assert.equal(await choice({ named, member: { provider: 'claude' } }), `openai ${url} · small`);
    assert.equal(await choice({ named, member: { provider: 'claude', model: 'big' } }), `openai ${url} · big`);
  });

  it('takes, with nothing configured, a key, an editor model, a local server, or says what to do', async () => {
    const openAi = 'https://api.openai.com/v1';
    const local = [{ name: 'Ollama', baseUrl: url, models: ['llama', 'qwen'] }];
    assert.equal(await choice({ keys: { [openAi]: 'k' }, editor: ['gpt'], local }), 'openai  · first');
    assert.equal(await choice({ editor: ['gpt'], local }), 'vscode-lm · v/gpt');
    assert.equal(await choice({ editor: [], local }), `openai ${url} · llama`);
    assert.match(await choice({}), /^not-configured: no endpoint, no key/);
  });

  it('asks a local server for a model that it lists: the one of the member, else its first', async () => {
    const other = 'http://localhost:1234/v1';
    const local = [
      { name: 'Ollama', baseUrl: url, models: ['llama', 'qwen:latest'] },
      { name: 'LM Studio', baseUrl: other, models: ['gemma'] },
    ];
    const chosen = (model: string) => choice({ local, member: { model } });
    assert.deepEqual(
      [await chosen('claude-opus-4'), await chosen('qwen:latest'), await chosen('qwen'), await chosen('gemma')],
      [
        `openai ${url} · llama`,
        `openai ${url} · qwen:latest`,
        `openai ${url} · qwen:latest`,
        `openai ${other} · gemma`,
      ],
    );
  });

  it('takes, with nothing configured, the provider whose key there is: OpenAI, Anthropic, Gemini', async () => {
    const keys = Object.fromEntries(['openai', 'anthropic', 'gemini'].map(type => [defaultUrlOf(type), 'k']));
    const { [defaultUrlOf('openai')]: _, ...others } = keys;
    const gemini = { [defaultUrlOf('gemini')]: 'k' };
    assert.deepEqual(
      [await choice({ keys }), await choice({ keys: others }), await choice({ keys: gemini })],
      ['openai  · first', 'anthropic  · first', 'gemini  · first'],
    );
    // A model decides among them by its name.
    const member = { model: 'gemini-3-pro' };
    assert.equal(await choice({ keys, member }), 'gemini  · gemini-3-pro');
    assert.equal(await choice({ keys, member: { model: 'claude-opus-4' } }), 'anthropic  · claude-opus-4');
  });

  it('goes by ANTHROPIC_API_KEY and GEMINI_API_KEY alone, to the address that the environment names', async () => {
    const chosen = async (env: NodeJS.ProcessEnv, provider?: string) => {
      const { made, member } = chooser({
        ...(provider !== undefined && { settings: { provider } }),
        environment: environmentSource(env),
        keys: Object.fromEntries(
          serverProviders.flatMap(({ id: type }) => {
            const url = addressInEnvironment(env, type) ?? defaultUrlOf(type);
            const key = keyFromEnvironment(env, url);
            return key === undefined ? [] : [[url, key]];
          }),
        ),
        addressOf: type => addressInEnvironment(env, type),
      });
      const answer = await made.choose(member);
      return answer.kind === 'model' ? answer.provider.id : answer.why.code;
    };
    assert.equal(await chosen({ ANTHROPIC_API_KEY: 'a' }), 'anthropic ');
    assert.equal(await chosen({ GEMINI_API_KEY: 'g' }), 'gemini ');
    assert.equal(await chosen({ ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' }), 'anthropic ');
    assert.equal(await chosen({ ANTHROPIC_API_KEY: 'a', ANTHROPIC_BASE_URL: url }), `anthropic ${url}`);
    assert.equal(await chosen({ GEMINI_API_KEY: 'g' }, 'anthropic'), 'not-configured');
    assert.equal(await chosen({}), 'not-configured');
  });

  it('waits ten minutes for the first token of a server and five within, unless the file says otherwise', async () => {
    const patience = async (given: Given) => {
      const { made, member } = chooser(given);
      const chosen = await made.choose(member);
      return chosen.kind === 'model' ? chosen.patience : assert.fail();
    };
    assert.deepEqual(await patience({ file: { baseUrl: url } }), { firstTokenMs: 600_000, silenceMs: 300_000 });
    const slow = { type: 'openai', baseUrl: url, firstTokenS: 0, silenceS: 0.5 };
    assert.deepEqual(await patience({ named: { slow }, member: { provider: 'slow' } }), { silenceMs: 500 });
    assert.equal(await patience({ file: { baseUrl: url, firstTokenS: 0, silenceS: 0 } }), undefined);
    assert.equal(await patience({ editor: ['gpt'] }), undefined);
    const editor = { editor: ['gpt'], file: { provider: 'vscode-lm', firstTokenS: 60 } };
    assert.deepEqual(await patience(editor), { firstTokenMs: 60_000 });
  });

  it('marks what may be cached where the file says so, from the next request on', async () => {
    const prompt = { messages: [{ role: 'system', content: 'rules' }], tools: [], lasting: 1 } as const;
    const server = await startMockServer({ respond: () => ({ say: 'ok' }) });
    try {
      const marks = async (cacheMarks: boolean) => {
        const { made, member } = chooser({ file: { baseUrl: server.baseUrl, model: 'claude', cacheMarks } });
        const chosen = await made.choose(member);
        assert.equal(chosen.kind, 'model');
        if (chosen.kind === 'model') await collect(chosen.provider, requestOf({ prompt }));
        return JSON.stringify(server.requests.at(-1)?.body).includes('"cache_control"');
      };
      assert.deepEqual([await marks(true), await marks(false)], [true, false]);
    } finally {
      await server.close();
    }
  });

  it('asks only for the key of the address that is used', async () => {
    const { made, member, asked } = chooser({ file: { baseUrl: 'https://evil.example/v1', model: 'm' } });
    await made.choose(member);
    assert.deepEqual(asked, ['https://evil.example/v1']);
  });

  it('knows the context of an editor model, and says which models there are', async () => {
    const { made, member } = chooser({ member: { provider: 'vscode-lm' }, editor: ['gpt'] });
    const chosen = await made.choose(member);
    assert.deepEqual(chosen.kind === 'model' && chosen.limits, { optimal: 100_000, window: 9_000 });
    const missing = await choice({ member: { provider: 'vscode-lm', model: 'x' }, editor: ['gpt'] });
    assert.equal(missing, 'not-configured: the editor has no language model `x`; it has v/gpt');
    assert.match(await choice({ member: { provider: 'vscode-lm' } }), /exists only inside the editor/);
  });

  it('plays a playbook that is named without a provider', async () => {
    assert.equal(await choice({ settings: { playbook: '/own.yaml' } }), 'playbook · scripted');
  });

  it('asks an address by the form of its path, else as its server is known to want', () => {
    const google = 'https://generativelanguage.googleapis.com/v1beta';
    assert.deepEqual(
      [
        google,
        `${google}/openai`,
        `${google}/openai/`,
        'https://gateway.example/anthropic/v1',
        'http://localhost:1/v1',
      ].map(providerTypeOf),
      ['gemini', 'openai', 'openai', 'anthropic', 'openai'],
    );
  });

  it('plays the demo when a playbook is wanted and none is named', async () => {
    const settings = { provider: 'playbook' };
    assert.match(await choice({ settings }), /no playbook is named/);
    assert.equal(await choice({ settings, demoPlaybook: '/demo.yaml' }), 'playbook · scripted');
    assert.equal(await choice({ settings, demoPlaybook: '/demo.txt' }), 'broken-playbook: broken');
  });

  it('is none while the file cannot be relied on, but for the demo and what the environment names', async () => {
    const unread = 'llm.yaml:1:1: broken';
    const given = { unread, settings: { baseUrl: url, model: 'm' }, environment: { model: 'mine' } };
    assert.equal(await choice(given), 'broken-settings: llm.yaml:1:1: broken');
    assert.match(await choice({ unread, environment: { baseUrl: url, model: 'mine' } }), /mine$/);
    assert.equal(chooser({ ...given, demoPlaybook: '/demo.yaml' }).made.demo().kind, 'model');
  });

  it('tells where each value comes from', () => {
    const { made, member } = chooser({
      file: { baseUrl: url },
      settings: { model: 'm' },
      member: { provider: 'openai' },
    });
    assert.deepEqual(made.configured(member).from, { provider: 'member', baseUrl: 'file', model: 'settings' });
  });
});

describe('the key of the environment', () => {
  const env = { OPENAI_API_KEY: 'openai-key', OPENROUTER_API_KEY: 'router-key' };

  it('goes to OpenAI, to this machine, and to the server of its preset', () => {
    assert.equal(keyFromEnvironment(env, 'https://api.openai.com/v1'), 'openai-key');
    assert.equal(keyFromEnvironment(env, 'http://localhost:11434/v1'), 'openai-key');
    assert.equal(keyFromEnvironment(env, 'https://openrouter.ai/api/v1'), 'router-key');
  });

  it('goes to no address that a file names', () => {
    assert.equal(keyFromEnvironment(env, 'https://evil.example/v1'), undefined);
    assert.equal(keyFromEnvironment(env, 'https://api.openai.com.evil.example/v1'), undefined);
    assert.equal(keyFromEnvironment(env, 'not an address'), undefined);
  });

  it('goes only to the address that the environment names, when it names one', () => {
    const named = { ...env, OPENAI_BASE_URL: 'https://gateway.example/v1' };
    assert.equal(keyFromEnvironment(named, 'https://gateway.example/v1'), 'openai-key');
    assert.equal(keyFromEnvironment(named, 'https://gateway.example/other'), 'openai-key');
    assert.equal(keyFromEnvironment(named, 'https://api.openai.com/v1'), undefined);
    assert.equal(keyFromEnvironment(named, 'http://127.0.0.1:1/v1'), undefined);
  });
});

describe('the presets', () => {
  it('are found by the host of an address, filled in or not', () => {
    assert.equal(presetOf('https://my-res.openai.azure.com/openai/v1')?.id, 'azure');
    assert.equal(presetOf('http://localhost:11434/v1')?.id, 'ollama');
    assert.equal(presetOf('https://evil-openrouter.ai/api/v1'), undefined);
    for (const { baseUrl } of presets) if (!baseUrl.includes('{')) assert.equal(presetOf(baseUrl)?.baseUrl, baseUrl);
  });
});
