import assert from 'node:assert/strict';
import { inShort, isOfferedShort, shortTool } from '../../../src/core/prompt/short-form.ts';

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
