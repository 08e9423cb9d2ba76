// How the answer of a prediction is read, whatever a model puts around it.
import assert from 'node:assert/strict';
import { parseJsonObject, predictionSpec, readPrediction } from '../../../src/core/belief/prediction.ts';
import { set, shop } from './support.ts';

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
    const { anyOf } = parsedSchema(predictionSpec(shop, '').parameters).properties.commands.items;
    const contents = { flow: 'query', slot: 'limit', value: 1, from: 'query', to: 'count' };
    for (const [kind = ''] of anyOf.map(({ properties }) => Object.keys(properties))) {
      const isName = kind === 'start' || kind === 'cancel';
      assert.equal(problemOf({ [kind]: isName ? 'query' : contents }), undefined, kind);
    }
  });
});

interface PredictionSchema {
  readonly properties: { readonly commands: { readonly items: { readonly anyOf: readonly { properties: object }[] } } };
}

function parsedSchema(schema: unknown): PredictionSchema {
  return schema as PredictionSchema;
}
