import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hideSecrets } from '../../src/tools/shell/hide-secrets.ts';

function filtered(secrets: readonly string[], chunks: readonly string[]): string {
  const filter = hideSecrets(secrets);
  const parts = chunks.map(chunk => filter.pass(Buffer.from(chunk)));
  return Buffer.concat([...parts, filter.rest()]).toString();
}

/** A text in pieces. */
function cutsOf(text: string): fc.Arbitrary<string[]> {
  return fc.array(fc.integer({ min: 0, max: text.length })).map(cuts => {
    const at = [0, ...cuts.sort((a, b) => a - b), text.length];
    return at.slice(1).map((end, index) => text.slice(at[index], end));
  });
}

describe('secrets in a stream', () => {
  it('are replaced, wherever the stream is cut', () => {
    const text = 'a sk-12345678 b sk-1234 sk-12345678sk-12345678 other-key-1 sk-1234567';
    const expected = 'a [key] b sk-1234 [key][key] [key] sk-1234567';
    fc.assert(
      fc.property(cutsOf(text), chunks => assert.equal(filtered(['sk-12345678', 'other-key-1'], chunks), expected)),
    );
  });

  it('are replaced as JSON escapes them, wherever the stream is cut', () => {
    const text = String.raw`{"a": "p/\\ss+w0rd", "b": "p\/\\ss\u002bw0rd", "c": "p/\ss+w0rd", "d": "p\/\\ss\u002b", "e": "\n\\"} \ `;
    const expected = String.raw`{"a": "[key]", "b": "[key]", "c": "[key]", "d": "p\/\\ss\u002b", "e": "\n\\"} \ `;
    fc.assert(fc.property(cutsOf(text), chunks => assert.equal(filtered([String.raw`p/\ss+w0rd`], chunks), expected)));
  });

  it('are no short texts, and hold nothing back without need', () => {
    assert.equal(filtered(['abc', ''], ['abc abc']), 'abc abc');
    const filter = hideSecrets(['sk-12345678']);
    assert.equal(filter.pass(Buffer.from('ready\n')).toString(), 'ready\n');
    assert.equal(filter.pass(Buffer.from('$ sk')).toString(), '$ ');
    assert.equal(filter.pass(Buffer.from('y')).toString(), 'sky');
    assert.equal(filter.rest().length, 0);
  });
});
