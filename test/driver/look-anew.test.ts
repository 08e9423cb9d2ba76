// Files that people edit are read anew after a tool, which may have changed them (SPEC 12.2).
import assert from 'node:assert/strict';
import { createTestDriver } from '../support/test-driver.ts';

describe('a tool that has run', () => {
  it('ends the look at the minds before the next generation reads them', async () => {
    const order: string[] = [];
    const t = createTestDriver({
      script: ({ prompt }) => {
        order.push('generation');
        return prompt.messages.at(-1)?.role === 'tool' ? 'Done.' : { tools: [{ name: 'touch' }] };
      },
      tools: [
        {
          spec: { name: 'touch', description: '', parameters: { type: 'object', properties: {} } },
          call: async () => {
            order.push('tool');
            return { ok: true, content: '' };
          },
        },
      ],
      onRenew: () => order.push('look anew'),
    });
    await t.start('Begin');
    assert.deepEqual(order, ['generation', 'tool', 'look anew', 'generation']);
  });
});
