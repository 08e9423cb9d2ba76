import assert from 'node:assert/strict';
import { sayFault, sayFinding } from '../../src/words/say.ts';

describe('the words for faults of files', () => {
  it('say what is wrong and what to do', () => {
    const fault = { id: 'unknown-key', name: 'servers.a.tiemout', ignored: false, near: null, known: ['a'] } as const;
    assert.deepEqual(sayFault(fault, 'en'), {
      message: 'unknown key servers.a.tiemout',
      remedy: 'Remove it. Known here: a.',
    });
    assert.deepEqual(sayFault({ ...fault, near: 'timeout' }, 'zh'), {
      message: '未知的键 servers.a.tiemout',
      remedy: '你是想写 `timeout` 吗？',
    });
  });

  it('name types as people do', () => {
    const issue = { kind: 'type', expected: 'array', received: 'string' } as const;
    const fault = { id: 'bad-setting', name: 'models', issue } as const;
    assert.equal(sayFault(fault, 'en').message, 'models: expected a list, received text');
    assert.equal(sayFault(fault, 'zh').message, 'models：应为列表，实为文本');
  });
});

describe('the words for findings', () => {
  it('take over what a finding names', () => {
    const finding = { id: 'list-line-missing', root: '0mw-00' } as const;
    assert.equal(sayFinding({ finding }, 'en'), '0mw-00 has no line');
    assert.equal(sayFinding({ finding }, 'zh'), '0mw-00 没有对应的行');
  });

  it('say under which name the former contents were kept', () => {
    const found = { finding: { id: 'edited-by-hand' }, keptAs: 'q4h.yaml.corrupt-1' } as const;
    assert.equal(sayFinding(found, 'zh'), '被手工改过；原有内容保留为 q4h.yaml.corrupt-1');
  });

  it('hold what is wrong with a file that people edit, and what to do', () => {
    const finding = { id: 'file-fault', fault: { id: 'binary' } } as const;
    assert.equal(sayFinding({ finding }, 'en'), 'not read: it is a binary file — Replace it by text in UTF-8.');
  });
});
