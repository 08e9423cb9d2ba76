// One text for all spellings of a JSON value.
import assert from 'node:assert/strict';
import { canonicalJson } from '../../../src/core/text/canonical-json.ts';

describe('canonical JSON', () => {
  it('orders keys at every depth and drops spaces, but keeps the order of lists', () => {
    assert.equal(canonicalJson('{"b": [2, {"d":1, "c":null}], "a":"x y"}'), '{"a":"x y","b":[2,{"c":null,"d":1}]}');
    assert.notEqual(canonicalJson('[1,2]'), canonicalJson('[2,1]'));
  });

  it('keeps the key __proto__ apart from the value without it', () => {
    assert.equal(canonicalJson('{"b":1,"__proto__":{"a":2}}'), '{"__proto__":{"a":2},"b":1}');
  });

  it('leaves text that is no JSON, or nested too deeply, as it is', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const text of ['', '{"a":', 'path: a', deep]) assert.equal(canonicalJson(text), text);
  });
});
