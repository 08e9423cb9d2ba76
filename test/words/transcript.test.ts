import assert from 'node:assert/strict';
import type { CourseRecord } from '../../src/core/dialog/record.ts';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import { transcriptEn } from '../../src/words/en/transcript.ts';
import { transcriptZh } from '../../src/words/zh/transcript.ts';

type Said = string | ((...args: readonly unknown[]) => string);

describe('the words around a transcript', () => {
  it('are Chinese in Chinese, and take over the same names and numbers', () => {
    // Names and marks only, in either language; and tables of their own.
    const wordless = ['marked', 'questionClosings', 'brokenOff', 'place', 'permissionModes'];
    const said = (words: Said) => (typeof words === 'string' ? words : words('a1', ['b2'], ['c3']));
    const namesIn = (text: string) => (text.match(/a1|b2|c3/g) ?? []).toSorted();
    for (const [key, english] of Object.entries(transcriptEn)) {
      if (wordless.includes(key)) continue;
      const chinese = said(transcriptZh[key as keyof typeof transcriptZh] as Said);
      if (key !== 'generation') assert.match(chinese, /\p{Script=Han}/u, key);
      if (!['done', 'generation'].includes(key)) assert.deepEqual(namesIn(chinese), namesIn(said(english)), key);
    }
  });

  it('say how a generation ended and whether a tool did its work', () => {
    const outcomes = ['complete', 'cut', 'stopped', 'failed', 'stream-error'] as const;
    for (const words of [transcriptEn, transcriptZh]) {
      const said = outcomes.map(outcome => words.generation(outcome));
      assert.deepEqual([new Set(said).size, said.filter(text => text.trim() === '')], [outcomes.length, []]);
    }
    assert.deepEqual(
      [transcriptEn.generation('stopped'), transcriptZh.generation('stopped')],
      ['generation stopped', '生成已停止'],
    );
    const returned = (ok: boolean) =>
      [transcriptEn, transcriptZh].map(words => words.toolReturned('grep', ok, undefined));
    assert.deepEqual(
      [returned(true), returned(false)],
      [
        ['grep returns', 'grep 返回'],
        ['grep refuses', 'grep 拒绝'],
      ],
    );
  });

  it('say that a request was cancelled, and not that it failed', () => {
    const fact = { kind: 'responseSupplied', callId: 'c', from: 's', agentId: 'bob', ok: false };
    const headings = ['dismissed', 'no key'].map(
      content =>
        transcriptBlocks([{ v: 1, at: '2026-01-05T09:31:00.000Z', ...fact, content } as CourseRecord], transcriptEn)[0]
          ?.heading,
    );
    assert.deepEqual(headings, ['the request to bob is cancelled', 'bob fails to answer']);
  });

  it('set each part of a step of a draft dialogue apart, so that Markdown does not run them together', () => {
    const step = {
      ...{ v: 1, at: '2026-01-05T09:31:00.000Z', kind: 'draftStepped' },
      draft: { id: 'd2', text: 'The newest.' },
      earlier: [{ id: 'd1', text: 'One before.' }],
      note: 'a note',
      thoughts: [{ text: 'one' }, { text: 'two' }],
    } as unknown as CourseRecord;
    const [block] = transcriptBlocks([step], transcriptEn);
    const { note, thought } = transcriptEn;
    const parts = ['One before.', 'The newest.', note('a note'), thought('one'), thought('two')];
    assert.ok(block?.text.startsWith(parts.join('\n\n')), block?.text);
  });

  it('show a draft, or that there is none, with all that a step left beside it', () => {
    const step = (parts: object) =>
      ({
        ...{ v: 1, at: '2026-01-05T09:31:00.000Z', kind: 'draftStepped', thoughts: [], model: 'm', ms: 1500 },
        ...parts,
      }) as unknown as CourseRecord;
    const steps = [
      step({ draft: { id: 'd2', text: 'The newest.' } }),
      step({ warning: 'no list', rest: '- more' }),
      step({ earlier: [{ id: 'd3', text: 'One before.' }], note: 'a note' }),
    ];
    const spent = 'm · usage unknown · 1.5 s';
    assert.deepEqual(
      transcriptBlocks(steps, transcriptEn).map(({ speaker, heading, text }) => [speaker, heading, text]),
      [
        ['member', 'agent offers draft d2', `The newest.\n\n${spent}`],
        ['member', 'agent thinks on', `warning: no list\n\nleft over: - more\n\n${spent}`],
        ['member', 'agent thinks on', `One before.\n\nnote: a note\n\n${spent}`],
      ],
    );
  });

  it('say who changed the dialogue state, and how', () => {
    const at = '2026-01-05T09:31:00.000Z';
    const commands = [{ start: 'query' }, { set: { flow: 'query', slot: 'limit', value: 5 } }];
    const [command] = commands;
    const changed = { kind: 'beliefChanged', command, changes: [] };
    const records = [
      { kind: 'turnBegan', turn: 1, by: 'person', commands, changes: [] },
      { kind: 'turnBegan', turn: 2, by: 'person', commands, changes: [], note: 'query started' },
      { kind: 'turnBegan', turn: 3, by: 'agent', commands: [], changes: [] },
      { ...changed, by: 'person', note: 'query started' },
      { ...changed, by: 'person' },
      { ...changed, by: 'agent', note: 'unused' },
      { ...changed, by: 'internal' },
      { kind: 'rolledBack', from: 2, to: 1 },
    ].map(fact => ({ v: 1, at, ...fact }) as unknown as CourseRecord);
    assert.deepEqual(
      transcriptBlocks(records, transcriptEn).map(({ speaker, heading, text }) => [speaker, heading, text]),
      [
        ['runtime', 'turn 1 of the dialogue state', commands.map(each => JSON.stringify(each)).join('\n')],
        ['runtime', 'turn 2 of the dialogue state', 'query started'],
        ['person', 'you change the dialogue state', 'query started'],
        ['person', 'you change the dialogue state', JSON.stringify(command)],
        ['runtime', 'agent changes the dialogue state', JSON.stringify(command)],
        ['runtime', 'an Internal flow changes the dialogue state', JSON.stringify(command)],
        ['person', transcriptEn.rolledBack(2, 1), ''],
      ],
    );
  });

  it('show what a person said with the names of its images, the text before them', () => {
    const image = { hash: 'h', name: 'plan.png', type: 'image/png', bytes: 10 };
    const said = (content: string, images?: readonly object[]) =>
      ({
        v: 1,
        at: '2026-01-05T09:31:00.000Z',
        kind: 'userSaid',
        msgId: 'm',
        content,
        ...(images && { images }),
      }) as CourseRecord;
    const texts = transcriptBlocks([said('Look', [image]), said('', [image]), said('Look')], transcriptEn).map(
      ({ text }) => text,
    );
    const label = texts[1] ?? '';
    assert.match(label, /^\[image .*plan\.png.*\]$/);
    assert.deepEqual(texts, [`Look\n${label}`, label, 'Look']);
  });

  it('name the place and the author of an answer', () => {
    const heading = (by: object | undefined, words = transcriptEn) => {
      const fact = { kind: 'questionAnswered', questionId: 'q1', msgId: 'm', content: 'red', ...(by && { by }) };
      return transcriptBlocks([{ v: 1, at: '2026-01-05T09:31:00.000Z', ...fact } as CourseRecord], words)[0]?.heading;
    };
    assert.equal(heading(undefined), 'you answer q1');
    assert.equal(heading({ kind: 'person', surface: 'cli' }), 'you answer q1 on the command line');
    assert.equal(heading({ kind: 'policy', surface: 'panel' }), 'your rule answers q1 in the panel');
    assert.equal(heading({ kind: 'person', surface: 'later' }), 'you answer q1 through later');
    assert.equal(heading({ kind: 'person', surface: 'cli' }, transcriptZh), '你在命令行中回答 q1');
    assert.equal(heading({ kind: 'policy', surface: 'later' }, transcriptZh), '你的规则通过 later 回答 q1');
    const places = [transcriptEn, transcriptZh].map(words => words.place({ kind: 'person', surface: 'cli' }));
    assert.deepEqual(places, ['on the command line', '在命令行中']);
  });

  it('are those that were asked for', () => {
    const at = '2026-01-05T09:31:00.000Z';
    const record = (fact: object): CourseRecord => ({ v: 1, at, ...fact }) as CourseRecord;
    const identity = { kind: 'root', rootId: 'r', selfId: 'r', agentId: 'lead', taskDocPath: 'tasks/r.tsk' };
    const records = [
      record({ kind: 'dialogCreated', identity: { ...identity, createdAt: at, dialect: 'tellask', mode: 'chat' } }),
      record({ kind: 'userSaid', msgId: 'm', content: 'Paint it' }),
      record({ kind: 'assistantThought', genseq: 1, text: 'Hm', cut: true }),
      record({ kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'Done.' }] }),
      record({ kind: 'generationEnded', genseq: 1, outcome: 'complete', model: 'playbook', ms: 1500 }),
      record({ kind: 'dialogCompleted', by: 'agent' }),
    ];
    assert.deepEqual(
      transcriptBlocks(records, transcriptZh).map(({ heading }) => heading),
      [
        '由 lead 负责 · Taskdoc tasks/r.tsk',
        '你',
        'lead 思考（脚本，被截断）',
        'lead（脚本）',
        '生成完毕 · playbook · 用量未知 · 1.5 秒',
        '由智能体标记完成',
      ],
    );
  });
});
