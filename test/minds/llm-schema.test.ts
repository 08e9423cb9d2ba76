// Keeps the JSON schema that the editor reads in step with the schema that checks `.minds/llm.yaml`. After a wanted
// change: UPDATE_SCHEMAS=1 mocha test/minds/llm-schema.test.ts
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { llmJsonSchema } from '../../src/minds/models/llm-schema.ts';

const file = path.join(import.meta.dirname, '../../media/schemas/llm.schema.json');

describe('the JSON schema of model files', () => {
  it('is the one in media/schemas', () => {
    const expected = `${JSON.stringify(llmJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });

  it('has no field for a key, and describes every field', () => {
    const { properties } = llmJsonSchema() as { properties: Record<string, { description?: string }> };
    assert.equal(
      Object.keys(properties).some(name => /key|secret|token$/i.test(name)),
      false,
    );
    for (const [name, { description }] of Object.entries(properties)) assert.ok(description, name);
  });
});
