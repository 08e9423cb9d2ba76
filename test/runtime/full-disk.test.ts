// A disk that fills up under a process that drives: it says so, and neither hangs nor throws (SPEC 18.4).
import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRoles, type Roles } from '../../src/runtime/roles/roles.ts';
import { createServices } from '../../src/runtime/services.ts';
import { diskFiles } from '../../src/store/disk-files.ts';
import { confineFiles } from '../../src/store/files/confined-files.ts';
import { processEnvironment } from '../../src/store/files/lock/environment.ts';
import { openFileStorage } from '../../src/store/files/storage.ts';
import { createFaultyFiles, type FaultyFiles } from '../support/faulty-files.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

const HOUR = 3_600_000;

describe('a disk that fills up under the process that drives', () => {
  let workspace: TempWorkspace;
  let disk: FaultyFiles;
  let now: number;
  let roles: Roles | undefined;
  beforeEach(async () => {
    now = Date.UTC(2026, 0, 1);
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, bob: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@bob Paint"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: Done.}
`,
    });
    disk = createFaultyFiles(diskFiles);
  });
  afterEach(async () => {
    disk.room = Number.POSITIVE_INFINITY;
    disk.readOnly = false;
    await roles?.close();
    await workspace.remove();
  });

  const open = async (): Promise<Roles> => {
    const rtws = workspace.folder;
    const parts = createServices({ rtws, env: {}, mode: 'drive', now: () => now });
    const environment = { ...processEnvironment(rtws, () => now), files: confineFiles(disk, rtws) };
    const storage = openFileStorage({ ...parts, environment });
    const opened = await openRoles({ ...parts, storage }, 'drive');
    assert.ok(opened.ok);
    roles = opened.roles;
    return opened.roles;
  };
  const faults: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(
      [0, 300, 1_000, 3_000, 6_000].map(room => [`${room} bytes are left`, () => (disk.room = room)]),
    ),
    'it becomes read-only': () => {
      disk.readOnly = true;
    },
  };

  for (const [what, fill] of Object.entries(faults)) {
    it(`still drives, settles with the reason, and goes on once there is room: ${what}`, async () => {
      const { perform, queries, current } = await open();
      const started = await perform({ kind: 'start', text: 'Go' });
      assert.ok(started.ok);
      const { rootId } = started;
      fill();
      // Longer than a heartbeat is trusted: it has to be stored anew, and cannot be.
      now += HOUR;
      assert.equal(current().drivenBy(), 'this');
      const settled = await queries.settled(rootId);
      now += HOUR;
      assert.equal(current().drivenBy(), 'this');
      if (settled.response !== 'Done.') assert.equal(settled.interrupted[0]?.code, 'disk');
      disk.room = Number.POSITIVE_INFINITY;
      disk.readOnly = false;
      await perform({ kind: 'continue', dialog: rootRef(rootId) });
      assert.equal((await queries.settled(rootId)).response, 'Done.');
    });
  }
});
