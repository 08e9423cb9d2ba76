// What a person types as the address of a model server.
import assert from 'node:assert/strict';
import { wholeAddress } from '../../src/host/settings/api-key.ts';

describe('the address of a model server', () => {
  it('gets the scheme that was left out', () => {
    assert.equal(wholeAddress('localhost:1234'), 'http://localhost:1234');
    assert.equal(wholeAddress(' 127.0.0.1:8000/v1 '), 'http://127.0.0.1:8000/v1');
    assert.equal(wholeAddress('gpu-box/v1'), 'http://gpu-box/v1');
    assert.equal(wholeAddress('[::1]:8000/v1'), 'http://[::1]:8000/v1');
    assert.equal(wholeAddress('api.example.com/v1'), 'https://api.example.com/v1');
  });

  it('stays as it is with a scheme', () => {
    for (const address of ['http://localhost:1234', 'https://api.example.com/v1'])
      assert.equal(wholeAddress(address), address);
  });

  it('is none without a host, with a placeholder, or with another scheme', () => {
    for (const text of ['', 'http://', 'https://{name}.example.com/v1', 'ftp://a/b', 'two words'])
      assert.equal(wholeAddress(text), undefined);
  });
});
