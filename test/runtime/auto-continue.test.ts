// Auto-continue is switched on for a dialog that rests without it (SPEC 7.1).

import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('Auto-continue', () => {
  it('goes on at once with a dialog that rests without it, and not with one that the person stopped', async () => {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 1}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: One.\n  - say: Two.\n  - {say: Three., repeat: true}\n',
    });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', resume: 'never' });
    assert.ok(opened.ok);
    const { runtime } = opened;
    const started = await runtime.perform({ kind: 'start', text: 'Begin', noDiligence: true });
    assert.ok(started.ok);
    const { rootId } = started;
    const settled = async () => {
      const { response, questions } = await runtime.settled(rootId);
      return [response?.trim(), questions.map(({ kind }) => kind)];
    };
    assert.deepEqual(await settled(), ['One.', []]);
    assert.ok((await runtime.perform({ kind: 'setDiligence', dialog: rootRef(rootId), on: true })).ok);
    assert.deepEqual(await settled(), ['Two.', ['diligence']]);
    const [question] = (await runtime.settled(rootId)).questions;
    assert.ok(question);
    assert.ok(
      (
        await runtime.perform(
          { kind: 'answer', questionId: question.id, content: 'stop reminding', msgId: 'm1' },
          byPerson,
        )
      ).ok,
    );
    assert.ok((await runtime.perform({ kind: 'setDiligence', dialog: rootRef(rootId), on: true })).ok);
    assert.deepEqual(await settled(), ['Two.', []]);
    await runtime.close();
    await workspace.remove();
  });
});
