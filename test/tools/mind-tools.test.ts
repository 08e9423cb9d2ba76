import assert from 'node:assert/strict';
import type { CallId } from '../../src/core/base/ids.ts';
import type { SaidTellask } from '../../src/core/dialog/record-parts.ts';
import type { SectionRequest } from '../../src/tools/minds/mind-tools.ts';
import { mindTools, textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import { callTool, stateOf } from './tool-support.ts';

const written: [SectionRequest, string][] = [];
const taskdocs = {
  write: (at: SectionRequest, content: string) => {
    written.push([at, content]);
    return { ok: content !== 'stale', message: 'told' };
  },
  recall: ({ section }: SectionRequest) => ({ ok: true, message: `${section.category}/${section.selector}` }),
};
const tools = mindTools(taskdocs);
const texting = textingMindTools(taskdocs);

const human: SaidTellask = {
  kind: 'tellask',
  valid: true,
  mention: 'human',
  headline: '@human may I?\n',
  body: '',
  callId: 'c9' as CallId,
};

describe('clear_mind', () => {
  it('requests a new course', async () => {
    const { ok, facts } = await callTool(tools, 'clear_mind', {});
    assert.ok(ok);
    assert.deepEqual(facts, [{ kind: 'clearMindRequested', reason: 'clear_mind' }]);
  });

  it('adds the reminder first', async () => {
    const { facts } = await callTool(tools, 'clear_mind', { reminder_content: 'b' }, stateOf({}, { reminders: ['a'] }));
    assert.deepEqual(facts, [
      { kind: 'remindersSet', reminders: ['a', 'b'] },
      { kind: 'clearMindRequested', reason: 'clear_mind' },
    ]);
  });

  it('is refused beside a question to the person', async () => {
    const result = await callTool(tools, 'clear_mind', { reminder_content: 'x' }, stateOf({}, { tellasks: [human] }));
    assert.equal(result.ok, false);
    assert.equal(result.facts, undefined);
    assert.match(result.content, /also asks the person/);
  });

  it('takes ask_human for a question in the texting dialect only', async () => {
    const tellasks = [{ ...human, mention: 'ask_human' }];
    assert.equal((await callTool(tools, 'clear_mind', {}, stateOf({}, { tellasks }))).ok, true);
    assert.equal((await callTool(texting, 'clear_mind', {}, stateOf({ dialect: 'texting' }, { tellasks }))).ok, false);
  });

  it('goes together with tellasks of teammates', async () => {
    const tellasks = [{ ...human, mention: 'bob' }];
    assert.equal((await callTool(tools, 'clear_mind', {}, stateOf({}, { tellasks }))).ok, true);
  });

  it('is refused after mark_done', async () => {
    assert.equal((await callTool(tools, 'clear_mind', {}, stateOf({}, { closing: { kind: 'done' } }))).ok, false);
  });

  it('gives the first message of the new course in the texting dialect', async () => {
    const { facts } = await callTool(texting, 'clear_mind', { prompt: 'go on\n' });
    assert.deepEqual(facts, [{ kind: 'clearMindRequested', reason: 'clear_mind', prompt: 'go on' }]);
  });
});

describe('change_mind', () => {
  beforeEach(() => {
    written.length = 0;
  });

  it('writes a section of the taskdoc and nothing else', async () => {
    const result = await callTool(tools, 'change_mind', { selector: 'goals', content: 'G' });
    assert.deepEqual(result, { ok: true, content: 'told' });
    await callTool(tools, 'change_mind', { category: 'bearinmind', selector: 'risks', content: 'R' });
    const at = { dialog: 'root1', taskDocPath: 'tasks/x.tsk' };
    assert.deepEqual(written, [
      [{ ...at, section: { selector: 'goals', category: undefined } }, 'G'],
      [{ ...at, section: { selector: 'risks', category: 'bearinmind' } }, 'R'],
    ]);
  });

  it('tells a subdialog to ask its tellasker', async () => {
    const args = { selector: 'goals', content: 'G' };
    assert.match((await callTool(tools, 'change_mind', args, stateOf({ kind: 'sub' }))).content, /!\?@tellasker/);
    const inTexting = stateOf({ kind: 'sub', dialect: 'texting' });
    assert.match((await callTool(texting, 'change_mind', { content: 'G' }, inTexting)).content, /`@tellasker/);
    assert.deepEqual(written, []);
  });

  it('replaces the goals and begins a new course in the texting dialect', async () => {
    const { facts } = await callTool(texting, 'change_mind', { content: 'G', prompt: 'next' });
    assert.deepEqual(facts, [{ kind: 'clearMindRequested', reason: 'change_mind', prompt: 'next' }]);
    assert.deepEqual(written[0]?.[0].section, { selector: 'goals' });
  });

  it('begins no new course in the texting dialect when it is refused', async () => {
    assert.deepEqual(await callTool(texting, 'change_mind', { content: 'stale' }), { ok: false, content: 'told' });
    written.length = 0;
    const asking = stateOf({ dialect: 'texting' }, { tellasks: [human] });
    assert.equal((await callTool(texting, 'change_mind', { content: 'G' }, asking)).ok, false);
    assert.deepEqual(written, []);
  });
});

describe('reminders', () => {
  const state = stateOf({}, { reminders: ['a', 'b'] });
  const cases: readonly [name: string, args: Record<string, unknown>, after: readonly string[] | RegExp][] = [
    ['add_reminder', { content: 'c' }, ['a', 'b', 'c']],
    ['add_reminder', { content: 'c', position: 1 }, ['c', 'a', 'b']],
    ['add_reminder', { content: 'c', position: 3 }, ['a', 'b', 'c']],
    ['add_reminder', { content: 'c', position: 4 }, /from 1 to 3/],
    ['add_reminder', { content: 'c', position: 0 }, /from 1 to 3/],
    ['add_reminder', { content: ' ' }, /Empty/],
    ['add_reminder', { content: 'x'.repeat(32_001) }, /Too long: a reminder has at most 32000 characters/],
    ['update_reminder', { reminder_no: 1, content: 'x'.repeat(32_001) }, /Too long/],
    ['clear_mind', { reminder_content: 'x'.repeat(32_001) }, /Too long/],
    ['update_reminder', { reminder_no: 2, content: 'c' }, ['a', 'c']],
    ['update_reminder', { reminder_no: 0, content: 'c' }, /no reminder 0: they are numbered 1 to 2/],
    ['update_reminder', { reminder_no: 1, content: '' }, /delete_reminder/],
    ['update_reminder', { content: 'c' }, /reminder_no/],
    ['delete_reminder', { reminder_no: 1 }, ['b']],
    ['delete_reminder', { reminder_no: 3 }, /no reminder 3/],
    ['delete_reminder', { reminder_no: 1.5 }, /a whole number, not 1\.5/],
  ];
  for (const [name, args, after] of cases) {
    it(`${name} ${JSON.stringify(args)} gives ${String(after)}`, async () => {
      const { ok, content, facts } = await callTool(tools, name, args, state);
      if (after instanceof RegExp) {
        assert.equal(ok, false);
        assert.match(content, after);
        assert.equal(facts, undefined);
      } else {
        assert.deepEqual(facts, [{ kind: 'remindersSet', reminders: after }]);
      }
    });
  }
});

describe('recall_taskdoc', () => {
  it('passes on the section', async () => {
    assert.deepEqual(await callTool(tools, 'recall_taskdoc', { category: 'research', selector: 'sources' }), {
      ok: true,
      content: 'research/sources',
    });
  });
});
