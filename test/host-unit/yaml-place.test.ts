import assert from 'node:assert/strict';
import { keysUnder, yamlPlaceAt } from '../../src/host/language/yaml-place.ts';

/** `|` marks the place; expected are path, kind and word. */
function check(text: string, path: string, kind: string, word = ''): void {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  const place = yamlPlaceAt(text.replace('|', '').split('\n'), before.length - 1, before.at(-1)?.length ?? 0);
  assert.deepEqual([place?.path.join('.'), place?.kind, place?.word], [path, kind, word], text);
}

function siblings(text: string): readonly string[] | undefined {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return yamlPlaceAt(text.replace('|', '').split('\n'), before.length - 1, before.at(-1)?.length ?? 0)?.siblings;
}

describe('a place in a YAML text', () => {
  it('is a key at the root, or under the keys above it by indentation', () => {
    check('|', '', 'key');
    check('def|', '', 'key', 'def');
    check('members:\n  lead:\n    na|: x', 'members.lead', 'key', 'na');
    check('members:\n  lead:\n    name: x\n\n    # note\n    |', 'members.lead', 'key');
    check('members:\n  lead:\n    name: x\n  |', 'members', 'key');
    check('members:\n  lead:\n    name: x\n|', '', 'key');
  });

  it('is a value behind a key, however far it is written', () => {
    check('default_responder:|', 'default_responder', 'value');
    check('default_responder: le|ad # him', 'default_responder', 'value', 'lead');
    check('members:\n  "lead":\n    base: http://a|', 'members.lead.base', 'value', '//a');
  });

  it('is found in flow collections too', () => {
    check('members:\n  lead: { na| }', 'members.lead', 'key', 'na');
    check('members:\n  lead: { name: Lena, toolsets: [read, me|] }', 'members.lead.toolsets', 'item', 'me');
    check('members: {\n  lead: { name: |\n', 'members.lead.name', 'value');
    check('members:\n  lead: { fbr: { effort: 1 }, | }', 'members.lead', 'key');
  });

  it('is an item of a list, at the column of its key or further right', () => {
    check('members:\n  lead:\n    toolsets:\n      - re|', 'members.lead.toolsets', 'item', 're');
    check('member_defaults:\n  toolsets:\n  - read\n  - |', 'member_defaults.toolsets', 'item');
    check('policy:\n  - tools: x\n    |', 'policy', 'key');
  });

  it('is found while lines above it are unfinished', () => {
    check('x: [a\ny: b|', 'y', 'value', 'b');
    check('x: {a: b\nmembers:\n  lead:\n    |', 'members.lead', 'key');
    check('x:\n  y\nz|', '', 'key', 'z');
    check('x: "a|', 'x', 'value', 'a');
    check('x:\n  "y z":\n    w|', 'x.y z', 'key', 'w');
  });

  it('is nowhere in a text that is nested too deep for the parser', () => {
    const deep = '['.repeat(100_000);
    assert.equal(yamlPlaceAt([deep], 0, 3), undefined);
    assert.deepEqual(keysUnder([deep], 'x'), []);
  });

  it('is nowhere in a comment, and a # within a word is none', () => {
    assert.equal(yamlPlaceAt(['a: b # c'], 0, 8), undefined);
    check('a: b#c|', 'a', 'value', 'c');
  });

  it('knows what stands beside it', () => {
    assert.deepEqual(siblings('members:\n  a:\n    name: A\n    |\n    icon: x\n  b:\n    model: y'), ['name', 'icon']);
    assert.deepEqual(siblings('x: { name: A, |, icon: b }'), ['name', 'icon']);
    assert.deepEqual(siblings('x: [read, |, write]'), ['read', 'write']);
    assert.deepEqual(siblings('x:\n  - read\n  - |'), ['read']);
  });

  it('never throws, wherever it is', () => {
    const text = 'a: {b: [c, "d: e", {f: \'g\'}]}\n- - x: y\n}}]: z\n\t- "open\n{{{[[';
    const lines = text.split('\n');
    for (const [line, content] of lines.entries()) {
      for (let column = 0; column <= content.length; column++) yamlPlaceAt(lines, line, column);
    }
    yamlPlaceAt(lines, 99, 99);
  });

  it('lists the keys of a map at the root, whatever is below them', () => {
    const text = 'a: 1\nmembers: # who\n  lead:\n    name: x\n  # no\n  other: {name: y}\nz: 1\n  no: 1';
    assert.deepEqual(keysUnder(text.split('\n'), 'members'), ['lead', 'other']);
    assert.deepEqual(keysUnder(['members: {lead: {}, other: x}'], 'members'), ['lead', 'other']);
    assert.deepEqual(keysUnder(['x: 1'], 'members'), []);
  });
});
