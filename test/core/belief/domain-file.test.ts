// Domain files: what is accepted, and where and why anything else is not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { flowTitle, slotTitle } from '../../../src/core/belief/domain/domain.ts';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import { softwareDomain, softwareDomainText } from '../../../src/core/belief/domain/software-domain.ts';
import { runs } from '../../support/properties.ts';
import { toldProblem } from '../../support/told.ts';
import { head, intentNames, shop, shopText, typeNames } from './support.ts';

const flowText = '  - {name: query, intent: Read, slots: {source: {type: SourceSlot, priority: required}}}\n';

/** Checks the only error of a text: its line, what stands at its column, and its reason. */
function checkError(text: string, line: number, at: string, reason: RegExp): void {
  const { domain, problems } = readDomain(text, 'd.yaml');
  const [error, ...others] = problems.map(toldProblem).filter(({ severity }) => severity === 'error');
  assert.match(error?.message ?? '', reason);
  assert.deepEqual({ line: error?.line, file: error?.file }, { line, file: 'd.yaml' });
  const column = error?.column ?? 0;
  assert.equal(text.split('\n')[line - 1]?.slice(column - 1, column - 1 + at.length), at);
  assert.deepEqual(others, []);
  assert.equal(domain, undefined);
}

/** Checks the error of one flow written on line 5. */
function checkFlow(flow: string, at: string, reason: RegExp): void {
  checkError(`${head}flows:\n  - ${flow}\n`, 5, at, reason);
}

describe('a domain file', () => {
  it('has 7 intents and 16 slot types', () => {
    assert.equal(intentNames(shop).length, 7);
    assert.equal(typeNames(shop).length, 16);
  });

  it('may have 64 flows, and not 65', () => {
    const flows = (count: number) =>
      Array.from({ length: count }, (_, index) => `  - {name: f${index}, intent: Read}\n`).join('');
    assert.equal(readDomain(`${head}flows:\n${flows(64)}`, 'd').domain?.flows.length, 64);
    checkError(`${head}flows:\n${flows(65)}`, 69, '{name: f64', /65 flows; at most 64/);
  });

  it('gives flows and slots titles for people, which are their names in words where there are none', () => {
    const slots =
      '{order_no: {type: BaseSlot, priority: required, title: Order number}, ready_on: {type: BaseSlot, priority: optional}}';
    const text = `${head}flows:\n  - {name: report_fault, title: Report a fault, intent: Read, slots: ${slots}}\n  - {name: call_back, intent: Read}\n`;
    const { domain, problems } = readDomain(text, 'd.yaml');
    assert.deepEqual(problems, []);
    const titles = ['report_fault', 'call_back', 'not_there'].map(name => flowTitle(domain, name));
    assert.deepEqual(titles, ['Report a fault', 'call back', 'not there']);
    const ofSlots = ['order_no', 'ready_on'].map(name => slotTitle(domain, 'report_fault', name));
    assert.deepEqual(ofSlots, ['Order number', 'ready on']);
  });

  it('says what flows and slots say of the conversation', () => {
    const text = `${head}flows:
  - name: find
    intent: Read
    confirm: true
    on_resume: go
    next: [{if: 'a == "x"', start: buy}, {start: find}]
    slots:
      a: {type: BaseSlot, priority: required, ask: always}
      b: {type: BaseSlot, priority: optional, when: not filled(a), from: [buy.a, find.a]}
      c: {type: BaseSlot, priority: optional, set_by: agent, from: buy.a}
  - {name: buy, intent: Change, slots: {a: {type: BaseSlot, priority: required}}}
`;
    const { domain, problems } = readDomain(text, 'd.yaml');
    assert.deepEqual(problems, []);
    const [find] = domain?.flows ?? [];
    assert.deepEqual([find?.confirm, find?.onResume], [true, 'go']);
    assert.deepEqual(find?.next, [
      { start: 'buy', if: { op: '==', left: { slot: 'a' }, right: { value: 'x' } } },
      { start: 'find' },
    ]);
    const { a, b, c } = find?.slots ?? {};
    assert.deepEqual([a?.ask, b?.from, c?.setBy, c?.from], ['always', ['buy.a', 'find.a'], 'agent', ['buy.a']]);
    assert.deepEqual([a?.question, c?.question], [undefined, undefined]);
    assert.deepEqual(b?.when, { op: 'not', of: { op: 'filled', slot: 'a' } });
  });

  it('takes the question that asks for a slot, alone and beside always', () => {
    const read = (ask: string) => {
      const text = `${head}flows:\n  - {name: f, intent: Read, slots: {s: {type: BaseSlot, priority: required, ask: ${ask}}}}\n`;
      const { s } = readDomain(text, 'd.yaml').domain?.flows[0]?.slots ?? {};
      return [s?.ask, s?.question];
    };
    assert.deepEqual(read('"Which town?"'), [undefined, 'Which town?']);
    assert.deepEqual(read('[always, "哪个城市？"]'), ['always', '哪个城市？']);
  });

  it('names what means nothing in the rules of the conversation', () => {
    const slot = (rule: string) =>
      `{name: f, intent: Read, slots: {o: {type: BaseSlot, priority: optional}, s: {type: BaseSlot, priority: optional, ${rule}}}}`;
    checkFlow(slot("when: 'x == 1'"), "'x == 1'", /f has no slot x/);
    checkFlow(slot('when: o == red'), 'o == red', /f has no slot red/);
    checkFlow(slot('when: o > 1'), 'o > 1', /this condition cannot be read: found > at 3, expected/);
    checkFlow(slot('when: 5'), '5', /a condition is a text/);
    checkFlow(slot('when: filled(s)'), 'filled(s)', /whether s counts depends on s itself/);
    checkFlow(slot('from: [g.s]'), '[g.s]', /there is no flow g/);
    checkFlow(slot('from: [f.t]'), '[f.t]', /f has no slot t/);
    checkFlow(slot('from: s'), 's}', /from must be a list of slots of flows/);
    checkFlow(slot('ask: never'), 'never', /"never" is not allowed here/);
    checkFlow(slot('set_by: person'), 'person', /"person" is not allowed here/);
    checkFlow(slot('ask: always, set_by: agent'), 'ask', /never asked for/);
    checkFlow(slot('ask: Which one?, set_by: agent'), 'ask', /never asked for/);
    checkFlow('{name: f, intent: Read, confirm: maybe}', 'maybe', /"maybe" is not allowed here/);
    checkFlow('{name: f, intent: Read, on_resume: wait}', 'wait', /"wait" is not allowed here/);
    checkFlow('{name: f, intent: Read, next: g}', 'g}', /next must be a list/);
    checkFlow('{name: f, intent: Read, next: [{if: filled(s)}]}', '{if', /must name the flow to start/);
    checkFlow('{name: f, intent: Read, next: [{start: g}]}', 'g}', /there is no flow g/);
    checkFlow('{name: f, intent: Read, next: [{start: f, if: filled(s)}]}', 'filled(s)', /f has no slot s/);
  });

  it('names conditions that go in a circle', () => {
    const slots =
      'a: {type: BaseSlot, priority: optional, when: filled(b)}, b: {type: BaseSlot, priority: optional, when: filled(a)}';
    const { problems } = readDomain(`${head}flows:\n  - {name: f, intent: Read, slots: {${slots}}}\n`, 'd.yaml');
    assert.deepEqual(
      problems.map(problem => toldProblem(problem).message),
      ['whether a counts depends on a itself', 'whether b counts depends on b itself'],
    );
  });

  it('needs four own intents, each with its role', () => {
    const withIntents = (intents: string) =>
      `name: d\nintents: ${intents}\nslot_types: [A, B, C, D]\nflows:\n  - {name: f, intent: Plan}\n`;
    checkError(withIntents('{Read: read, Clean: prepare, Change: transform}'), 2, 'intents', /6 intents; exactly 7/);
    checkError(withIntents('{R: read, C: prepare, T: transform, S: watch}'), 2, 'watch', /"watch" is not a role/);
    checkError(
      withIntents('{R: read, C: prepare, T: transform, S: read}'),
      2,
      'read}',
      /two intents have the role read/,
    );
    checkError(withIntents('{R: read, C: prepare, T: transform, Plan: schedule}'), 2, 'Plan', /Plan is in every/);
  });

  it('needs four own slot types', () => {
    const withTypes = (types: string) => `${head.replace(/slot_types.*/, `slot_types: ${types}`)}flows: []\n`;
    checkError(withTypes('[A, B, C]'), 3, 'slot_types', /3 slot types of your own; exactly 4/);
    checkError(withTypes('[A, B, C, D, E]'), 3, 'slot_types', /5 slot types of your own; exactly 4/);
    checkError(withTypes('[A, B, C, A]'), 3, 'A]', /A is listed twice/);
    checkError(withTypes('[A, B, C, {name: D, base: FormulaSlot}]'), 3, 'FormulaSlot}', /not a base/);
    checkError(withTypes('[A, B, C, BaseSlot]'), 3, 'BaseSlot]', /BaseSlot is in every domain/);
  });

  it('gives an own type the behaviour of its base, of its name, or of BaseSlot', () => {
    const types = '[{name: Place, base: RangeSlot}, ScoreSlot, Other, {name: ChartSlot}]';
    const { domain } = readDomain(`${head.replace(/slot_types.*/, `slot_types: ${types}`)}flows: []\n`, 'd');
    assert.deepEqual(
      domain?.ownTypes.map(({ behaviour }) => behaviour),
      ['RangeSlot', 'ScoreSlot', 'BaseSlot', 'ChartSlot'],
    );
  });

  it('tells where a flow is wrong', () => {
    checkFlow('{name: f, intent: Write}', 'Write', /"Write" is not an intent/);
    checkFlow('{name: f}', '{name', /no intent/);
    checkFlow('{intent: Read}', '{intent', /no name/);
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: TimeSlot, priority: required}}}',
      'TimeSlot',
      /not a slot type/,
    );
    checkFlow('{name: f, intent: Read, slots: {s: {type: BaseSlot, priority: must}}}', 'must', /not a priority/);
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: BaseSlot, priority: elective}}}',
      's: {',
      /only elective slot/,
    );
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: LevelSlot, priority: optional, min: 2, max: 1}}}',
      '1}}}',
      /below min/,
    );
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: ExactSlot, priority: optional, pattern: "("}}}',
      '"("',
      /regular/,
    );
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: ExactSlot, priority: optional, pattern: "a(?=b)"}}}',
      '"a(?=b)"',
      /regular expression cannot be used: \(\?=…\) looks ahead/,
    );
    checkFlow(
      '{name: f, intent: Read, slots: {s: {type: LevelSlot, priority: optional, default: x}}}',
      'x}}}',
      /default/,
    );
  });

  it('refuses a second flow of the same name where it stands', () => {
    checkError(`${head}flows:\n${flowText}${flowText}`, 6, 'query', /query is listed twice/);
  });

  it('tells where the YAML is broken', () => {
    checkError('name: [a\nintents: {}\n', 2, '', /invalid YAML/);
  });

  it('says what is missing in an empty file', () => {
    checkError('', 1, '', /a domain file is a map/);
  });

  it('warns of keys that mean nothing and is usable all the same', () => {
    const { domain, problems } = readDomain(`${head}colour: red\nflows:\n${flowText}`, 'd');
    assert.deepEqual(
      problems.map(({ severity, line }) => ({ severity, line })),
      [{ severity: 'warning', line: 4 }],
    );
    assert.ok(domain);
  });

  it('tells of lists and maps within themselves wherever they are, and of names that are objects', () => {
    const { length } = shopText;
    const places = [...shopText.matchAll(/(?<=[:,[{-] )[^\s:,[\]{}]+(?=[,}\]\n])/g)];
    assert.ok(places.length > 50 && length > 0);
    for (const { index, 0: value } of places) {
      for (const hostile of ['&z [*z]', '&z {k: *z}', '[{toString: x}]']) {
        const text = shopText.slice(0, index) + hostile + shopText.slice(index + value.length);
        const { problems } = readDomain(text, 'd.yaml');
        if (hostile.startsWith('&'))
          assert.ok(
            problems.map(toldProblem).some(({ message }) => message === 'invalid YAML: *z lies within itself'),
            text,
          );
      }
    }
  });

  it('never throws', () => {
    const lines = shopText.split('\n').slice(0, 12);
    fc.assert(
      fc.property(fc.nat(lines.length), fc.string(), fc.constantFrom('{', '*a', ': ', '- ', ''), (at, text, sign) => {
        readDomain(lines.with(Math.min(at, lines.length - 1), `${sign}${text}`).join('\n'), 'd');
      }),
      runs(60),
    );
  });
});

describe('the domains that are there', () => {
  it('include one for work on software with flows of every intent', () => {
    const domain = softwareDomain();
    assert.deepEqual(readDomain(softwareDomainText, 'software.yaml').problems, []);
    const used = new Set(domain.flows.map(({ intent }) => intent));
    assert.deepEqual([...used].sort(), intentNames(domain).toSorted());
    const types = new Set(domain.flows.flatMap(({ slots }) => Object.values(slots).map(({ type }) => type)));
    assert.deepEqual([...types].sort(), typeNames(domain).toSorted());
  });

  for (const name of ['shop-data', 'travel']) {
    it(`include the sample ${name}, without a problem`, () => {
      const file = path.resolve(import.meta.dirname, '../../../examples/domains', `${name}.yaml`);
      const { domain, problems } = readDomain(readFileSync(file, 'utf8'), file);
      assert.deepEqual(problems, []);
      assert.equal(domain?.name, name);
    });
  }
});
