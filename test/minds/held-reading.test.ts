import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type MindsFixture, makeMinds } from './minds-support.ts';

const mcp = 'servers:\n  one: {command: a}\n  two: {command: b}\n';
const shared = '{"mcpServers": {"one": {"command": "a"}, "two": {"command": "b"}}}\n';
const schedules = 'schedules:\n  - {name: nightly, cron: "0 3 * * *", task: Check.}\n';
const notify = 'after_s: 5\ntransports:\n  - {kind: ntfy, url_env: A}\n  - {kind: slack, url_env: B}\n';

interface Held {
  readonly text: string;
  readonly torn: string;
  /** What of it is in force. */
  readonly inForce: (minds: MindsFixture['minds']) => unknown;
}

const servers: Held['inForce'] = minds => minds.mcp().servers.map(({ name }) => name);
const held: Readonly<Record<string, Held>> = {
  '.minds/mcp.yaml': { text: mcp, torn: `${mcp}  three: {command: "c`, inForce: servers },
  '.mcp.json': { text: shared, torn: shared.replace('}}}', '},}'), inForce: servers },
  '.minds/schedules.yaml': {
    text: schedules,
    torn: schedules.replace('task: Check.}', 'ta'),
    inForce: minds => minds.schedules().schedules,
  },
  '.minds/notify.yaml': {
    text: notify,
    torn: notify.replace('after_s: 5', 'after_s'),
    inForce: minds => minds.notify().said,
  },
};

for (const [file, { text, torn, inForce }] of Object.entries(held)) {
  describe(file, () => {
    let fixture: MindsFixture;
    beforeEach(async () => {
      fixture = await makeMinds({ [file]: text });
    });
    afterEach(() => fixture.workspace.remove());
    const faults = () =>
      fixture.minds
        .problems()
        .filter(problem => problem.file === file)
        .map(({ fault }) => fault.id);

    for (const [how, broken] of [
      ['half-written', torn],
      ['empty', ''],
      ['binary', 'a\0b'],
      ['a number', '42\n'],
    ] as const) {
      it(`applies as it was read last while it is ${how}, which is told`, async () => {
        const before = inForce(fixture.minds);
        await fixture.workspace.write(file, broken);
        assert.deepEqual(inForce(fixture.minds), before);
        assert.ok(faults().includes('settings-held'));
        assert.ok(faults().length > 1, faults().join());
      });
    }

    it('applies as it is once it is whole again, or deleted', async () => {
      inForce(fixture.minds);
      await fixture.workspace.write(file, torn);
      inForce(fixture.minds);
      await fixture.workspace.write(file, '{}\n');
      const empty = inForce(fixture.minds);
      await fixture.workspace.write(file, text);
      assert.notDeepEqual(inForce(fixture.minds), empty);
      rmSync(path.join(fixture.workspace.folder, file));
      assert.deepEqual(inForce(fixture.minds), empty);
      assert.deepEqual(faults(), []);
    });
  });
}
