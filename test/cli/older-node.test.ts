import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/project.ts';

describe('what Node 20 does not have', () => {
  it('is there once the command line has started', () => {
    const polyfills = pathToFileURL(path.join(root, 'src', 'cli', 'older-node.ts')).href;
    const program = `
      delete Promise.withResolvers; delete Map.groupBy; delete Object.groupBy; delete URL.parse;
      await import(${JSON.stringify(polyfills)});
      const parity = n => (n % 2 === 0 ? 'even' : 'odd');
      const { promise, resolve } = Promise.withResolvers();
      resolve('told');
      console.log(JSON.stringify([
        [...Map.groupBy([1, 2, 3], parity)], Object.groupBy([1, 2, 3], parity), 'toString' in Object.groupBy([], parity), await promise,
        URL.parse('/v1', 'https://a.test')?.href, URL.parse('v1'),
      ]));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    assert.deepEqual(JSON.parse(stdout || JSON.stringify(stderr)), [
      [
        ['odd', [1, 3]],
        ['even', [2]],
      ],
      { odd: [1, 3], even: [2] },
      false,
      'told',
      'https://a.test/v1',
      null,
    ]);
  });
});
