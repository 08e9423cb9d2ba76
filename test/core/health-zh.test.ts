import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { healthInChinese, translatedHealth } from '../../src/core/health-zh.ts';

const files = [
  ...globSync('src/store/health/*.ts'),
  'src/store/dialog-store.ts',
  'src/store/load-dialog.ts',
  'src/store/inbox.ts',
  'src/core/dialog/check-tree.ts',
  'src/runtime/check-health.ts',
];
const source = files.map(file => readFileSync(file, 'utf8')).join('\n');

/** Pieces that a sentence is made of; the sentence is in the table. */
const pieces = ['does not wait for it', 'is not there', 'it works for ${inbound.callerDialogId}, which ${who}'];

/** What is reported: begins with a small letter or a name, and has a word behind it. */
const sentences = [
  ...source.matchAll(/(?:message: |message = |say\(|: |\? |return |, )(['`])([a-z$][^'`\n]* [^'`\n]*)\1/g),
]
  .map(([, , text = '']) => text)
  .filter(
    text =>
      !pieces.includes(text) && /[a-z]{2} |^\$.*[a-z]$/.test(text.replace(/\$\{[^}]*\}/g, '')) && !text.includes('\\n'),
  );

describe('findings in Chinese', () => {
  it('has words for whatever a health check reports', () => {
    const filled = sentences.map(text => text.replace(/\$\{[^}]*\}/g, 'x1'));
    assert.ok(filled.length > 35, `${filled.length}`);
    assert.deepEqual(
      filled.filter(text => !/\p{Script=Han}/u.test(healthInChinese(text))),
      [],
    );
  });

  it('takes over what a finding names, and what was kept', () => {
    assert.equal(healthInChinese('0mw-00 has no line'), '0mw-00 没有对应的行');
    assert.equal(
      healthInChinese('it was edited by hand; what was there is kept as q4h.yaml.corrupt-1'),
      '被手工改过；原有内容保留为 q4h.yaml.corrupt-1',
    );
    assert.equal(
      healthInChinese('unknown key servers.a.tiemout — Remove it.'),
      '未知的键 servers.a.tiemout — 请删去。',
    );
    assert.equal(healthInChinese('something else'), 'something else');
  });

  it('has no words for texts that the source does not have', () => {
    const isThere = (template: string) => template.split(/\{\d\}|, which /).every(part => source.includes(part.trim()));
    assert.deepEqual(
      translatedHealth().filter(template => !isThere(template)),
      [],
    );
  });
});
