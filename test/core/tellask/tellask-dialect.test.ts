// The tellask dialect case by case; each title names its SPEC number.

import { checkParse, malformed, prose, tellask } from './parse-support.ts';

describe('tellask dialect', () => {
  describe('lines (2.1)', () => {
    it('reads nothing out of nothing', () => checkParse('', []));
    it('leaves prose alone', () => checkParse('one\n\ntwo @bob !x ?', [prose('one\n\ntwo @bob !x ?')]));
    it('takes the prefix at column 0 only', () => checkParse(' !?@bob\nx !?@bob\n', [prose(' !?@bob\nx !?@bob\n')]));
    it('gives quotes and fences no meaning', () =>
      checkParse('```\n!?@bob go\n```\n> !?@bob', [prose('```\n'), tellask('@bob go\n'), prose('```\n> !?@bob')]));
    it('closes the block at any other line', () =>
      checkParse('!?@bob go\nprose\n!?@amy go', [tellask('@bob go\n'), prose('prose\n'), tellask('@amy go')]));
    it('closes the block at an empty line, which is prose', () =>
      checkParse('!?@bob go\n\n!?@amy go\n', [tellask('@bob go\n'), prose('\n'), tellask('@amy go\n')]));
    it('closes the block at a line that only begins like the prefix', () => {
      checkParse('!?@bob\n!', [tellask('@bob\n'), prose('!')]);
      checkParse('!?@bob\n! ?', [tellask('@bob\n'), prose('! ?')]);
      checkParse('!?@bob\n!!?', [tellask('@bob\n'), prose('!!?')]);
    });
    it('does not break a line at a lone carriage return', () =>
      checkParse('a\r!?@bob\n!?@bob\r!?x', [prose('a\r!?@bob\n'), tellask('@bob\r!?x')]));
  });

  describe('mentions (2.2)', () => {
    it('takes the longest name', () => checkParse('!?@a-1_B.c go', [tellask('@a-1_B.c go')]));
    it('ends a name at any other character', () => checkParse('!?@researcher请看', [tellask('@researcher请看')]));
    it('takes a bare mention', () => checkParse('!?@bob', [tellask('@bob')]));
    it('knows no names: every mention is a target', () => checkParse('!?@nobody', [tellask('@nobody')]));
    it('reports a block without @', () => {
      checkParse('!?bob', [malformed('missing-mention', 'bob')]);
      checkParse('!? @bob\n', [malformed('missing-mention', ' @bob\n')]);
      checkParse('!?', [malformed('missing-mention', '')]);
      checkParse('!?\n', [malformed('missing-mention', '\n')]);
    });
    it('reports an @ without a name', () => {
      checkParse('!?@', [malformed('invalid-mention', '@')]);
      checkParse('!?@\n', [malformed('invalid-mention', '@\n')]);
      checkParse('!?@1bob', [malformed('invalid-mention', '@1bob')]);
      checkParse('!?@ bob', [malformed('invalid-mention', '@ bob')]);
      checkParse('!?@小明 go', [malformed('invalid-mention', '@小明 go')]);
    });
    it('loses nothing behind a malformed block', () =>
      checkParse('!?oops\n!?more\n!?@bob go\n!?body\n', [
        malformed('missing-mention', 'oops\n', 'more\n'),
        tellask('@bob go\n', 'body\n'),
      ]));
    it('ends one malformed block before the next', () =>
      checkParse('!?@1\n!?@2\n!?@bob', [
        malformed('invalid-mention', '@1\n'),
        malformed('invalid-mention', '@2\n'),
        tellask('@bob'),
      ]));
  });

  describe('headline and body (2.3)', () => {
    it('extends the headline by further mention lines', () =>
      checkParse('!?@bob one\n!?@amy two\n!?body\n', [tellask('@bob one\n@amy two\n', 'body\n')]));
    it('keeps everything as body once the body has begun', () =>
      checkParse('!?@bob one\n!?body\n!?@amy two\n!?@\n', [tellask('@bob one\n', 'body\n@amy two\n@\n')]));
    it('begins the body at an empty tellask line', () =>
      checkParse('!?@bob\n!?\n!?@amy\n', [tellask('@bob\n', '\n@amy\n')]));
    it('begins the body at a mention that is indented', () =>
      checkParse('!?@bob\n!? @amy\n', [tellask('@bob\n', ' @amy\n')]));
    it('extends the headline by an @ without a name', () => checkParse('!?@bob\n!?@1\n', [tellask('@bob\n@1\n')]));
  });

  describe('sessions (2.4)', () => {
    it('reads the slug', () =>
      checkParse('!?@bob !tellaskSession ab-1 go', [tellask('@bob !tellaskSession ab-1 go', '', { session: 'ab-1' })]));
    it('ignores what trails the slug', () =>
      checkParse('!?@bob !tellaskSession x.y', [tellask('@bob !tellaskSession x.y', '', { session: 'x' })]));
    it('takes any whitespace around the directive', () =>
      checkParse('!?@bob\t请\u3000!tellaskSession \t x\n', [
        tellask('@bob\t请\u3000!tellaskSession \t x\n', '', { session: 'x' }),
      ]));
    it('reads it from a later headline line', () =>
      checkParse('!?@bob\n!?@bob !tellaskSession x\n', [
        tellask('@bob\n@bob !tellaskSession x\n', '', { session: 'x' }),
      ]));
    it('takes it for plain text in a body', () =>
      checkParse('!?@bob\n!? !tellaskSession x\n', [tellask('@bob\n', ' !tellaskSession x\n')]));
    it('takes it for plain text when it does not follow whitespace', () =>
      checkParse('!?@bob!tellaskSession x', [tellask('@bob!tellaskSession x')]));
    it('takes a longer or other word for plain text', () =>
      checkParse('!?@bob !tellaskSessions x !topic y !tellasksession z', [
        tellask('@bob !tellaskSessions x !topic y !tellasksession z'),
      ]));
    it('reports a directive without a valid slug', () => {
      for (const tail of ['', '\n', ' ', ' 1', ' 请', ':x', '请', ' x !tellaskSession']) {
        const headline = `@bob !tellaskSession${tail}`;
        checkParse(`!?${headline}`, [malformed('invalid-session', headline)]);
      }
    });
    it('does not look for the slug on the next line', () =>
      checkParse('!?@bob !tellaskSession\n!?x', [malformed('invalid-session', '@bob !tellaskSession\n', 'x')]));
    it('takes the same slug twice', () =>
      checkParse('!?@bob !tellaskSession x !tellaskSession x', [
        tellask('@bob !tellaskSession x !tellaskSession x', '', { session: 'x' }),
      ]));
    it('reports two different slugs', () =>
      checkParse('!?@bob !tellaskSession x\n!?@bob !tellaskSession X\n', [
        malformed('conflicting-session', '@bob !tellaskSession x\n@bob !tellaskSession X\n'),
      ]));
    it('reports a slug for the tellasker or the human', () => {
      checkParse('!?@tellasker !tellaskSession x', [malformed('session-not-allowed', '@tellasker !tellaskSession x')]);
      checkParse('!?@human !tellaskSession x', [malformed('session-not-allowed', '@human !tellaskSession x')]);
    });
    it('allows a session for self', () =>
      checkParse('!?@self !tellaskSession x', [tellask('@self !tellaskSession x', '', { session: 'x' })]));
    it('ends a block whose session is malformed before the next mention, so that no other call is lost (2.2)', () =>
      checkParse('!?@bob !tellaskSession\n!?b\n!?@amy\n!?c\n', [
        malformed('invalid-session', '@bob !tellaskSession\n', 'b\n'),
        tellask('@amy\n', 'c\n'),
      ]));
    it('ends a block once two of its headline lines conflict', () =>
      checkParse('!?@bob !tellaskSession x\n!?@bob !tellaskSession y\n!?@amy\n', [
        malformed('conflicting-session', '@bob !tellaskSession x\n@bob !tellaskSession y\n'),
        tellask('@amy\n'),
      ]));
  });

  describe('exact text (2.5)', () => {
    it('reads \\r\\n as \\n everywhere', () =>
      checkParse('a\r\n!?@bob\r\n!?b\r\n\r\nc\r', [prose('a\n'), tellask('@bob\n', 'b\n'), prose('\nc\r')]));
    it('keeps spaces and a carriage return before \\r\\n', () =>
      checkParse('!?@bob  \t\n!?  b \r\r\n', [tellask('@bob  \t\n', '  b \r\n')]));
    it('ends a block at the end of the text', () => checkParse('!?@bob\n!?b', [tellask('@bob\n', 'b')]));
  });

  it('makes two segments of two identical blocks (2.7)', () =>
    checkParse('!?@bob\n\n!?@bob\n', [tellask('@bob\n'), prose('\n'), tellask('@bob\n')]));
});
