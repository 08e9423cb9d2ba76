// Keeps the JSON schema that the editor reads in step with the rules of domain files. After a wanted change:
// UPDATE_SCHEMAS=1 mocha test/core/belief/domain-schema.test.ts
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { knownOwnTypes, universalTypes } from '../../../src/core/belief/domain/domain.ts';
import { domainJsonSchema } from '../../../src/core/belief/domain/domain-schema.ts';
import { keysOf } from '../../../src/core/belief/domain/slot-spec.ts';

const file = path.join(import.meta.dirname, '../../../media/schemas/domain.schema.json');

describe('the JSON schema of domain files', () => {
  it('is the one in media/schemas', () => {
    const expected = `${JSON.stringify(domainJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });

  it('describes every key that a slot type knows', () => {
    const schema = JSON.stringify(domainJsonSchema());
    for (const key of [...universalTypes, ...knownOwnTypes].flatMap(keysOf))
      assert.match(schema, new RegExp(`"${key}":\\{"description":"`), key);
  });
});
