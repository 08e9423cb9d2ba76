import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugify } from '../src/slug.js';

test('a title becomes lower-case words with dashes between them', () => {
  assert.equal(slugify('Hello, World!'), 'hello-world');
});
