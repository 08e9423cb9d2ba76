import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { fakeRuntime } from '../support/fake-runtime.ts';
import { checkFailure } from './run-support.ts';

describe('serve with a certificate that cannot be used', () => {
  let folder: string;
  before(async () => {
    folder = await makeTempFolder('serve-certificate');
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=team';
    const make = (name: string, secret: string[]) =>
      execFileSync('openssl', [...request.split(' '), ...secret, '-keyout', `${name}.key`, '-out', `${name}.pem`], {
        cwd: folder,
        stdio: 'ignore',
      });
    make('team', ['-nodes']);
    make('locked', ['-passout', 'pass:secret']);
  });
  after(() => removeTempFolder(folder));

  const cases: readonly (readonly [what: string, cert: string, key: string, said: RegExp])[] = [
    ['a folder', '.', 'team.key', /^dominds: \S+serve-certificate\S* cannot be read: EISDIR[^—]* — name a PEM file/],
    ['a file that is not there', 'team.pem', 'no.key', /^dominds: \S+no\.key cannot be read: ENOENT/],
    ['a file of another kind', 'team.key', 'team.key', /^dominds: \S+team\.key cannot be used: /],
    [
      'a key that wants a passphrase',
      'team.pem',
      'locked.key',
      /^dominds: \S+locked\.key cannot be used: [^—]+ — name a PEM file that is not encrypted/,
    ],
  ];
  for (const [what, cert, key, said] of cases) {
    it(`names ${what}`, () => refusedFor({ cert, key }, said));
  }

  it('names both files when they do not belong together', async () => {
    const foreign = ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-out', 'other.key'];
    execFileSync('openssl', foreign, { cwd: folder, stdio: 'ignore' });
    await refusedFor({ cert: 'team.pem', key: 'other.key' }, /team\.pem does not belong to the key other\.key — /);
  });

  function refusedFor({ cert, key }: { cert: string; key: string }, stderr: RegExp): Promise<void> {
    const argv = ['serve', '--port', '0', '--tls-cert', cert, '--tls-key', key];
    return checkFailure(argv, { code: 1, stderr }, { runtime: fakeRuntime({}).runtime, cwd: path.resolve(folder) });
  }
});
