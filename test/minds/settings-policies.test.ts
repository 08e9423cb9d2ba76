import assert from 'node:assert/strict';
import { parsePolicies } from '../../src/minds/settings-policies.ts';

const askFirst = { decision: 'ask', tools: ['*'] };

describe('policies of the settings', () => {
  it('are rules like those of a team file, for some members where they say so', () => {
    const rules = [
      { decision: 'deny', commands: ['git push*'] },
      { decision: 'allow', members: ['coder'], tools: ['write'], paths: ['src/**'] },
    ];
    assert.deepEqual(parsePolicies(rules), { rules, problems: [] });
    assert.deepEqual(parsePolicies(undefined), { rules: [], problems: [] });
  });

  it('that cannot be read ask before any tool reads or acts, and say why', () => {
    const { rules, problems } = parsePolicies([{ decision: 'never' }, { decision: 'deny', command: ['x'] }, 5]);
    assert.deepEqual(rules, [askFirst, askFirst, askFirst]);
    assert.deepEqual(
      problems.map(problem => problem.split(':')[0]),
      ['dominds.policies[0.decision]', 'dominds.policies[1]', 'dominds.policies[2]'],
    );
    assert.deepEqual(parsePolicies({ decision: 'allow' }).rules, [askFirst]);
  });
});
