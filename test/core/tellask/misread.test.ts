// What looks like a call and is none (SPEC 23.5), announcements, and reports that are answers (SPEC 23.6).
import assert from 'node:assert/strict';
import type { Dialect } from '../../../src/core/team/dialect.ts';
import { announcementIn } from '../../../src/core/tellask/announcement.ts';
import { misreadIn } from '../../../src/core/tellask/misread.ts';
import { isReport } from '../../../src/core/tellask/report.ts';
import type { TellaskSegment } from '../../../src/core/tellask/segment.ts';
import { namesOf } from '../../support/call-names.ts';

const names = namesOf('coder', 'reviewer');

function found(prose: string, dialect: Dialect = 'tools', calls = false): string[] {
  return misreadIn({ prose, dialect, names, calls }).map(({ form, name }) => [form, name].join(' ').trim());
}

describe('a line that looks like a call', () => {
  for (const line of [
    '- !?@reviewer Look at it',
    '**!?@reviewer** Look at it',
    '  !?@reviewer Look at it',
    '1. !?@reviewer Look at it',
    '> !?@reviewer Look at it',
    '# !?@reviewer',
    'I ask !?@reviewer to look at it.',
    '`!?@reviewer Look at it`',
    '`!?@Reviewer question` The tests fail',
    '* `!?@reviewer`',
    'First, !?@reviewer, then the rest',
  ])
    it(`is found: ${line}`, () => assert.deepEqual(found(`Well.\n${line}\n`), ['line reviewer']));

  for (const line of [
    'To call somebody, begin a line with `!?@reviewer`.',
    '```\n- !?@reviewer\n```',
    '@reviewer found two faults.',
    'Write to reviewer@example.com!? @nobody',
    '!? what @reviewer',
    'Wow!? Great.',
  ])
    it(`is not found: ${line}`, () => assert.deepEqual(found(`Well.\n${line}\n`), []));

  it('is found in the texting dialect where a mark stands before the name', () => {
    for (const line of ['- @reviewer Look', '**@reviewer** Look', '  @reviewer Look', '!?@reviewer Look'])
      assert.deepEqual(found(line, 'texting'), ['line reviewer'], line);
    assert.deepEqual(found('The change of @reviewer is good.', 'texting'), []);
  });

  it('is told beside calls that were made, an announcement is not', () => {
    assert.deepEqual(found('- !?@reviewer Look', 'tools', true), ['line reviewer']);
    assert.deepEqual(found("I'll ask @reviewer.", 'tools', true), []);
    assert.deepEqual(found("I'll ask @reviewer."), ['announced']);
  });

  it('is looked for in linear time', () => {
    for (const text of ['!?@'.repeat(200_000), '`!?@reviewer'.repeat(50_000), '- @'.repeat(200_000)])
      found(text, 'texting');
  });
});

describe('an announcement at the end of a reply', () => {
  for (const text of [
    "I'll look at the file first and then fix it.",
    'The cause is clear. Let me run the tests.',
    "Understood. I'll ask @coder now.",
    'Next, I will run the tests:',
    "Let's start by reading the file...",
    '好的，我先运行测试。',
    '让我检查一下这个文件。',
  ])
    it(`is found: ${text}`, () => assert.ok(announcementIn(text) !== undefined));

  for (const text of [
    'Should I run the tests?',
    'Done. Let me know if you need more.',
    'I will keep that in mind.',
    "I'll be happy to help with more.",
    'If it fails again, I will look at the log.',
    'I checked the file, and then ran the tests.',
    'You could say: "Let me check." It is polite.',
    '```\nlet me run\n```',
    '已完成修改。',
    '要我运行测试吗？',
  ])
    it(`is not found: ${text}`, () => assert.equal(announcementIn(text), undefined));
});

describe('a call to the caller', () => {
  const call = (text: string, more: Partial<TellaskSegment> = {}): TellaskSegment => ({
    ...{ kind: 'tellask', valid: true, mention: 'lead', headline: `@lead ${text}`, body: '' },
    ...(more as object),
  });
  for (const text of ['Done: the sum is right now.', '已完成：求和已修正。', 'Fixed src/add.js, see `a ? b : c`.'])
    it(`is the answer when it reports: ${text}`, () => assert.ok(isReport(call(text), 'lead')));
  for (const text of [
    'Which file?',
    'Please send the log.',
    'I need your decision on the name.',
    '请确认文件名。',
    '要改哪个文件',
  ])
    it(`asks back when it asks: ${text}`, () => assert.ok(!isReport(call(text), 'lead')));
  it('asks back with the tool for it, with a session, and to somebody else', () => {
    assert.ok(!isReport(call('Done.', { tool: 'ask_back', mention: 'tellasker' }), 'lead'));
    assert.ok(!isReport(call('Done.', { session: 's' } as never), 'lead'));
    assert.ok(!isReport(call('Done.', { mention: 'coder' }), 'lead'));
  });
});
