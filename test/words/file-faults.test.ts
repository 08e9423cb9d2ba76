import assert from 'node:assert/strict';
import { readDomain } from '../../src/core/belief/domain/domain-file.ts';
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

describe('the words for faults of domain files', () => {
  // One flow on line 6, after slot types whose last name is misspelt.
  const { problems } = readDomain(
    'name: d\nintents: {R: read, C: prepare, T: transform, S: schedule}\nslot_types: [A, B, C, ScoreSlott]\ncolour: 1\nflows:\n' +
      '  - {name: f, intent: R, slots: {a: {type: ExactSlot, priority: optional, pattern: "(?=b)", when: b ==}}}\n',
    'd.yaml',
  );

  it('say the same in English and Chinese', () => {
    assert.deepEqual(
      problems.map(({ fault }) => [sayFault(fault, 'en').message, sayFault(fault, 'zh').message]),
      [
        [
          'the slot type ScoreSlott has no base, so it checks nothing',
          '槽位类型 ScoreSlott 没有 base，因此不检查任何内容',
        ],
        ['unknown key colour', '未知的键 colour'],
        [
          'this regular expression cannot be used: (?=…) looks ahead, which is not supported',
          '无法使用这个正则表达式：(?=…) 是向前查看，不受支持',
        ],
        [
          'this condition cannot be read: it ends where a slot or a value is expected',
          '无法读取这个条件：在应有槽位或值的地方就结束了',
        ],
      ],
    );
  });

  it('say what to do', () => {
    assert.deepEqual(
      problems.map(({ fault }) => sayFault(fault, 'en').remedy),
      [
        'Did you mean `ScoreSlot`? If not, give it a base: {name: ScoreSlott, base: BaseSlot}.',
        'Known keys: name, description, intents, slot_types, flows.',
        'Match the text that follows instead.',
        'Write a comparison, as in kind == "return" and filled(order).',
      ],
    );
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
    assert.equal(sayFinding({ finding }, 'en'), 'not read: it is a binary file — Replace it with UTF-8 text.');
  });
});
