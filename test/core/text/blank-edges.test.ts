// What is passed on of a call's body, an answer or a message.
import assert from 'node:assert/strict';
import { withoutBlankEdges } from '../../../src/core/text/blank-edges.ts';

describe('a text without its blank edges', () => {
  it('keeps the indentation of its first line and the spaces at the end of its last one', () => {
    assert.equal(withoutBlankEdges('\n \t\n    if x:\n        y()  \n\n  \n'), '    if x:\n        y()  ');
    assert.equal(withoutBlankEdges('\r\n  a\r\n\r\n  b\r\n\r\n'), '  a\r\n\r\n  b');
    assert.equal(withoutBlankEdges('  one line '), '  one line ');
  });

  it('is empty when there is nothing but white space', () => {
    assert.equal(withoutBlankEdges(''), '');
    assert.equal(withoutBlankEdges(' \n\t\r\n '), '');
  });
});
