// The entries of Choose Model and the words of a connection test.
import assert from 'node:assert/strict';
import type { Interruption } from '../../src/core/facts/interruption.ts';
import { effortEntries, type ModelEntry, modelEntries } from '../../src/host/models/model-items.ts';
import { connectionReportText, reportHeading } from '../../src/host/models/report-text.ts';
import { presets } from '../../src/llm/models/presets.ts';
import type { ConnectionReport, ModelPlace } from '../../src/runtime.ts';
import { sayTrouble } from '../../src/words/say.ts';
import { t } from './support.ts';

const entries = (...places: ModelPlace[]) =>
  modelEntries({ machine: 'box', places }, { presets, current: { baseUrl: 'https://y/v1', model: 'm2' } }, t);
const labels = (all: readonly ModelEntry[]) => all.map(({ label }) => label);

describe('the entries of Choose Model', () => {
  it('ask how much a model should think, its default first, only where it can be told', () => {
    assert.deepEqual(effortEntries(['low', 'high'], t), [
      { label: "The model's default" },
      { label: 'Low', description: 'quickest reply, fewest tokens', effort: 'low' },
      { label: 'High', description: 'most thorough, slowest and most tokens', effort: 'high' },
    ]);
    assert.deepEqual(effortEntries([], t), []);
  });

  it('group what is within reach by place, then tell what can be set up', () => {
    const all = entries(
      { kind: 'editor', name: 'vscode-lm', models: [{ id: 'v/gpt', name: 'GPT', contextTokens: 64000 }] },
      { kind: 'local', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [{ id: 'llama', name: 'llama' }] },
    );
    assert.deepEqual(labels(all).slice(0, 6), [
      'VS Code models',
      'GPT',
      'Ollama on this machine (box)',
      'llama',
      'Set up',
      'OpenAI',
    ]);
    assert.equal(labels(all).filter(label => label === 'Ollama').length, 0);
    assert.deepEqual(all[1]?.action, { kind: 'use', choice: { kind: 'editor', model: 'v/gpt' } });
    assert.deepEqual(all[3]?.action, {
      kind: 'use',
      choice: { kind: 'endpoint', baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama' },
    });
    assert.equal(all[1]?.detail, '64,000 tokens of context');
  });

  it('mark the model that answers now, at its own server only', () => {
    const models = [
      { id: 'm1', name: 'm1' },
      { id: 'm2', name: 'm2' },
    ];
    const all = entries(
      { kind: 'endpoint', name: 'x', baseUrl: 'https://x/v1', models },
      { kind: 'endpoint', name: 'y', baseUrl: 'https://y/v1', models },
    );
    const current = all.filter(({ description }) => description === 'current');
    assert.deepEqual(
      current.map(({ icon, action }) => [icon, action]),
      [['check', { kind: 'use', choice: { kind: 'endpoint', baseUrl: 'https://y/v1', model: 'm2' } }]],
    );
  });

  it('say on which machine no server was found, and offer the demo', () => {
    const all = entries();
    assert.match(all.at(-1)?.detail ?? '', /No model server answers on box\. Looked for Ollama, LM Studio/);
    assert.deepEqual(all.at(-2)?.action, { kind: 'demo' });
  });

  it('lead from a server that refuses to its key', () => {
    const place: ModelPlace = { kind: 'endpoint', name: 'x', baseUrl: 'https://x/v1', models: [], problem: 'HTTP 401' };
    assert.deepEqual(entries(place)[1], {
      label: 'x offers no models',
      icon: 'warning',
      detail: 'HTTP 401',
      action: { kind: 'setUp', baseUrl: 'https://x/v1' },
    });
  });
});

describe('the words of a connection test', () => {
  it('tell what is configured and where, and the answer', () => {
    const report: ConnectionReport = {
      name: 'Lena',
      ok: true,
      steps: [
        {
          kind: 'configured',
          type: 'openai',
          baseUrl: 'http://h/v1',
          model: 'm',
          from: { provider: 'settings', baseUrl: 'file', model: 'member' },
        },
        { kind: 'key', host: 'h', isSet: false },
        { kind: 'chosen', label: 'm at h', model: 'm' },
        { kind: 'answered', text: 'I am\n\nready', ms: 12, usage: { promptTokens: 3, completionTokens: 1 } },
      ],
    };
    assert.equal(reportHeading(report, t), "Connection OK: Lena's model replied.");
    assert.deepEqual(connectionReportText(report, t, inEnglish).split('\n'), [
      '✓ Configured: openai (settings), http://h/v1 (llm.yaml), m (team.yaml)',
      '· No key is set for h.',
      '✓ Asked: m at h',
      '✓ Answered “I am ready” in 12 ms · 3 + 1 tokens',
    ]);
  });

  it('tell how the model called the tool, and what to do about one that answers in words only', () => {
    const told = (call: 'made' | 'written' | 'none') => {
      const answered = { kind: 'answered', text: 'ready', ms: 12, call } as const;
      const report: ConnectionReport = { name: 'Lena', ok: call !== 'none', steps: [answered] };
      return [reportHeading(report, t), ...connectionReportText(report, t, inEnglish).split('\n')];
    };
    assert.deepEqual(told('made'), [
      "Connection OK: Lena's model replied.",
      '✓ Called the tool in 12 ms · tokens unknown',
    ]);
    assert.deepEqual(told('written').slice(1), [
      '✓ Answered in 12 ms · tokens unknown',
      '· It writes its tool calls as text: “ready”. Dominds reads this form.',
    ]);
    const [heading, line, remedy = ''] = told('none');
    assert.deepEqual(
      [heading, line],
      [
        "Lena's model answers, but does not call tools.",
        '✗ Answers, but does not call tools: “ready” in 12 ms · tokens unknown',
      ],
    );
    assert.match(remedy, /^Choose another model, .*`tools: false`.*`dialect: tellask`/);
  });

  it('tell that a model is asked without tools', () => {
    const chosen = { kind: 'chosen', label: 'm at h', withoutTools: true } as const;
    assert.equal(
      connectionReportText({ name: 'Lena', ok: true, steps: [chosen] }, t, inEnglish),
      '✓ Asked without tools: m at h',
    );
  });

  it('tell what failed and what to do', () => {
    const failure = { code: 'auth', message: 'wrong key', status: 401, retryable: false } as const;
    const text = connectionReportText({ name: 'Lena', ok: false, steps: [{ kind: 'failed', failure }] }, t, inEnglish);
    assert.match(text, /^✗ The server rejected the API key \(HTTP 401\): wrong key\nSet another key/);
  });
});

function inEnglish(why: Interruption) {
  return sayTrouble(why, 'en');
}
