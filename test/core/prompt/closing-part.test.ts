// What stands after the talk of a request (SPEC 10.9).
import assert from 'node:assert/strict';
import { workLanguage } from '../../../src/core/base/language.ts';
import { closingPart } from '../../../src/core/prompt/closing-part.ts';
import { joinParts, type PromptPart } from '../../../src/core/prompt/prompt-part.ts';

const role: PromptPart = { id: 'role', title: 'Your role', text: 'Be kind.' };
const goals: PromptPart = { id: 'taskdoc/goals', title: 'Taskdoc', text: '## Goals\n\nWin.' };
const progress: PromptPart = { id: 'taskdoc/progress', title: 'Taskdoc', text: '## Progress\n\n(empty)' };
const memory: PromptPart = { id: 'own/a', title: 'Your own memories', text: '## a\n\nOne.' };
const fixed = [role, memory, goals, progress];
const nothing = { fixed, now: fixed, open: [], reminders: [] };
const en = workLanguage('en');

describe('parts', () => {
  it('of the same title in a row stand under it together, and empty ones are left out', () => {
    const text = joinParts([
      role,
      goals,
      { ...memory, text: ' ' },
      progress,
      { id: 'x', title: '', text: '# Own\nheading' },
    ]);
    assert.equal(
      text,
      '# Your role\n\nBe kind.\n\n# Taskdoc\n\n## Goals\n\nWin.\n\n## Progress\n\n(empty)\n\n# Own\nheading',
    );
  });
});

describe('the closing part', () => {
  it('is empty when nothing has changed or is open', () => {
    assert.equal(closingPart(nothing, en), '');
  });

  it('holds the reminders alone as they always were', () => {
    assert.equal(closingPart({ ...nothing, reminders: ['one'] }, en), '[Your reminders]\n1. one');
  });

  it('holds each changed or new part whole under its heading, names those that are gone, then what is open, then reminders', () => {
    const now = [
      role,
      goals,
      { ...progress, text: '## Progress\n\nHalf.' },
      { ...memory, id: 'own/b', text: '## b\n\nTwo.' },
    ];
    const open = [{ id: 'calls', title: 'Your calls', text: '- c1' }];
    assert.equal(
      closingPart({ fixed, now, open, reminders: ['one'] }, en),
      [
        '[Notes as of now] They come with each request, in their present form; nobody said them.',
        '[Changed] Each section below stands in place of the one under the same heading in the system message, or is new:',
        '# Taskdoc\n\n## Progress\n\nHalf.',
        '# Your own memories\n\n## b\n\nTwo.',
        '[No longer holds] These sections of the system message: Your own memories: a.',
        '# Your calls\n\n- c1',
        '[Your reminders]\n1. one',
      ].join('\n\n'),
    );
  });

  it('speaks Chinese where the texts do', () => {
    const text = closingPart({ ...nothing, now: [goals, progress], reminders: ['一'] }, workLanguage('zh'));
    assert.equal(
      text,
      '【目前情况】以下内容随每次请求附上，都是此刻的样子，不是谁说的话。\n\n【不再有效】系统消息里的这些部分：Your role；Your own memories: a。\n\n【你的提醒】\n1. 一',
    );
  });
});
