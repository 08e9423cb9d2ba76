import assert from 'node:assert/strict';
import { type ResumePolicy, resumeChoice } from '../../src/host/open/resume-choice.ts';

describe('going on when a folder is opened', () => {
  const cases: readonly (readonly [person: unknown, workspace: unknown, folder: unknown, ResumePolicy])[] = [
    [undefined, undefined, undefined, 'ask'],
    ['always', undefined, undefined, 'always'],
    ['never', undefined, undefined, 'never'],
    [undefined, 'always', undefined, 'ask'],
    [undefined, undefined, 'always', 'ask'],
    ['never', 'always', 'always', 'never'],
    ['ask', 'always', undefined, 'ask'],
    ['always', 'never', undefined, 'never'],
    ['always', 'always', 'ask', 'ask'],
    ['nonsense', 7, {}, 'ask'],
  ];
  for (const [person, workspace, folder, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify({ person, workspace, folder })}: a folder never lets dialogs go on unasked`, () => {
      assert.equal(resumeChoice({ person, workspace, folder }), expected);
    });
  }
});
