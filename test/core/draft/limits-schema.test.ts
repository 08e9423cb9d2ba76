// Keeps the JSON schema that the editor reads in step with what `.minds/draft.yaml` may say and with the words of the
// settings. After a wanted change: UPDATE_SCHEMAS=1 mocha test/core/draft/limits-schema.test.ts
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { draftJsonSchema } from '../../../scripts/draft-schema.ts';
import { readDraftLimits } from '../../../src/core/draft/limits.ts';
import { draftSettingKeys } from '../../../src/host/settings/draft-setting-keys.ts';

const file = path.join(import.meta.dirname, '../../../media/schemas/draft.schema.json');
const words: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package.nls.json'), 'utf8'),
);
const { properties } = draftJsonSchema(words) as {
  properties: Readonly<Record<string, { description?: string; default?: unknown }>>;
};

describe('the JSON schema of draft limits', () => {
  it('is the one in media/schemas', () => {
    const expected = `${JSON.stringify(draftJsonSchema(words), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });

  it('describes every key that is read, and its defaults are fine', () => {
    const keys = [...Object.values(draftSettingKeys), 'seed'];
    assert.deepEqual(Object.keys(properties).toSorted(), keys.toSorted());
    for (const [key, { description, default: value }] of Object.entries(properties)) {
      assert.match(description ?? '', /^[A-Z][^`*]{20,}\.$/, key);
      assert.deepEqual(readDraftLimits({ [key]: value }).problems, []);
    }
  });
});
