import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { offersOf } from '../../src/core/facts/file-faults.ts';
import type { JsonSchema } from '../../src/host/language/json-schema.ts';
import { explainAt, type Suggestion, suggestAt } from '../../src/host/language/schema-suggestions.ts';
import { teamLanguage } from '../../src/host/language/team-suggestions.ts';
import { yamlPlaceAt } from '../../src/host/language/yaml-place.ts';
import { parseLlmFile } from '../../src/minds/models/llm-file.ts';
import { parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { t } from './support.ts';

const schema: JsonSchema = JSON.parse(readFileSync(path.join(root, 'media/schemas/team.schema.json'), 'utf8'));

describe('suggestions in a team file', () => {
  it('offers the keys that are not there yet', () => {
    const offered = labels('dialect: tellask\n|');
    assert.ok(offered.includes('default_responder') && offered.includes('members'));
    assert.ok(!offered.includes('dialect'));
    assert.ok(labels('members:\n  lead:\n    name: Lena\n    |').includes('toolsets'));
    assert.ok(!labels('members:\n  lead: { name: Lena, | }').includes('name'));
  });

  it('offers the members of the file for default_responder', () => {
    assert.deepEqual(labels('default_responder: |'), ['lead', 'robin']);
  });

  it('offers toolsets that are not in the list yet, providers, and yes or no', () => {
    assert.deepEqual(labels('member_defaults:\n  toolsets: [read, |]').includes('read'), false);
    assert.ok(labels('member_defaults:\n  toolsets:\n    - |').includes('shell'));
    assert.equal(labels('member_defaults:\n  toolsets: [read, |]').at(-1), 'mcp:weather');
    assert.deepEqual(labels('member_defaults:\n  provider: |'), ['openai', 'my-box']);
    assert.deepEqual(labels('members:\n  lead:\n    hidden: |'), ['true', 'false']);
    assert.deepEqual(labels('members:\n  lead:\n    fbr: { | }'), ['effort', 'tools']);
  });

  it('offers the keys of a server in mcp.yaml', () => {
    const mcp: JsonSchema = JSON.parse(readFileSync(path.join(root, 'media/schemas/mcp.schema.json'), 'utf8'));
    const place = at('servers:\n  weather:\n    command: npx\n    |');
    const offered = place ? suggestAt(place, { schema: mcp }) : [];
    assert.deepEqual(
      offered.map(({ label }) => label),
      ['args', 'env', 'cwd', 'url', 'headers', 'timeout_s'],
    );
  });

  it('writes a key as its value is written: a list in brackets, a map indented below', () => {
    const inserted = (label: string) => suggest('members:\n  lead:\n    |').find(each => each.label === label)?.insert;
    assert.equal(inserted('toolsets'), 'toolsets: [$0]');
    assert.equal(inserted('fbr'), 'fbr:\n\t$0');
    assert.equal(inserted('name'), 'name: $0');
    assert.deepEqual(labels('members:\n  |'), ['New member']);
  });

  it('explains a key with an example', () => {
    const text = explain('members:\n  lead:\n    toolse|ts: [read]') ?? '';
    assert.match(text, /^\*\*toolsets\*\* — Sets of tools/);
    assert.match(text, /`read` · `write`/);
    assert.match(text, /toolsets: \[read, memory\]/);
    assert.equal(explain('members:\n  lead:\n    toolsets: [re|ad]'), undefined);
    assert.equal(explain('unknown|: 1'), undefined);
  });
});

describe('names that a problem offers instead', () => {
  it('takes the nearest key, and the members for an unknown responder', () => {
    assert.deepEqual(offered('members:\n  lead: { tolsets: [read] }\n'), ['toolsets']);
    assert.deepEqual(offered('default_responder: leed\nmembers:\n  lead: {}\n').slice(0, 1), ['lead']);
    assert.deepEqual(offered('nonsense: 1\n'), []);
  });

  it('are those of model and server files too, each at its place', () => {
    const [model] = parseLlmFile('providers: {box: {base_ur: "http://x"}}\n', 'llm.yaml').problems;
    assert.deepEqual([model && offersOf(model.fault), model?.column], [['base_url'], 19]);
    const [server] = parseMcpFile('servers:\n  weather: {comand: npx, command: npx}\n').problems;
    assert.deepEqual([server && offersOf(server.fault), server?.line, server?.column], [['command'], 2, 13]);
  });
});

function offered(text: string): readonly string[] {
  const [problem] = parseTeam(text, 'team.yaml').problems;
  return problem ? offersOf(problem.fault) : [];
}

function suggest(text: string): readonly Suggestion[] {
  const place = at(text);
  const names = { schema, members: ['lead', 'robin'], providers: ['openai', 'my-box'], servers: ['weather'], t };
  return place ? suggestAt(place, teamLanguage(names)) : [];
}

function labels(text: string): string[] {
  return suggest(text).map(({ label }) => label);
}

function explain(text: string): string | undefined {
  const place = at(text);
  return place && explainAt(place, schema);
}

function at(text: string) {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return yamlPlaceAt(text.replace('|', '').split('\n'), before.length - 1, before.at(-1)?.length ?? 0);
}
