import assert from 'node:assert/strict';
import { readRefusalFact } from '../../src/core/facts/refusals.ts';
import { refuse, toldRefusal } from '../../src/core/facts/trouble.ts';
import { sayRefusal, sayRefusalInSentences } from '../../src/words/say.ts';

describe('the words for refusals', () => {
  it('say what happened and what to do, in English and in Chinese', () => {
    const refusal = refuse('unknown-member', { agentId: 'casey', members: ['lead', 'coder'] });
    assert.deepEqual(sayRefusal(refusal, 'en'), {
      message: 'There is no member casey',
      remedy: 'choose one of: lead, coder',
    });
    assert.deepEqual(sayRefusal(refusal, 'zh'), { message: '没有成员 casey', remedy: '可选：lead, coder' });
  });

  it('offers no empty list of members', () => {
    const refusal = refuse('unknown-member', { agentId: 'dominds', members: [] });
    assert.deepEqual(sayRefusal(refusal, 'en'), {
      message: 'All members are hidden',
      remedy: 'remove `hidden: true` from one in .minds/team.yaml',
    });
    assert.equal(sayRefusal(refusal, 'zh').message, '所有成员都已隐藏');
  });

  it('take over what a refusal names, wherever it stands in the sentence', () => {
    const refusal = refuse('driven-by-process', { pid: 12, host: 'desk' });
    assert.equal(sayRefusal(refusal, 'en').message, 'Process 12 on desk drives this folder');
    assert.equal(sayRefusal(refusal, 'zh').message, 'desk 上的进程 12 正在驱动此文件夹');
    assert.equal(sayRefusal(refuse('root-closed', { status: 'archived' }), 'zh').message, '这个根对话已归档');
  });

  it('are two sentences in the editor', () => {
    const refusal = refuse('empty-task');
    assert.deepEqual(sayRefusalInSentences(refusal, 'en'), {
      message: 'The task is empty.',
      remedy: 'Describe the task.',
    });
    assert.deepEqual(sayRefusalInSentences(refusal, 'zh'), { message: '任务是空的。', remedy: '请说明要做什么。' });
    const told = toldRefusal('no-folder', 'No folder is open.', '');
    assert.deepEqual(sayRefusalInSentences(told, 'en'), { message: 'No folder is open.', remedy: '' });
  });

  it('why a slot refuses stands behind its name', () => {
    const refusal = refuse('belief-refused', {
      why: { id: 'slot', slot: 'limit', why: { id: 'above', value: 7, most: 5 } },
    });
    assert.equal(sayRefusal(refusal, 'zh').message, 'limit：7 大于 5');
    assert.equal(sayRefusal(refusal, 'en').message, 'limit: 7 is above 5');
  });
});

describe('a refusal from a file', () => {
  it('is the one that was written', () => {
    const { why } = refuse('pending-work', { work: [{ agentId: 'lead', headline: 'Which?' }] });
    assert.deepEqual(readRefusalFact(JSON.parse(JSON.stringify(why))), why);
  });

  it('is nothing when its id is not known here, or when it lacks what it names', () => {
    const others = [undefined, null, 'empty-task', {}, { id: 'constructor' }, { id: 'of-a-later-version' }];
    const lacking = [
      { id: 'unknown-member', agentId: 'casey' },
      { id: 'pending-work', work: [{ agentId: 1 }] },
    ];
    for (const value of [...others, ...lacking]) assert.equal(readRefusalFact(value), undefined);
  });
});
