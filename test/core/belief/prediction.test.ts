// How the answer of a prediction is read, whatever a model puts around it.
import assert from 'node:assert/strict';
import { parseCommand } from '../../../src/core/belief/command.ts';
import { parseJsonObject, predictionSpec, readPrediction } from '../../../src/core/belief/prediction.ts';
import { type BeliefState, emptyState } from '../../../src/core/belief/state.ts';
import { play, set, shop } from './support.ts';

describe('the answer of a prediction', () => {
  it('is the JSON from the first brace to the last, whatever stands around it', () => {
    const value = { a: { b: '}' } };
    const json = JSON.stringify(value);
    const around = [json, `Here: ${json}`, `${json} as you asked`, `\`\`\`json\n${json}\n\`\`\``];
    for (const answer of around) assert.deepEqual(parseJsonObject(answer), value, answer);
  });

  it('is none without a whole object', () => {
    for (const answer of ['', 'no', '[1]', '{', '{"a": 1', '}{', '{"a": 1} or {"b": 2}']) {
      assert.equal(parseJsonObject(answer), undefined, answer);
    }
  });

  it('has predictions, commands or both', () => {
    const flow = shop.flows[0]?.name ?? '';
    const prediction = { flow, confidence: 0.9 };
    const read = (answer: object) => readPrediction(shop, JSON.stringify(answer));
    assert.deepEqual(read({ predictions: [prediction] }), { ok: true, predictions: [prediction], commands: [] });
    assert.deepEqual(read({ commands: [{ start: flow }] }), { ok: true, predictions: [], commands: [{ start: flow }] });
    const problemOf = (answer: object) => {
      const made = read(answer);
      return made.ok ? undefined : made.problem;
    };
    assert.equal(problemOf({ other: 1 }), 'it has neither predictions nor commands');
    assert.equal(problemOf({ predictions: {} }), 'predictions is no list');
    assert.equal(problemOf({ commands: {} }), 'commands is no list');
    assert.equal(problemOf({ commands: [set('nowhere', 'x', 1)] }), 'there is no flow nowhere');
    for (const confidence of [0, 1]) assert.equal(problemOf({ predictions: [{ flow, confidence }] }), undefined);
    for (const confidence of [-0.1, 1.1, '1']) {
      const shown = JSON.stringify({ flow, confidence });
      assert.equal(problemOf({ predictions: [{ flow, confidence }] }), `${shown} is no {flow, confidence from 0 to 1}`);
    }
  });

  it('has only commands that its schema offers, of flows and slots that there are', () => {
    const problemOf = (command: object) => {
      const made = readPrediction(shop, JSON.stringify({ commands: [command] }));
      return made.ok ? undefined : made.problem;
    };
    assert.equal(problemOf({ complete: 'query' }), '{"complete":"query"}: there is no command complete');
    assert.equal(problemOf({ invalidate: 'query' }), '{"invalidate":"query"}: there is no command invalidate');
    for (const kind of ['set', 'correct', 'clear', 'request']) {
      assert.equal(
        problemOf({ [kind]: { flow: 'query', slot: 'colour', value: 1 } }),
        'query has no slot colour',
        kind,
      );
    }
    const { anyOf } = parsedSchema(predictionSpec(shop, emptyState, '').parameters).properties.commands.items;
    const contents = { flow: 'query', slot: 'limit', value: 1, from: 'query', to: 'count' };
    for (const [kind = ''] of anyOf.map(({ properties }) => Object.keys(properties))) {
      const isName = kind === 'start' || kind === 'cancel';
      assert.equal(problemOf({ [kind]: isName ? 'query' : contents }), undefined, kind);
    }
  });

  it('may name the command beside its contents', () => {
    const value = { flow: 'query', slot: 'limit', value: 1 };
    const both: readonly (readonly [object, object])[] = [
      [{ start: 'query' }, { command: 'start', flow: 'query' }],
      [{ set: value }, { command: 'set', ...value }],
      [{ clear: { flow: 'query', slot: 'limit' } }, { command: 'clear', flow: 'query', slot: 'limit' }],
      [{ cancel: 'query' }, { command: 'cancel', flow: 'query' }],
      [{ fallback: { from: 'query', to: 'count' } }, { command: 'fallback', from: 'query', to: 'count' }],
      [{ again: { flow: 'query' } }, { command: 'again', flow: 'query' }],
      [{ clarify: 'Which?' }, { command: 'clarify', question: 'Which?' }],
      [{ converse: true }, { command: 'converse' }],
    ];
    for (const [usual, other] of both)
      assert.deepEqual(parseCommand(other), parseCommand(usual), JSON.stringify(other));
    assert.equal(parseCommand({ command: 'sett', ...value }).ok, false);
  });

  it('is asked for with a schema that names each flow once, and runs of one name by their number', () => {
    const source = (name: string) => set('query', 'source', [name]);
    const { state } = play([
      [{ start: 'query' }, source('orders')],
      [{ start: 'query' }, source('users')],
    ]);
    const schemaOf = (of: BeliefState) => JSON.stringify(predictionSpec(shop, of, '').parameters);
    const runs = '"query#2","query#1"';
    assert.ok(schemaOf(state).includes(runs), schemaOf(state));
    for (const { name } of shop.flows.filter(({ intent }) => intent !== 'Internal'))
      assert.equal(schemaOf(emptyState).split(`"${name}"`).length, 2, name);
    const problem = readPrediction(shop, JSON.stringify({ commands: [set('query#1', 'limit', 2)] }));
    assert.equal(problem.ok, true);
  });
});

interface PredictionSchema {
  readonly properties: { readonly commands: { readonly items: { readonly anyOf: readonly { properties: object }[] } } };
}

function parsedSchema(schema: unknown): PredictionSchema {
  return schema as PredictionSchema;
}
