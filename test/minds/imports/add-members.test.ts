import assert from 'node:assert/strict';
import { addMembers } from '../../../src/minds/imports/add-members.ts';
import { parseTeam } from '../../../src/minds/team/team-file.ts';

describe('members added to a team file', () => {
  const added = (text: string | undefined) => addMembers(text, new Map([['casey', { name: 'Casey' }]])) ?? '';
  const responderOf = (text: string) => parseTeam(text, '').team.defaultResponder;

  it('do not take over answering from the one who answered before', () => {
    assert.equal(responderOf('dialect: tellask\n'), 'dominds');
    const text = added('dialect: tellask\n');
    assert.equal(responderOf(text), 'dominds');
    assert.match(text, /^default_responder: dominds$/m);
    assert.equal(responderOf(added('members:\n  blake: {name: Blake}\n')), 'blake');
  });

  it('are left out where a member of that id is, with what else stands in the file', () => {
    const text = added('# Ours\nmembers:\n  casey: {name: Old}\n');
    assert.match(text, /^# Ours\n/);
    assert.match(text, /casey: \{ ?name: Old ?\}/);
  });

  it('are not added to a file that cannot be read', () => {
    assert.equal(addMembers('members: [', new Map()), undefined);
    assert.equal(addMembers('just text', new Map()), undefined);
  });
});
