import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { openKeptTeams } from '../../src/host/team-cache.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';

const text = `members:
  lead: {name: Lena, model_params: {temperature: 0.5, stop: [a, null]}, no_write_dirs: [vendor]}
  coder:
    name: Cora
    policy: [{decision: allow, commands: [npm test]}]
`;
const team = parseTeam(text, '.minds/team.yaml');

describe('kept teams', () => {
  let folder: string;
  let waiting: (() => void)[];
  beforeEach(async () => {
    folder = path.join(await makeTempFolder('teams'), 'kept');
    waiting = [];
  });
  afterEach(() => removeTempFolder(path.dirname(folder)));

  /** As a process opens them. */
  const open = (build = 'one') => openKeptTeams({ folder, build, later: work => waiting.push(work) });
  const startOver = () => {
    for (const work of waiting.splice(0)) work();
  };
  const files = () => readdirSync(folder).map(name => path.join(folder, name));

  it('say what the file says to a later process of the same build', () => {
    assert.deepEqual(team.problems, []);
    open().keep(text, team);
    assert.equal(open().recall(text), undefined, 'the start does not wait for it');
    startOver();
    assert.deepEqual(open().recall(text), team);
    assert.equal(open().recall(`${text}# another text\n`), undefined);
    assert.equal(open('two').recall(text), undefined, 'other code may read the same text otherwise');
  });

  it('are not believed when their file is not whole', () => {
    open().keep(text, team);
    startOver();
    const [file = ''] = files();
    const whole = readFileSync(file);
    const turned = Uint8Array.from(whole);
    turned[whole.length - 3] = (turned[whole.length - 3] ?? 0) ^ 1;
    for (const bytes of [new Uint8Array(), whole.subarray(0, 20), whole.subarray(0, whole.length - 1), turned]) {
      writeFileSync(file, bytes);
      assert.equal(open().recall(text), undefined);
    }
    writeFileSync(file, whole);
    assert.deepEqual(open().recall(text), team);
  });

  it('are not kept when their data could not say the same', () => {
    const infinite = text.replace('0.5', '.inf');
    const read = parseTeam(infinite, '.minds/team.yaml');
    assert.deepEqual(read.problems, []);
    open().keep(infinite, read);
    startOver();
    assert.equal(open().recall(infinite), undefined);
  });

  it('stay few', () => {
    for (let edit = 0; edit < 120; edit++) {
      open().keep(`${text}# ${edit}\n`, team);
      startOver();
    }
    assert.ok(files().length <= 50, `${files().length} files`);
    assert.deepEqual(open().recall(`${text}# 119\n`), team);
  });

  it('are gone without harm where nothing can be written', () => {
    writeFileSync(folder, 'no folder');
    open().keep(text, team);
    startOver();
    assert.equal(open().recall(text), undefined);
  });
});
