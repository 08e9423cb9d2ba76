// Keeps the JSON schema that the editor reads in step with what `.minds/draft.yaml` may say. After a wanted change:
// UPDATE_SCHEMAS=1 mocha test/core/draft/limits-schema.test.ts
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDraftLimits } from '../../../src/core/draft/limits.ts';
import { draftJsonSchema } from '../../../src/core/draft/limits-schema.ts';
import { draftSettingKeys } from '../../../src/host/draft-setting-keys.ts';

const file = path.join(import.meta.dirname, '../../../media/schemas/draft.schema.json');
const { properties } = draftJsonSchema() as {
  properties: Readonly<Record<string, { description?: string; default?: unknown }>>;
};

describe('the JSON schema of draft limits', () => {
  it('is the one in media/schemas', () => {
    const expected = `${JSON.stringify(draftJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });

  it('describes every key that is read, and its defaults are fine', () => {
    const keys = [...Object.values(draftSettingKeys), 'seed'];
    assert.deepEqual(Object.keys(properties).toSorted(), keys.toSorted());
    for (const [key, { description, default: value }] of Object.entries(properties)) {
      assert.ok(description, key);
      assert.deepEqual(readDraftLimits({ [key]: value }).problems, []);
    }
  });
});
