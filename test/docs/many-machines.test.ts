// docs/many-machines.md: its examples are whole, and name commands and flags that exist.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { parseStoreAddress } from '../../src/store/postgres/address.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/many-machines.md'), 'utf8');

/** The text of the first block of a language. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';
}

function checkCommand(line: string): void {
  const words = line.match(/"[^"]*"|\S+/g) ?? [];
  const parsed = parseCommandLine(
    words.map(word => word.replaceAll('"', '')),
    commands,
  );
  assert.equal(parsed.kind, 'run', line);
}

describe('docs/many-machines.md', () => {
  it('shows commands that exist', () => {
    const lines = [...block('sh').matchAll(/^dominds ([^#&\n]*)/gm)].map(([, line = '']) => line.trim());
    assert.ok(lines.length > 6);
    for (const line of lines) checkCommand(line);
  });

  it('has a Compose file whose services start after what they need', () => {
    const { services, secrets, volumes } = parse(block('yaml')) as {
      services: Record<
        string,
        {
          command?: string;
          build?: { dockerfile_inline: string };
          environment?: Record<string, string>;
          depends_on?: object;
          secrets?: string[];
        }
      >;
      secrets: object;
      volumes: object;
    };
    assert.deepEqual(Object.keys(services), ['db', 'migrate', 'worker']);
    assert.deepEqual(Object.keys(volumes), ['data']);
    for (const { command, build, environment, depends_on: needs = {}, secrets: used = [] } of Object.values(services)) {
      if (command) {
        checkCommand(command.replace('dominds ', ''));
        assert.match(build?.dockerfile_inline ?? '', /^COPY dominds-.*\nRUN npm install --global /m);
      }
      const store = environment?.DOMINDS_STORE;
      if (store !== undefined) assert.ok(parseStoreAddress(store).ok);
      assert.deepEqual(
        Object.keys(needs).filter(name => !(name in services)),
        [],
      );
      assert.deepEqual(
        used.filter(name => !(name in secrets)),
        [],
      );
    }
  });

  it('has a systemd unit that ends a worker in order', () => {
    const settings = Object.fromEntries(
      [...block('ini').matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
    );
    checkCommand((settings.ExecStart ?? '').replace('/usr/bin/dominds ', ''));
    assert.ok(parseStoreAddress((settings.Environment ?? '').replace('DOMINDS_STORE=', '')).ok);
    assert.equal(settings.KillSignal, 'SIGTERM');
    assert.ok(Number(settings.TimeoutStopSec) >= 10);
  });
});
