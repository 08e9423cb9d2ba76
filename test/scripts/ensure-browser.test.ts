import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/project.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('the browser for the tests', function () {
  this.timeout(60_000);
  let machine: TempWorkspace;

  /** A machine on whose PATH there are just these programs, each a few lines of shell. */
  const equip = (programs: Readonly<Record<string, string>>) => {
    for (const [name, lines] of Object.entries(programs)) {
      const file = path.join(machine.folder, name);
      writeFileSync(file, `#!/bin/sh\n${lines}\n`);
      chmodSync(file, 0o755);
    }
  };

  const ensure = () =>
    promisify(execFile)(process.execPath, [path.join(root, 'scripts/ensure-browser.ts')], {
      env: { PATH: machine.folder },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  /** Knows no package before `update`, as on a machine whose package lists were never fetched. */
  const aptGet = `echo "$@" >> "$PATH/apt.log"
[ "$1" = update ] && : > "$PATH/lists"
for package; do :; done
[ "$1" = install ] && [ -e "$PATH/lists" ] && : > "$PATH/$package" && /bin/chmod +x "$PATH/$package"
exit 0`;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    machine = await makeTempWorkspace({});
  });
  afterEach(() => machine.remove());

  it('is the one that is there', async () => {
    equip({ chromium: '', 'apt-get': aptGet });
    const { stdout, stderr } = await ensure();
    assert.deepEqual([stdout, stderr], [`${path.join(machine.folder, 'chromium')}\n`, '']);
    assert.equal(existsSync(path.join(machine.folder, 'apt.log')), false);
  });

  const both = () =>
    ['chromium', 'chromium-headless-shell'].map(name => `${path.join(machine.folder, name)}\n`).join('');

  it('is joined by the one without windows, if that is there too', async () => {
    equip({ chromium: '', 'chromium-headless-shell': '' });
    assert.equal((await ensure()).stdout, both());
  });

  it('is joined by the one without windows for root, where the package lists know it', async function () {
    if (process.getuid?.() !== 0) this.skip();
    equip({ chromium: '', 'apt-cache': '[ "$*" = "show chromium-headless-shell" ]', 'apt-get': aptGet });
    assert.equal((await ensure()).stdout, both());
  });

  it('is alone when the one without windows cannot be installed', async () => {
    equip({ chromium: '', 'apt-cache': 'exit 0', 'apt-get': 'exit 100' });
    const { code, stdout } = await ensure();
    assert.deepEqual([code, stdout], [0, `${path.join(machine.folder, 'chromium')}\n`]);
  });

  it('is installed where the package lists were never fetched', async () => {
    equip({ 'apt-get': aptGet, sudo: '[ "$1" = -n ] && shift\nexec "$@"' });
    const { code, stdout, stderr } = await ensure();
    assert.deepEqual([code, stderr], [0, 'Installing Chromium for the tests with apt-get, once …\n']);
    assert.equal(stdout, `${path.join(machine.folder, 'chromium')}\n`);
    const asked = readFileSync(path.join(machine.folder, 'apt.log'), 'utf8');
    assert.equal(asked, 'update\ninstall -y --no-install-recommends chromium\n');
  });

  it('that cannot be installed is named in one line, with what to do', async () => {
    const { code, stdout, stderr } = await ensure();
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^no Chromium found — install one \(Debian: `sudo apt-get .*BROWSER_PATH.*\n$/);
  });
});
