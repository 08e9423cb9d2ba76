// SPEC 17: system prompt and tools of a default member are at most 9.5 kB. The workspace tools have the rest.

import assert from 'node:assert/strict';
import { workLanguage } from '../../src/core/prompt/language.ts';
import { noTeamFile } from '../../src/minds/team-file.ts';
import { controlTools } from '../../src/tools/control-tools.ts';
import { memoryTools } from '../../src/tools/memory-tools.ts';
import { mindTools, textingMindTools } from '../../src/tools/mind-tools.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';
import { buildSystemPrompt, emptyBrief } from '../support/system-prompt.ts';

const LIMIT = 6650;
const done = () => ({ ok: true, message: '' });
const taskdocs = { write: done, recall: done };
const shared = [
  ...controlTools({ states: () => [] }),
  waitForTool({ now: () => 0, root: () => undefined }),
  ...memoryTools({ add: done, replace: done, drop: done }),
];

describe('the fixed part of a request', () => {
  for (const language of ['en', 'zh'] as const) {
    for (const dialect of ['tellask', 'texting'] as const) {
      it(`leaves the workspace tools 2.85 kB of the 9.5 (${language}, ${dialect})`, () => {
        const tools = [...(dialect === 'texting' ? textingMindTools : mindTools)(taskdocs), ...shared];
        const team = noTeamFile().team;
        const member = team.members.get(team.defaultResponder);
        assert.ok(member);
        const prompt = buildSystemPrompt({
          language: workLanguage(language),
          dialect,
          team,
          member,
          place: { kind: 'root' },
          brief: emptyBrief,
          tools: tools.map(({ spec }) => spec.name),
          diligence: true,
          questionsBelow: [],
          openCalls: [],
          registered: [],
        });
        const wire = JSON.stringify(tools.map(({ spec }) => ({ type: 'function', function: spec })));
        const bytes = Buffer.byteLength(prompt) + Buffer.byteLength(wire);
        assert.ok(bytes <= LIMIT, `${bytes} bytes`);
        assert.doesNotMatch(wire, /inimum|aximum|Length|additional/, 'limits are told when a call breaks them');
      });
    }
  }
});
