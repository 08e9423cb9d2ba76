import assert from 'node:assert/strict';
import { createLog, type LogOptions } from '../../src/runtime/log/log.ts';
import { openLogFile } from '../../src/store/files/log-file.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

describe('the log file', () => {
  const name = '/rtws/.dialogs/dominds.log';
  const logOf = (change: Partial<LogOptions> = {}) => {
    const files = createMemoryFiles();
    files.replace('/rtws/.dialogs/lock', '{}');
    const later: (() => void)[] = [];
    const log = createLog({
      env: {},
      now: () => Date.parse('2026-01-02T03:04:05.006Z'),
      later: (_, work) => later.push(work),
      ...change,
    });
    const text = () => {
      for (const work of later.splice(0)) work();
      return files.texts.get(name) ?? '';
    };
    const file = openLogFile('/rtws', files);
    return { log, file, text };
  };

  it('is written while this process drives, and not before or after', () => {
    const { log, file, text } = logOf();
    log.info('before');
    log.begin(file);
    log.info('one');
    log.end();
    log.error('after');
    assert.equal(text(), '2026-01-02T03:04:05.006Z info  one\n');
  });

  it('holds an error at once, with where it came from', () => {
    const { log, file, text } = logOf();
    log.begin(file);
    log.info('first');
    log.error('it failed', new Error('no room'));
    assert.match(text(), /info {2}first\n.* error it failed: Error: no room\n {2} +at /);
  });

  const levels: readonly (readonly [string, readonly string[]])[] = [
    ['off', []],
    ['error', ['error']],
    ['warn', ['warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['nonsense', ['info', 'warn', 'error']],
  ];
  for (const [level, expected] of levels) {
    it(`at level ${level} holds ${expected.join(', ') || 'nothing'}`, () => {
      for (const options of [{ env: { DOMINDS_LOG: level } }, { env: { DOMINDS_LOG: 'x' }, logLevel: () => level }]) {
        const { log, file, text } = logOf(options);
        log.begin(file);
        log.debug('debug');
        log.info('info');
        log.warn('warn');
        log.error('error');
        const lines = text()
          .split('\n')
          .filter(line => line !== '');
        assert.deepEqual(
          lines.map(line => line.split(/ +/)[2]),
          expected,
        );
      }
    });
  }

  it('never holds a key', () => {
    const { log, file, text } = logOf({ env: { OPENAI_API_KEY: 'my-own-secret', HOME: '/home/user' } });
    log.begin(file);
    log.error('401 for my-own-secret, sk-proj-abcdef123456 and Authorization: Bearer abc.def at /home/user');
    assert.match(text(), /401 for \[key\], \[key\] and Authorization: Bearer \[key\] at \/home\/user\n$/);
  });

  it('begins a new file at 1 MB and keeps two older ones', () => {
    const files = createMemoryFiles();
    files.replace('/rtws/.dialogs/lock', '{}');
    const file = openLogFile('/rtws', files);
    const line = (n: number) => `${n}${'x'.repeat(400_000)}\n`;
    for (let n = 0; n < 11; n++) file.append(line(n));
    file.close();
    assert.equal(files.texts.get(`${name}.2`), line(3) + line(4) + line(5));
    assert.equal(files.texts.get(`${name}.1`), line(6) + line(7) + line(8));
    assert.equal(files.texts.get(name), line(9) + line(10));
    assert.deepEqual([...files.texts.keys()].filter(each => each.startsWith(`${name}.`)).length, 2);
  });
});
