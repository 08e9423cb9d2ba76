import assert from 'node:assert/strict';
import { isLikelySecret, redact, secretsIn, withoutSecrets } from '../../src/core/text/secrets.ts';

describe('secrets of an environment', () => {
  const key = 'sk-0123456789abcdef';

  it('are values that look like keys under names of keys', () => {
    assert.deepEqual(secretsIn({ SOME_API_KEY: key, TOKEN: `${key}2` }), [key, `${key}2`]);
    assert.deepEqual(secretsIn({ COMMIT: key, KEYBOARD: key, SOME_TOKEN: 'none', API_KEY: undefined }), []);
  });

  it('are passwords from 8 characters on, which are shorter than keys, but no plain words', () => {
    assert.deepEqual(secretsIn({ PGPASSWORD: 'tower-42', DB_PASSWORD: 'blueMoon', mysqlpasswd: 'x1234567' }), [
      'tower-42',
      'blueMoon',
      'x1234567',
    ]);
    assert.deepEqual(secretsIn({ PGPASSWORD: 'postgres', DB_PASSWORD: 'tower-4', MY_PASSWORD: '/run/secrets/db' }), []);
    assert.deepEqual(secretsIn({ PASSWORD_FILE: 'tower-42', SOME_TOKEN: 'tower-42' }), []);
  });

  it('are addresses with a password, and that password where it is no plain word', () => {
    const url = 'postgres://app:tower-42@db.example:5432/shop';
    assert.deepEqual(secretsIn({ DATABASE_URL: url }), [url, 'tower-42']);
    assert.deepEqual(secretsIn({ REDIS: 'redis://:tower-42@cache' }), ['redis://:tower-42@cache', 'tower-42']);
    const weak = 'mysql://root:postgres@localhost/x';
    assert.deepEqual(secretsIn({ DATABASE_URL: weak }), [weak]);
    assert.deepEqual(secretsIn({ DATABASE_URL: 'postgres://app@db/shop', HOME_PAGE: 'https://a.example:8080/@x' }), []);
  });

  it('look like keys from 16 characters on, with letters and digits, and as no path or sentence', () => {
    assert.equal(isLikelySecret('a123456789012345'), true);
    for (const value of [
      'a12345678901234',
      'abcdefghijklmnop',
      '1234567890123456',
      '/a123456789012345',
      'a1 3456789012345',
    ]) {
      assert.equal(isLikelySecret(value), false, value);
    }
  });
});

describe('a text without secrets', () => {
  const key = 'ab+cd/0123456789==';

  it('has none as JSON escapes it, beside those that stand there as they are', () => {
    assert.equal(
      withoutSecrets(String.raw`${key} {"key": "ab\u002Bcd\/0123456789\u003d\u003D", "at": "C:\\ab"}`, [key]),
      String.raw`[key] {"key": "[key]", "at": "C:\\ab"}`,
    );
    assert.equal(redact(String.raw`{"error": "no key ab+cd\/0123456789=="}`, [key]), '{"error": "no key [key]"}');
  });

  it('has none with a backslash in it either', () => {
    const password = String.raw`p\ss-w0rd`;
    assert.equal(withoutSecrets(`${password} ${JSON.stringify(password)}`, [password]), '[key] "[key]"');
  });
});
