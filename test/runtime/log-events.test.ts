// What the log says of the registry and of calls, from the records of a driven tree.
import assert from 'node:assert/strict';
import { completeRoot } from '../../src/driver/complete-root.ts';
import { logEvent } from '../../src/runtime/log/log-events.ts';
import { createTestDriver } from '../support/test-driver.ts';

describe('the log of what happens', () => {
  it('tells at info what becomes of a registered subdialog, with ids and session', async () => {
    const test = createTestDriver({
      members: ['lead', 'backend'],
      script: {
        lead: ['!?@backend !tellaskSession api Build it', '!?@backend !tellaskSession api And test it', 'Done.'],
        backend: ['Built.', 'Tested.'],
      },
    });
    const lines: string[] = [];
    const info = (line: string) => void lines.push(line);
    const none = () => {};
    test.driver.ctx.feed.subscribe(event =>
      logEvent({ info, debug: none, warn: none, error: none }, event, ref => test.driver.sessionOf(ref)),
    );
    const tree = await test.start('go');
    completeRoot(tree, { by: 'person', forced: false });
    assert.deepEqual(
      lines.filter(line => !line.includes('model')),
      [
        'id-000001 created for lead',
        'id-000001 tellask id-000003 of kind B to backend, targets id-000004',
        'id-000001#id-000004 registered as backend!api, call id-000003 of id-000001',
        'id-000001#id-000004 backend!api locked, generation 1',
        'id-000001#id-000004 answer to id-000003 given to id-000001, backend!api unlocked',
        'id-000001 answer to id-000003 supplied by backend, id-000004',
        'id-000001 tellask id-000005 of kind B to backend, targets id-000004',
        'id-000001#id-000004 resumed as backend!api, call id-000005 of id-000001',
        'id-000001#id-000004 backend!api locked, generation 2',
        'id-000001#id-000004 answer to id-000005 given to id-000001, backend!api unlocked',
        'id-000001 answer to id-000005 supplied by backend, id-000004',
        'id-000001 completed by person; moves to done/',
      ],
    );
  });
});
