import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import type { TextFile } from '../../src/minds/files/text-files.ts';
import { type LoadedTeam, parseTeam } from '../../src/minds/team/team-file.ts';
import { createTeamReader, type KeptTeams } from '../../src/minds/team/team-reader.ts';

const sound = 'members:\n  lead: {name: Lena, no_write_dirs: [vendor]}\n';
const slip = 'members:\n  lead: {name: Lena, no_write_dirs: vendor}\n';
const torn = 'members:\n  lead: {name: Lena, no_write_dirs: [ven';

const fileOf = (text: string): TextFile => ({ kind: 'text', text });

/** Kept teams in memory, and what was asked of them. */
function memory(): KeptTeams & { readonly kept: Map<string, LoadedTeam>; readonly asked: string[] } {
  const kept = new Map<string, LoadedTeam>();
  const asked: string[] = [];
  return {
    kept,
    asked,
    recall: text => {
      asked.push(text);
      return kept.get(text);
    },
    keep: (text, loaded) => kept.set(text, loaded),
  };
}

describe('a team file that an earlier process has read', () => {
  it('is not read anew, and says the same', () => {
    const kept = memory();
    const first = createTeamReader({ kept })(fileOf(sound));
    assert.deepEqual(first, parseTeam(sound, '.minds/team.yaml'));
    const [[text, loaded] = []] = kept.kept;
    assert.equal(text, sound);
    const again = createTeamReader({ kept })(fileOf(sound));
    assert.equal(again.team, loaded?.team);
  });

  it('is read by every process while it has a fault', () => {
    for (const text of [slip, torn, '']) {
      const kept = memory();
      const told: string[] = [];
      for (let process = 0; process < 2; process++) {
        const reader = createTeamReader({ kept, onUnread: ({ fault }) => told.push(fault.id) });
        assert.ok(reader(fileOf(text)).problems.length > 0);
      }
      assert.equal(kept.kept.size, 0);
      assert.deepEqual(told, told.slice(0, told.length / 2).concat(told.slice(0, told.length / 2)));
    }
  });

  it('holds against a broken edit as if this process had read it', () => {
    const kept = memory();
    createTeamReader({ kept })(fileOf(sound));
    const reader = createTeamReader({ kept });
    reader(fileOf(sound));
    const edited = reader(fileOf(torn));
    assert.deepEqual(edited.held, ['lead']);
    assert.deepEqual(edited.team.members.get('lead' as AgentId)?.noWriteDirs, ['vendor']);
  });

  it('is asked for at the first reading only: later texts depend on what was read before', () => {
    const kept = memory();
    const reader = createTeamReader({ kept });
    for (const text of [sound, torn, sound, `${sound}# more\n`]) reader(fileOf(text));
    assert.deepEqual(kept.asked, [sound]);
    assert.deepEqual([...kept.kept.keys()], [sound]);
  });
});
