import assert from 'node:assert/strict';
import { parseLlmFile } from '../../src/minds/models/llm-file.ts';
import { toldProblem } from '../support/told.ts';

const parse = (text: string) => parseLlmFile(text, '.minds/llm.yaml');
const problemLines = (text: string) =>
  parse(text)
    .problems.map(toldProblem)
    .map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('.minds/llm.yaml', () => {
  it('describes a default endpoint, named ones, their prices and limits, and the caps of a tree', () => {
    const { config, problems } = parse(`
base_url: http://127.0.0.1:1/v1
model: m
prices: {input: 1, output: 2, cached: 0.5}
concurrency: 3
context_length: 1000
max_tokens: 50
max_cost: 1.5
max_generations: 20
providers:
  azure:
    base_url: https://r.openai.azure.com/openai/deployments/d
    api_version: '2024-10-21'
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(config, {
      baseUrl: 'http://127.0.0.1:1/v1',
      model: 'm',
      prices: { input: 1, output: 2, cached: 0.5 },
      concurrency: 3,
      limits: { optimal: 100_000, window: 1000 },
      caps: { maxTokens: 50, maxCost: 1.5, maxGenerations: 20 },
      providers: {
        azure: { baseUrl: 'https://r.openai.azure.com/openai/deployments/d', apiVersion: '2024-10-21' },
      },
    });
  });

  it('says that a cap of cost never holds while no model has prices', () => {
    const [problem, ...others] = parse('model: m\nmax_cost: 5\n').problems;
    assert.deepEqual([problem?.line, problem?.severity, others], [2, 'warning', []]);
    assert.equal(problem?.fault.id, 'cap-without-prices');
    assert.deepEqual(parse('max_cost: 5\nproviders: {a: {prices: {input: 1, output: 2}}}\n').problems, []);
  });

  it('reads how long to wait for a reply, by server; 0 is without limit', () => {
    const { config, problems } = parse('first_token_s: 1800\nproviders: {slow: {first_token_s: 0, silence_s: 0.5}}\n');
    assert.deepEqual(problems, []);
    assert.deepEqual(config, { firstTokenS: 1800, caps: {}, providers: { slow: { firstTokenS: 0, silenceS: 0.5 } } });
    assert.deepEqual(problemLines('silence_s: -1\n').length, 1);
  });

  it('reads which models take no tools, by server', () => {
    const { config, problems } = parse('tools: true\nproviders: {small: {tools: false}}\n');
    assert.deepEqual(problems, []);
    assert.deepEqual(config, { tools: true, caps: {}, providers: { small: { tools: false } } });
    assert.deepEqual(problemLines('tools: none\n').length, 1);
  });

  it('tells a misspelt provider, an address without its scheme and a key where they stand', () => {
    assert.deepEqual(problemLines('provider: opneai\nbase_url: localhost:1\napi_key: secret\n'), [
      '2:11 base_url: not a whole address that starts with http:// or https://',
      '3:1 api_key: keys are not read from files',
      '1:11 unknown provider opneai',
    ]);
    assert.deepEqual(problemLines('provider: mine\nproviders: {mine: {base_url: http://h/v1}}\n'), []);
  });

  it('names the place of every fault, and the rest holds', () => {
    const text = 'model: m\nmodle: x\nconcurrency: many\nproviders:\n  a: {base_url: 5}\n  b: {model: n}\n';
    assert.deepEqual(problemLines(text), [
      '2:1 unknown key modle',
      '3:14 concurrency: expected number, received text',
      '5:17 base_url: expected text, received number',
    ]);
    const { config } = parse(text);
    assert.deepEqual([config.model, config.providers], ['m', { a: {}, b: { model: 'n' } }]);
  });

  it('never uses a key from the file', () => {
    const { config, problems } = parse('headers: {Authorization: Bearer sk-1, x-title: Dominds}\n');
    assert.deepEqual(config.headers, { 'x-title': 'Dominds' });
    assert.match(problems.map(toldProblem)[0]?.message ?? '', /keys are not read from files/);
  });

  it('survives anything that is no map', () => {
    assert.deepEqual(problemLines('[1, 2]'), ['1:1 the file must be a map']);
    assert.deepEqual(problemLines('providers: [a]'), ['1:12 providers must be a map']);
    assert.deepEqual(parse('').config, { caps: {}, providers: {} });
    assert.equal(parse('a: [').problems.length > 0, true);
  });
});
