import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonWithoutSecrets } from '../../../src/core/text/json-secrets.ts';
import { runs } from '../../support/properties.ts';

const key = 'a/b"c\\d键-0123456789';

/** A JSON text in which every character that `isEscaped` picks is written as an escape. */
function written(text: string, isEscaped: (at: number) => boolean): string {
  const units = Array.from({ length: text.length }, (_, at) => {
    const code = text.charCodeAt(at);
    return isEscaped(at) ? `\\u${code.toString(16).padStart(4, '0')}` : JSON.stringify(text[at]).slice(1, -1);
  });
  return `"${units.join('')}"`;
}

describe('a key in JSON', () => {
  it('is taken out however its characters are written, and nothing else changes', () => {
    const secret = 'sk/0123456789';
    assert.equal(
      jsonWithoutSecrets('{"a": "sk\\/0123456789\\n", "b": "\\u0073\\u006B\\u002f0123456789"}', [secret]),
      '{"a": "[key]\\n", "b": "[key]"}',
    );
    // The backslash is escaped here, and what follows it is no escape.
    const other = '{"a": "\\\\u0073k/0123456789", "b": "\\u00e9"}';
    assert.equal(jsonWithoutSecrets(other, [secret]), other);
    assert.equal(jsonWithoutSecrets('{"a": "\\nbcd/0123"}', ['nbcd/0123']), '{"a": "\\nbcd/0123"}');
    assert.equal(jsonWithoutSecrets('broken \\/ sk\\/0123456789 \\', [secret]), 'broken \\/ [key] \\');
  });

  it('leaves JSON of the same value without it', () => {
    const part = fc.oneof(fc.constant(key), fc.constant(key.slice(0, 9)), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.array(fc.boolean(), { minLength: 1 }), (parts, picks) => {
        const text = parts.join('');
        const json = written(text, at => picks[at % picks.length] === true);
        assert.equal(JSON.parse(json), text);
        assert.equal(
          JSON.parse(jsonWithoutSecrets(json, [key, key.slice(0, 9)])),
          text.replaceAll(key, '[key]').replaceAll(key.slice(0, 9), '[key]'),
        );
      }),
      runs(300),
    );
  });
});
