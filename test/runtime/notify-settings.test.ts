// By which ways people are told: the folder's file, the person's own, and their setting (SPEC 21.2).
import assert from 'node:assert/strict';
import { parseNotifyFile } from '../../src/minds/times/parse-notify.ts';
import { createNotifySources } from '../../src/runtime/notices/notify-settings.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('the settings of notices', () => {
  const folder = parseNotifyFile('after_s: 5\ntransports: [{kind: ntfy, url: "https://ntfy.sh/t"}]', {
    env: {},
    mayRun: false,
  });
  const minds = { notify: () => folder };
  const sourcesWith = (value: unknown, more: { readonly isUntrusted?: true; readonly env?: NodeJS.ProcessEnv } = {}) =>
    createNotifySources({
      browsers: { list: () => [] },
      minds,
      options: { env: {}, notify: { read: () => value, onChange: () => ({ dispose() {} }) }, ...more },
    });

  it('join all places, of which the person counts first where it says how', () => {
    const sources = sourcesWith({ after_s: 9, transports: [{ kind: 'command', command: 'notify-send' }] });
    const { afterS, transports } = sources.settings();
    assert.deepEqual([afterS, transports.map(({ name }) => name)], [9, ['ntfy ntfy.sh', 'command']]);
    assert.deepEqual(
      [...sources.places()],
      [
        ['ntfy ntfy.sh', '.minds/notify.yaml'],
        ['command', 'dominds.notify'],
      ],
    );
  });

  it('hold nothing of a folder without trust', () => {
    const sources = sourcesWith({ transports: [{ kind: 'command', command: 'x' }] }, { isUntrusted: true });
    assert.deepEqual(
      sources.settings().transports.map(({ name }) => name),
      ['command'],
    );
  });

  it('say what is wrong in the setting and in the own file of the person, which is read anew when it changes', async () => {
    const workspace = await makeTempWorkspace({ 'dominds/notify.yaml': 'transports: [{kind: pigeon}]\n' });
    const sources = sourcesWith({ after_s: 'soon' }, { env: { XDG_CONFIG_HOME: workspace.folder } });
    assert.deepEqual(
      sources.problems().map(({ file, fault }) => [file, fault.id]),
      [
        ['dominds.notify', 'bad-field'],
        ['notify.yaml', 'bad-field'],
      ],
    );
    await workspace.write('dominds/notify.yaml', 'transports: [{kind: command, command: bell}]\n');
    assert.equal(sources.problems().length, 1);
    assert.deepEqual(
      sources.settings().transports.map(({ name }) => name),
      ['ntfy ntfy.sh', 'command'],
    );
    await workspace.remove();
  });

  it('keep what the own file said, limits included, while the person edits it', async () => {
    const said = 'content: none\nquiet: {from: "22:00", to: "07:00"}\n';
    const workspace = await makeTempWorkspace({ 'dominds/notify.yaml': said });
    const sources = sourcesWith(undefined, { env: { XDG_CONFIG_HOME: workspace.folder } });
    const before = sources.settings();
    assert.equal(before.content, 'none');
    for (const torn of [`${said}quiet: {fr`, '', '42\n']) {
      await workspace.write('dominds/notify.yaml', torn);
      assert.deepEqual(sources.settings(), before);
      assert.ok(sources.problems().some(({ fault }) => fault.id === 'settings-held'));
    }
    await workspace.write('dominds/notify.yaml', 'content: full\n');
    assert.equal(sources.settings().content, 'full');
    await workspace.remove();
  });
});
