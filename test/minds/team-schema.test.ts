// Keeps the JSON schema that the editor reads in step with the schema that checks team files. After a wanted change:
// UPDATE_SCHEMAS=1 mocha test/minds/team-schema.test.ts
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { teamJsonSchema } from '../../src/minds/team/team-schema.ts';

const file = path.join(import.meta.dirname, '../../media/schemas/team.schema.json');

describe('the JSON schema of team files', () => {
  it('is the one in media/schemas', () => {
    const expected = `${JSON.stringify(teamJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, expected);
    assert.equal(readFileSync(file, 'utf8'), expected);
  });

  it('marks unknown keys, and describes every field of a member', () => {
    const schema = JSON.stringify(teamJsonSchema());
    assert.match(schema, /"additionalProperties":false/);
    assert.match(schema, /"patternProperties":\{"\^x-":\{\}\}/);
    for (const field of ['name', 'toolsets', 'diligence-push-max', 'fbr', 'on_answer', 'no_write_dirs'])
      assert.match(schema, new RegExp(`"${field}":\\{"description":"`));
  });
});
