// Three hundred short dialogues over five domains, which use everything that a domain can say (SPEC 16.1 - 16.16): each
// comes out right, also through `state replay --gold`; and a fault in labels, gold or domain is noticed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMap, isSeq, parseDocument } from 'yaml';
import type { Domain } from '../../../src/core/belief/domain/domain.ts';
import { readDomain } from '../../../src/core/belief/domain/domain-file.ts';
import type { Json } from '../../../src/core/belief/values/json.ts';
import { runDominds } from '../../cli/run-support.ts';
import * as bank from './corpus/bank.ts';
import * as cafe from './corpus/cafe.ts';
import * as clinic from './corpus/clinic.ts';
import type { Dialogue } from './corpus/dialogue.ts';
import * as hotel from './corpus/hotel.ts';
import * as rail from './corpus/rail.ts';
import { faultsOf, labelsOf } from './corpus/replay.ts';
import { domainOf } from './support.ts';

const corpus = { cafe, rail, clinic, bank, hotel };
const all = Object.values(corpus).flatMap(({ dialogues }) => dialogues);

/** Of each scene the first ways in which it is told: faults are put into these. */
function firstWays(dialogues: readonly Dialogue[]): readonly Dialogue[] {
  return dialogues.filter(({ name }) => / [1-4]$/.test(name));
}

/** Whether any dialogue of a domain tells that something is wrong. */
function isNoticed(domain: Domain, dialogues: readonly Dialogue[]): boolean {
  return dialogues.some(dialogue => faultsOf(domain, dialogue).length > 0);
}

describe('a corpus of dialogues', () => {
  it('has at least three hundred, over five domains, no two alike', () => {
    assert.equal(Object.keys(corpus).length, 5);
    assert.ok(all.length >= 300, `${all.length}`);
    const told = all.map(({ turns }) => JSON.stringify(turns));
    assert.equal(new Set(told).size, all.length);
  });

  it('uses every command and every rule', () => {
    const commands = new Set(all.flatMap(({ turns }) => turns.flatMap(turn => turn.commands.flatMap(Object.keys))));
    const wanted = [
      'start',
      'set',
      'correct',
      'clear',
      'cancel',
      'complete',
      'fallback',
      'request',
      'again',
      'confirm',
      'converse',
    ];
    assert.deepEqual(
      wanted.filter(kind => !commands.has(kind)),
      [],
    );
    const domains = Object.values(corpus)
      .map(({ domain }) => domain)
      .join('\n');
    for (const rule of [
      'confirm: true',
      'ask: always',
      'when:',
      'from:',
      'set_by: agent',
      'next:',
      'on_resume: ask',
      'on_resume: go',
      'entity:',
    ])
      assert.ok(domains.includes(rule), rule);
  });

  for (const [name, { domain: text, dialogues }] of Object.entries(corpus)) {
    it(`comes out right in the domain ${name}`, () => {
      const domain = domainOf(text);
      const faults = dialogues.flatMap(dialogue =>
        faultsOf(domain, dialogue).map(fault => `${dialogue.name}, ${fault}`),
      );
      assert.deepEqual(faults, []);
    });
  }
});

describe('state replay --gold on the corpus', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'dominds-corpus-'));
    for (const [name, { domain }] of Object.entries(corpus)) writeFileSync(path.join(folder, `${name}.yaml`), domain);
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { dialogues }] of Object.entries(corpus)) {
    it(`agrees in every turn of the domain ${name}`, async () => {
      for (const dialogue of dialogues) {
        const stdin = labelsOf(dialogue)
          .map(line => JSON.stringify(line))
          .join('\n');
        const argv = ['-C', folder, 'state', 'replay', `${name}.yaml`, '--gold'];
        const { code, json } = await runDominds(argv, { stdin });
        assert.equal(code, 0, dialogue.name);
        const { turn_accuracy: accuracy } = json.at(-1) as { turn_accuracy: number };
        assert.equal(accuracy, 1, dialogue.name);
      }
    }).timeout(60_000);
  }
});

describe('a fault', () => {
  it('in the gold of any turn is noticed', () => {
    for (const { domain: text, dialogues } of Object.values(corpus)) {
      const domain = domainOf(text);
      for (const dialogue of firstWays(dialogues)) {
        dialogue.turns.forEach(({ gold }, at) => {
          for (const flow of Object.keys(gold ?? {})) {
            for (const slot of Object.keys(gold?.[flow] ?? {})) {
              const wrong = { ...gold, [flow]: { ...gold?.[flow], [slot]: 'something else' as Json } };
              const turns = dialogue.turns.map((turn, index) => (index === at ? { ...turn, gold: wrong } : turn));
              assert.ok(faultsOf(domain, { ...dialogue, turns }).length > 0, `${dialogue.name}: ${flow}.${slot}`);
            }
          }
        });
      }
    }
  }).timeout(60_000);

  it('in the labels, a command that is missing, is noticed in nine of ten turns', () => {
    const [noticed, made] = [{ count: 0 }, { count: 0 }];
    for (const { domain: text, dialogues } of Object.values(corpus)) {
      const domain = domainOf(text);
      for (const dialogue of firstWays(dialogues)) {
        dialogue.turns.forEach(({ commands }, at) => {
          commands.forEach((_, left) => {
            const turns = dialogue.turns.map((turn, index) =>
              index === at ? { ...turn, commands: commands.toSpliced(left, 1) } : turn,
            );
            made.count += 1;
            if (faultsOf(domain, { ...dialogue, turns }).length > 0) noticed.count += 1;
          });
        });
      }
    }
    assert.ok(made.count > 700, `${made.count}`);
    assert.ok(noticed.count >= 0.9 * made.count, `${noticed.count} of ${made.count}`);
  }).timeout(60_000);

  it('in the domain, a rule that is missing, is noticed', () => {
    const rules = ['confirm', 'ask', 'when', 'from', 'set_by', 'next', 'on_resume', 'if', 'entity'];
    for (const [name, { domain: text, dialogues }] of Object.entries(corpus)) {
      const missed = domainsWithout(text, rules).flatMap(({ what, domain }) =>
        isNoticed(domain, firstWays(dialogues)) ? [] : [what],
      );
      assert.deepEqual(missed, [], name);
    }
  }).timeout(120_000);
});

/** The domain once without each key of these names. */
function domainsWithout(
  text: string,
  keys: readonly string[],
): readonly { readonly what: string; readonly domain: Domain }[] {
  const places: (readonly unknown[])[] = [];
  const document = parseDocument(text);
  const walk = (node: unknown, at: readonly unknown[]): void => {
    if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, [...at, index]);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      const name = String(key);
      const isSlotName = at.at(-1) === 'slots';
      if (keys.includes(name) && !isSlotName) places.push([...at, name]);
      walk(value, [...at, name]);
    }
  };
  walk(document.contents, []);
  return places.flatMap(place => {
    const changed = parseDocument(text);
    changed.deleteIn(place);
    const { domain } = readDomain(String(changed), 'changed.yaml');
    const flow = document.getIn([...place.slice(0, 2), 'name']);
    return domain === undefined ? [] : [{ what: `${flow}.${place.slice(2).join('.')}`, domain }];
  });
}
