import assert from 'node:assert/strict';
import { parseSchedulesFile } from '../../src/minds/times/parse-schedules.ts';
import { sayFault } from '../../src/words/say.ts';

const faults = (text: string) =>
  parseSchedulesFile(text).problems.map(({ fault, line, severity }) => [fault.id, line, severity]);

describe('.minds/schedules.yaml', () => {
  it('is a list, or a list with a time zone for all', () => {
    const nightly = { name: 'nightly', cron: '0 3 * * *', task: 'Check.', missed: 'skip' };
    assert.deepEqual(parseSchedulesFile('- {name: nightly, cron: "0 3 * * *", task: Check.}\n').schedules, [nightly]);
    const text =
      'zone: Europe/Berlin\nschedules:\n  - {name: nightly, cron: "0 3 * * *", task: Check., missed: once, agent: lead, taskdoc: tasks/n.tsk}\n  - {name: noon, cron: "0 12 * * *", task: Eat., zone: Asia/Tokyo}\n';
    assert.deepEqual(parseSchedulesFile(text), {
      schedules: [
        { ...nightly, missed: 'once', zone: 'Europe/Berlin', agent: 'lead', taskdoc: 'tasks/n.tsk' },
        { name: 'noon', cron: '0 12 * * *', task: 'Eat.', missed: 'skip', zone: 'Asia/Tokyo' },
      ],
      problems: [],
    });
  });

  it('says nothing of an empty file', () => {
    for (const text of ['', '# nothing yet\n', 'schedules:\n', '[]\n'])
      assert.deepEqual(parseSchedulesFile(text), { schedules: [], problems: [] }, text);
  });

  it('leaves out what is broken, and keeps the rest', () => {
    const text = [
      '- {name: a, cron: "every day", task: x}',
      '- {name: b, cron: "0 3 * * *", task: x, zone: Mars/Base}',
      '- {name: c, cron: "0 3 * * *"}',
      '- {name: d, cron: "0 3 * * *", task: x, missed: twice}',
      '- {name: e, cron: "0 3 * * *", task: x, crom: y}',
      '- nightly',
      '- {name: f, cron: "0 3 * * *", task: x}',
      '- {name: f, cron: "0 4 * * *", task: x}',
    ].join('\n');
    assert.deepEqual(
      parseSchedulesFile(text).schedules.map(({ name, cron }) => [name, cron]),
      [['f', '0 3 * * *']],
    );
    assert.deepEqual(faults(text), [
      ['cron-form', 1, 'error'],
      ['unknown-zone', 2, 'error'],
      ['bad-field', 3, 'error'],
      ['bad-field', 4, 'error'],
      ['unknown-key', 5, 'error'],
      ['bad-field', 6, 'error'],
      ['schedule-twice', 8, 'error'],
    ]);
    assert.deepEqual(faults('zone: Europe/Berlin\nschedules:\n  - nightly\n'), [['bad-field', 3, 'error']]);
  });

  it('says which schedule starts nothing for what is wrong in its entry', () => {
    const text = [
      '- {name: e, cron: "0 3 * * *", task: x, crom: y}',
      '- {name: f, cron: "0 3 * * *"}',
      '- nightly',
      '- {name: g, cron: "0 3 * * *", task: x}',
      '- {name: g, cron: "0 4 * * *", task: x}',
    ].join('\n');
    const said = (language: 'en' | 'zh') =>
      parseSchedulesFile(text).problems.map(({ fault }) => sayFault(fault, language).message);
    assert.deepEqual(said('en'), [
      'e starts nothing: unknown key crom',
      'f starts nothing: schedules.task: expected text, received nothing',
      'it starts nothing: schedules: expected a map, received text',
      'it starts nothing: the name g is used by a schedule above',
    ]);
    assert.deepEqual(
      said('zh').map(message => message.split('：', 1)[0]),
      ['e 无法启动对话', 'f 无法启动对话', '它无法启动对话', '它无法启动对话'],
    );
  });

  it('says of a cron expression and a time zone what is wrong with them, in its own words', () => {
    const said = (text: string) =>
      parseSchedulesFile(text).problems.map(({ column, fault }) => [column, sayFault(fault, 'en').message]);
    assert.deepEqual(said('- {name: a, cron: "61 * * * *", task: x}\n'), [
      [19, 'a is never due: Invalid value for minute: 61'],
    ]);
    assert.deepEqual(said('- {name: a, cron: "0 3 * * *", task: x, zone: Mars/Base}\n'), [
      [47, 'a is never due: there is no time zone Mars/Base'],
    ]);
  });

  it('takes five fields of numbers, names, lists, ranges and steps, and nothing else', () => {
    const textOf = (cron: string) => `- {name: a, cron: "${cron}", task: x}\n`;
    for (const cron of ['* * * * *', '*/10 8-18/2 1,15 JAN-mar,12 mon-Fri', '0  3 * * 7'])
      assert.deepEqual(faults(textOf(cron)), [], cron);
    const others = ['* * * * * *', '* * * * * * *', '* * * *', '@daily', '0 0 L * *', '0 0 1W * *', '0 0 * * 5#2'];
    for (const cron of [...others, '0 0 ? * *', '0 0 * mon *', '0 0 1 * +1', 'every day'])
      assert.deepEqual(
        parseSchedulesFile(textOf(cron)).problems.map(({ fault }) => fault),
        [{ id: 'cron-form', name: 'a', cron }],
      );
    assert.deepEqual(faults(textOf('61 0 * * *')), [['bad-cron', 1, 'error']]);
  });

  it('tells of a file that is no list, and of keys that nothing reads', () => {
    assert.deepEqual(faults('schedules: nightly\n'), [['not-a-list', 1, 'error']]);
    assert.deepEqual(faults('nightly\n'), [['not-a-list', 1, 'error']]);
    assert.deepEqual(faults('schedule: []\n'), [['unknown-key', 1, 'warning']]);
  });
});
