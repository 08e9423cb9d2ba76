import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { defaultDraftLimits, limitRanges, readDraftLimits } from '../../src/core/draft/limits.ts';
import { draftSettingKeys, draftSettings } from '../../src/host/settings/draft-setting-keys.ts';

interface Setting {
  readonly type: string;
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

describe('the settings of draft dialogues', () => {
  let settings: Readonly<Record<string, Setting>>;
  before(async () => {
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    settings = Object.assign(
      {},
      ...[manifest.contributes.configuration].flat().map(({ properties }: { properties: object }) => properties),
    );
  });

  it('have the ranges and defaults of the file', () => {
    for (const [setting, key] of Object.entries(draftSettingKeys)) {
      const { type, minimum, maximum } = settings[`dominds.draft.${setting}`] ?? {};
      const range = limitRanges[key];
      if (!range) continue;
      assert.deepEqual([type, minimum, maximum], [range.whole ? 'integer' : 'number', range.min, range.max], setting);
    }
    const defaults = draftSettings(setting => settings[`dominds.draft.${setting}`]?.default);
    assert.deepEqual(readDraftLimits(defaults), { limits: defaultDraftLimits, problems: [] });
  });

  it('that are not set are left to what is built in', () => {
    assert.deepEqual(
      draftSettings(setting => (setting === 'quietSteps' ? 0 : undefined)),
      { quiet_steps: 0 },
    );
  });
});
