import assert from 'node:assert/strict';
import { emptyNotifyFile } from '../../src/minds/times/notify-file.ts';
import { parseNotifyFile } from '../../src/minds/times/parse-notify.ts';

const env = { NTFY_URL: 'https://ntfy.example.org/secret-topic', HOOK_SECRET: 's3cret' };
const read = (text: string, mayRun = false) => parseNotifyFile(text, { env, mayRun });

describe('notify.yaml', () => {
  it('is read as documented', () => {
    const { said, problems } = read(`
after_s: 120
content: full
quiet: {from: "22:00", to: "07:30", zone: Europe/Berlin}
base_url: https://team.example.org/
transports:
  - {kind: webhook, url: http://127.0.0.1:9000/hook, secret_env: HOOK_SECRET}
  - {kind: ntfy, url_env: NTFY_URL}
  - {kind: slack, url_env: SLACK_WEBHOOK}
`);
    assert.deepEqual(problems, []);
    assert.deepEqual(said, {
      afterS: 120,
      content: 'full',
      quiet: { from: 1_320, to: 450, zone: 'Europe/Berlin' },
      baseUrl: 'https://team.example.org',
      transports: [
        { kind: 'webhook', name: 'webhook 127.0.0.1:9000', target: 'http://127.0.0.1:9000/hook', secret: 's3cret' },
        { kind: 'ntfy', name: 'ntfy NTFY_URL', target: 'https://ntfy.example.org/secret-topic' },
        { kind: 'slack', name: 'slack SLACK_WEBHOOK' },
      ],
    });
  });

  it('knows a webhook whose secret is missing from one that is not signed', () => {
    const { said } = read(
      'transports:\n  - {kind: webhook, url: http://a.example.org, secret_env: NOT_SET}\n  - {kind: webhook, url: http://b.example.org}\n',
    );
    assert.deepEqual(
      said.transports.map(transport => 'secret' in transport && transport.secret),
      [null, false],
    );
  });

  it('runs commands of the person alone', () => {
    const text = 'transports:\n  - {kind: command, command: notify-send hello}\n';
    assert.deepEqual(read(text).said.transports, []);
    assert.equal(read(text, true).said.transports[0]?.target, 'notify-send hello');
  });

  it('keeps the other transports when one is broken, and says where', () => {
    const { said, problems } = read(
      'transports:\n  - {kind: pigeon}\n  - {kind: ntfy, url: "ftp://x"}\n  - {kind: slack, url: https://hooks.example.org/x}\n',
    );
    assert.deepEqual(
      said.transports.map(({ kind }) => kind),
      ['slack'],
    );
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 3],
    );
  });

  it('tells nobody when it is empty or broken', () => {
    for (const text of [
      '',
      '- a\n',
      'after_s: soon\n',
      'quiet: {from: 25:00, to: 1}\n',
      'quiet: {from: "1:00", to: "2:00", zone: Mars/Olympus}\n',
      ': [',
    ]) {
      assert.deepEqual(read(text).said, emptyNotifyFile.said, text);
    }
  });
});
