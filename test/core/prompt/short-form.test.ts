import assert from 'node:assert/strict';
import { inShort, isOfferedShort, isSmallModel, shortTool } from '../../../src/core/prompt/short-form.ts';

describe('a small model', () => {
  it('is told by its name', () => {
    const small = ['qwen2.5-coder:1.5b', 'Llama-3.2-3B-Instruct', 'gemma-3-1b-it', 'qwen3-0.6b', 'org/SmolLM2-1.7B'];
    const others = [
      'gpt-oss-20b',
      'qwen3:8b',
      'Qwen3-30B-A3B',
      'llama-3.3-70b',
      'gpt-5-mini',
      'model.gguf',
      'glm-4.5',
      'v1beta',
    ];
    assert.deepEqual(small.filter(isSmallModel), small);
    assert.deepEqual(others.filter(isSmallModel), []);
  });
});

describe('the short form', () => {
  it('has the beginning of a description, and arguments without words', () => {
    const tool = {
      name: 'open_issue',
      description: 'Open an issue in v1.2; asks first. More words.',
      parameters: {
        type: 'object',
        properties: {
          description: { type: 'string', description: 'What is wrong' },
          labels: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        },
        required: ['description'],
      },
    };
    assert.deepEqual(shortTool(tool), {
      name: 'open_issue',
      description: 'Open an issue in v1.2',
      parameters: {
        type: 'object',
        properties: { description: { type: 'string' }, labels: { type: 'string' } },
        required: ['description'],
      },
    });
    assert.equal(shortTool({ ...tool, description: '读文件。行有编号。' }).description, '读文件');
  });

  it('leaves out what a small model does not need', () => {
    assert.deepEqual(['read_file', 'wait_for', 'recall_taskdoc', 'clear_mind'].filter(isOfferedShort), [
      'read_file',
      'clear_mind',
    ]);
  });

  it('names twelve entries of the top level', () => {
    const names = Array.from({ length: 14 }, (_, at) => `f${at}`);
    assert.deepEqual(inShort({ system: 'Linux', git: null, top: { names, more: 3 } }).top, {
      names: names.slice(0, 12),
      more: 5,
    });
  });
});
