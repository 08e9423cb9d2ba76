import { deepEqual } from 'node:assert/strict';
import { errorCode, errorMessage, errorTrace } from '../../src/core/base/thrown.ts';

describe('thrown', () => {
  it('tells the message, the code and the stack of an error of the system', () => {
    const error = Object.assign(new Error('no such file'), {
      code: 'ENOENT',
      stack: 'Error: no such file\n    at open',
    });
    deepEqual(told(error), ['no such file', 'ENOENT', 'Error: no such file\n    at open']);
  });

  it('gives no code when an error has none, or a number', () => {
    deepEqual(errorCode(new Error('plain')), undefined);
    deepEqual(errorCode(Object.assign(new Error('exit'), { code: 1 })), undefined);
  });

  it('tells the text of what is no error', () => {
    deepEqual(told('a word'), ['a word', undefined, 'a word']);
    deepEqual(told(undefined), ['undefined', undefined, 'undefined']);
    deepEqual(told(null), ['null', undefined, 'null']);
  });
});

function told(thrown: unknown) {
  return [errorMessage(thrown), errorCode(thrown), errorTrace(thrown)];
}
