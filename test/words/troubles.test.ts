// What is said of an interruption.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { type InterruptCode, restartInterruption } from '../../src/core/facts/interruption.ts';
import { sayTrouble } from '../../src/words/say.ts';
import { commandLineWords } from '../../src/words/say-command-line.ts';

const codes = Object.keys({
  stopped: true,
  restart: true,
  'not-configured': true,
  untrusted: true,
  unreachable: true,
  'no-key': true,
  auth: true,
  quota: true,
  'bad-request': true,
  'context-full': true,
  blocked: true,
  'no-tools': true,
  'rate-limited': true,
  'server-error': true,
  'no-reply': true,
  'too-large': true,
  'consent-needed': true,
  'broken-settings': true,
  'broken-playbook': true,
  'playbook-exhausted': true,
  'agent-failed': true,
  'agent-login': true,
  'stream-error': true,
  'broken-domain': true,
  disk: true,
  store: true,
  'lock-lost': true,
  bug: true,
} satisfies Record<InterruptCode, true>) as InterruptCode[];

describe('every interruption', () => {
  it('has a heading of its own and says what to do, in English and Chinese', () => {
    for (const language of ['en', 'zh'] as const) {
      const told = codes.map(code => sayTrouble({ code, message: 'ENOSPC' }, language));
      assert.equal(new Set(told.map(({ heading }) => heading)).size, codes.length);
      for (const { heading, remedy } of told) assert.ok(heading.trim() !== '' && remedy.trim() !== '', heading);
    }
  });

  it('says what the outside said, but for a stop, whose heading says it', () => {
    const details = codes.map(code => sayTrouble({ code, message: 'ENOSPC' }, 'en').detail);
    assert.deepEqual(
      codes.filter((_, index) => details[index] !== 'ENOSPC'),
      ['stopped'],
    );
    assert.match(sayTrouble(restartInterruption, 'zh').detail, /^\p{Script=Han}/u);
  });
});

describe('the remedy of a missing model on the command line', () => {
  for (const [language, file] of [
    ['en', 'demo.playbook.yaml'],
    ['zh', 'demo.playbook.zh.yaml'],
  ] as const)
    it(`names the words that start the demo, in ${language}`, () => {
      const playbook = readFileSync(path.join(root, 'media/demo', file), 'utf8');
      const remedy = commandLineWords(language).remedies['not-configured'] ?? '';
      const words = /[“"]([^”"]+)[”"]/.exec(remedy)?.[1] ?? 'none';
      assert.ok(playbook.includes(words), words);
    });
});
