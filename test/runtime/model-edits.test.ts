// What is written so that a chosen model holds: settings, or files whose comments stay.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseLlmFile } from '../../src/minds/models/llm-file.ts';
import { editsFor, type ModelChoice } from '../../src/runtime/models/model-edits.ts';
import { makeTempWorkspace, type TempWorkspace, type WorkspaceFiles } from '../support/temp-workspace.ts';
import { told } from '../support/told.ts';

const ollama: ModelChoice = { kind: 'endpoint', baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama' };

describe('the edits for a chosen model', () => {
  let workspace: TempWorkspace;
  afterEach(() => workspace.remove());

  async function edits(choice: ModelChoice, files: WorkspaceFiles, agentId?: string) {
    workspace = await makeTempWorkspace(files);
    const { config } = parseLlmFile(files['.minds/llm.yaml'] ?? '', 'llm.yaml');
    const made = editsFor(choice, { rtws: workspace.folder, config, ...(agentId !== undefined && { agentId }) });
    if (!made.ok) return made.code;
    return made.kind === 'settings'
      ? made.settings
      : made.files.map(({ path, text }) => `${path}\n${text}`).join('---\n');
  }

  it('are settings when the file of the folder says nothing', async () => {
    assert.deepEqual(await edits(ollama, { '.minds/llm.yaml': 'concurrency: 2\n' }), {
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'llama',
      effort: '',
    });
  });

  it('hold how much a model thinks beside it, and take that away with the next model', async () => {
    const thinker: ModelChoice = { ...ollama, model: 'gpt-oss:20b', effort: 'high' };
    assert.deepEqual(await edits(thinker, {}), {
      provider: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'gpt-oss:20b',
      effort: 'high',
    });
    const text = 'base_url: http://127.0.0.1:11434/v1\nmodel: old\nparams: {temperature: 0}\n';
    const told = await edits(thinker, { '.minds/llm.yaml': text });
    assert.match(String(told), /params: \{ ?temperature: 0, reasoning_effort: high ?\}/);
    const back = await edits(ollama, { '.minds/llm.yaml': String(told).replace(/^.*\n/, '') });
    assert.match(String(back), /model: llama\nparams: \{ ?temperature: 0 ?\}/);
    const member = await edits(thinker, { '.minds/team.yaml': 'members: {lead: {}}\n' }, 'lead');
    assert.match(String(member), /model_params:\s*\{?\s*reasoning_effort: high/);
  });

  it('change the file where that decides, and leave its comments', async () => {
    const text = '# ours\nbase_url: http://old/v1 # the old one\nmodel: old\nconcurrency: 2 # few\n';
    assert.equal(
      await edits({ kind: 'editor', model: 'copilot/gpt' }, { '.minds/llm.yaml': text }),
      '.minds/llm.yaml\n# ours\nconcurrency: 2 # few\nproviders:\n  old:\n    base_url: http://old/v1 # the old one\n    model: old\nprovider: vscode-lm\nmodel: copilot/gpt\n',
    );
  });

  it('keep what the former server needs under its name, and send none of it to the new one', async () => {
    const text = 'base_url: http://old/v1\nmodel: old\nheaders:\n  x-tenant: a\nparams:\n  temperature: 0\n';
    assert.equal(
      await edits(ollama, { '.minds/llm.yaml': text }),
      '.minds/llm.yaml\nproviders:\n  old:\n    base_url: http://old/v1\n    model: old\n    headers:\n      x-tenant: a\n    params:\n      temperature: 0\n' +
        'provider: openai\nmodel: llama\nbase_url: http://127.0.0.1:11434/v1\n',
    );
  });

  it('keep the playbook of a scripted folder under a name', async () => {
    const text = 'provider: playbook\nplaybook: night.playbook.yaml\n';
    assert.equal(
      await edits(ollama, { '.minds/llm.yaml': text }),
      '.minds/llm.yaml\nprovider: openai\nproviders:\n  scripted:\n    type: playbook\n    playbook: night.playbook.yaml\nmodel: llama\nbase_url: http://127.0.0.1:11434/v1\n',
    );
  });

  it('change only the model where the server stays', async () => {
    const text = 'base_url: http://127.0.0.1:11434/v1\nmodel: old\n';
    assert.equal(
      await edits(ollama, { '.minds/llm.yaml': text }),
      '.minds/llm.yaml\nbase_url: http://127.0.0.1:11434/v1\nmodel: llama\nprovider: openai\n',
    );
  });

  it('leave a former server alone that has a name already', async () => {
    const text = 'base_url: http://old/v1\nmodel: old\nproviders:\n  mine:\n    base_url: http://old/v1\n';
    const made = await edits(ollama, { '.minds/llm.yaml': text });
    assert.equal(`${made}`.match(/http:\/\/old\/v1/g)?.length, 1);
  });

  it('give a member its provider and model, and leave comments and other members', async () => {
    const text = '# the team\nmembers:\n  lead: # leads\n    name: Lena\n  bob: { name: Bob }\n';
    assert.equal(
      await edits({ kind: 'editor', model: 'copilot/gpt' }, { '.minds/team.yaml': text }, 'bob'),
      '.minds/team.yaml\n# the team\nmembers:\n  lead:\n    # leads\n    name: Lena\n  bob: { name: Bob, provider: vscode-lm, model: copilot/gpt }\n',
    );
  });

  it('name the endpoint of a member, or use the name that it has', async () => {
    assert.equal(
      await edits(ollama, {}, 'dominds'),
      '.minds/llm.yaml\nproviders:\n  ollama:\n    base_url: http://127.0.0.1:11434/v1\n---\n' +
        '.minds/team.yaml\nmembers:\n  dominds:\n    provider: ollama\n    model: llama\n',
    );
    await workspace.remove();
    const known = 'providers:\n  mine:\n    base_url: http://127.0.0.1:11434/v1\n';
    assert.match(`${await edits(ollama, { '.minds/llm.yaml': known }, 'dominds')}`, /provider: mine/);
  });

  it('are refused when a file is broken', async () => {
    assert.equal(await edits(ollama, { '.minds/team.yaml': 'members: [' }, 'lead'), 'broken-file');
  });

  it('are refused, and wait for nothing, where a pipe lies in the place of a file', async function () {
    if (process.platform === 'win32') this.skip();
    workspace = await makeTempWorkspace();
    const { config } = parseLlmFile('model: one\n', 'llm.yaml');
    mkdirSync(path.join(workspace.folder, '.minds'));
    execFileSync('mkfifo', [path.join(workspace.folder, '.minds/llm.yaml')]);
    assert.deepEqual(told(editsFor(ollama, { rtws: workspace.folder, config })), {
      ok: false,
      code: 'broken-file',
      message: '.minds/llm.yaml cannot be edited: it is not readable text',
      remedy: 'correct it first',
    });
  });

  it('are refused where they would take the place of what is no text', async () => {
    assert.equal(await edits(ollama, { '.minds/team.yaml': 'members: {}\n\0' }, 'lead'), 'broken-file');
  });
});
