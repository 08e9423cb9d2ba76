// A person replaces a section of the taskdoc (SPEC 6.2, 6.7), through the whole runtime.
import assert from 'node:assert/strict';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { sayRefusal } from '../../src/words/say.ts';
import { makeOpenedWorkspace } from '../support/opened-workspace.ts';

describe('a section of the taskdoc that a person replaces', () => {
  it('is refused with the remedy for what is wrong: no such section in a single file, no text', async () => {
    const workspace = await makeOpenedWorkspace({
      '.minds/team.yaml': 'dialect: texting\nmembers: {lead: {}}\n',
      'todo.md': 'All of it.',
    });
    const runtime = await workspace.open('drive');
    const started = await runtime.perform({ kind: 'start', taskDocPath: 'todo.md' });
    assert.ok(started.ok);
    const change = async (selector: string, text: string) => {
      const changed = await runtime.perform({
        kind: 'changeMind',
        dialog: rootRef(started.rootId as RootId),
        selector,
        content: text,
      });
      return changed.ok ? 'changed' : Object.values(sayRefusal(changed, 'en')).join(' — ');
    };
    assert.equal(
      await change('progress', 'Half.'),
      'todo.md is a single file: it has no section progress — change goals, which is its whole text',
    );
    assert.equal(await change('goals', ' '), 'The text for goals is empty — write what the section should say');
    assert.equal(await change('goals', 'New.'), 'changed');
    assert.equal(await workspace.read('todo.md'), 'New.');
    await workspace.close();
  });
});
