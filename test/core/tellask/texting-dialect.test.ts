// The texting dialect case by case; each title names its SPEC number. The members are bob, bob-2 and researcher.

import { checkTexting, malformed, prose, tellask } from './parse-support.ts';

describe('texting dialect', () => {
  describe('calls (2.8)', () => {
    it('calls a teammate', () => checkTexting('@bob go\n', [tellask('@bob go\n')]));
    it('takes an optional colon', () => checkTexting('@bob: go', [tellask('@bob: go')]));
    it('calls the other addresses', () => {
      for (const name of ['human', 'ask_human', 'tellasker', 'self']) checkTexting(`@${name}`, [tellask(`@${name}`)]);
    });
    it('leaves unknown names as prose', () => {
      const text = '@Override\n@media print\n@bobby\n@BOB\n@\n@@bob\n@1\n@researcher-with-a-far-too-long-name\n';
      checkTexting(text, [prose(text)]);
    });
    it('takes the longest name', () => checkTexting('@bob-2 go\n@bob-3 go', [tellask('@bob-2 go\n', '@bob-3 go')]));
    it('ends a name at any other character', () => checkTexting('@researcher请看', [tellask('@researcher请看')]));
    it('calls at column 0 only', () => checkTexting(' @bob\nx@bob\n', [prose(' @bob\nx@bob\n')]));
    it('gives the other prefix no meaning', () => checkTexting('!?@bob', [prose('!?@bob')]));
    it('ends the body before a blank line, which is prose', () =>
      checkTexting('@bob go\none\ntwo\n\nprose', [tellask('@bob go\n', 'one\ntwo\n'), prose('\nprose')]));
    it('takes a line of white space for blank', () =>
      checkTexting('@bob go\n \t\nprose\n@bob\n  ', [
        tellask('@bob go\n'),
        prose(' \t\nprose\n'),
        tellask('@bob\n'),
        prose('  '),
      ]));
    it('keeps an indented line in the body', () =>
      checkTexting('@bob go\n  x\n   @bob', [tellask('@bob go\n', '  x\n   @bob')]));
    it('ends the body before the next call', () =>
      checkTexting('@bob one\nb\n@Override\n@bob two', [tellask('@bob one\n', 'b\n@Override\n'), tellask('@bob two')]));
    it('reads \\r\\n as \\n everywhere', () =>
      checkTexting('a\r\n@bob\r\nb\r\n\r\nc\r', [prose('a\n'), tellask('@bob\n', 'b\n'), prose('\nc\r')]));
  });

  describe('fenced code (2.8)', () => {
    it('makes no call inside a fence', () => {
      for (const [open, close] of [
        ['```ts', '```'],
        ['~~~', '~~~~ '],
        ['   ````', '   `````'],
        ['~~~ `x`', '~~~'],
      ]) {
        const code = `${open}\n@bob go\n\n@bob\n${close}\n`;
        checkTexting(`${code}@bob`, [prose(code), tellask('@bob')]);
      }
    });
    it('goes on until a fence that fits', () => {
      for (const no of ['~~~', '``', '``` x', '    ```', 'x ```']) {
        const text = `\`\`\`\n@bob\n${no}\n@bob`;
        checkTexting(text, [prose(text)]);
      }
    });
    it('takes inline code and deeper indentation for no fence', () => {
      for (const no of ['``', '```x```', '    ```', 'x ```', '~~']) {
        checkTexting(`${no}\n@bob`, [prose(`${no}\n`), tellask('@bob')]);
      }
    });
    it('does not end a body at a call inside a fence', () =>
      checkTexting('@bob fix\n```\n@bob\n```\n@bob two', [
        tellask('@bob fix\n', '```\n@bob\n```\n'),
        tellask('@bob two'),
      ]));
    it('ends a body at a blank line even inside a fence, which goes on', () =>
      checkTexting('@bob fix\n```\n\n@bob\n```\n@bob', [
        tellask('@bob fix\n', '```\n'),
        prose('\n@bob\n```\n'),
        tellask('@bob'),
      ]));
  });

  describe('sessions (2.9)', () => {
    it('reads the slug', () =>
      checkTexting('@bob !topic x go\n!topic y', [tellask('@bob !topic x go\n', '!topic y', { session: 'x' })]));
    it('takes the other directive for plain text', () =>
      checkTexting('@bob !tellaskSession x', [tellask('@bob !tellaskSession x')]));
    it('reports a session that is invalid, conflicting or not allowed', () => {
      checkTexting('@bob !topic\nx', [malformed('invalid-session', '@bob !topic\n', 'x')]);
      checkTexting('@bob !topic x !topic y', [malformed('conflicting-session', '@bob !topic x !topic y')]);
      for (const name of ['human', 'ask_human', 'tellasker']) {
        checkTexting(`@${name}: !topic x`, [malformed('session-not-allowed', `@${name}: !topic x`)]);
      }
    });
  });

  describe('tools (2.10)', () => {
    it('takes the text behind a clarity call as its rest content', () =>
      checkTexting('a\n@clear_mind: why\nbody\n\nnow\n\n@bob go\n', [
        prose('a\n'),
        tellask('@clear_mind: why\n', 'body\n', { rest: '\nnow\n\n@bob go\n' }),
      ]));
    it('takes the next call as rest content too', () =>
      checkTexting('@change_mind\nnew text\n@Override\n@bob go\n@clear_mind', [
        tellask('@change_mind\n', 'new text\n@Override\n', { rest: '@bob go\n@clear_mind' }),
      ]));
    it('leaves the rest content out when there is none', () =>
      checkTexting('@clear_mind\nbody', [tellask('@clear_mind\n', 'body')]));
    it('goes on after a reminder call', () =>
      checkTexting('@add_reminder: a\nb\n\nc\n@update_reminder 1 d\n@delete_reminder 2', [
        tellask('@add_reminder: a\n', 'b\n'),
        prose('\nc\n'),
        tellask('@update_reminder 1 d\n'),
        tellask('@delete_reminder 2'),
      ]));
    it('gives a directive in the text of a tool no meaning', () =>
      checkTexting('@add_reminder use !topic', [tellask('@add_reminder use !topic')]));
  });
});
