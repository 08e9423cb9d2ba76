// Real processes that are killed with SIGKILL, and two that race for what is left (SPEC 9.4, 11.3). A few; `npm run
// chaos --
// --rounds n` tries many.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { storyFolder } from './folder-story.ts';
import { inFolder, killAt, killPrinting, race } from './real-kills.ts';

describe('processes that are killed', function () {
  this.timeout(240_000);
  let healthy: string;
  before(async () => {
    healthy = await inFolder(async () => {});
  });

  it('within a write of a course file lose nothing, and repeat nothing', async () => {
    const end = await inFolder(async rtws => {
      assert.ok(await killAt(rtws, 60, 'within'));
    });
    assert.equal(end, healthy);
  });

  it('from outside while `dominds` prints lose nothing, and two that race for the rest repeat nothing', async () => {
    const playbook = storyFolder['.minds/p.yaml'] ?? '';
    const end = await inFolder(async rtws => {
      const play = (text: string) => writeFileSync(path.join(rtws, '.minds/p.yaml'), text);
      // It does not come to its end before it is killed.
      play(playbook.replace('{agent: coder, contains: build}', '$&, delayMs: 100000'));
      assert.equal(await killPrinting(rtws, [6, 'start', 'Begin']), 1);
      play(playbook);
      await race(rtws);
    });
    assert.equal(end, healthy);
  });
});
