import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import type { Member } from '../../src/core/team/team.ts';
import { visibleMembers } from '../../src/core/team/team.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { nextTurn } from '../support/next-turn.ts';
import { toldProblem } from '../support/told.ts';

const file = '.minds/team.yaml';

/** Checks the problems as `line:column severity message — remedy`. */
function checkProblems(text: string, expected: readonly string[]): void {
  const told = parseTeam(text, file)
    .problems.map(toldProblem)
    .map(({ line, column, severity, message, remedy }) => `${line}:${column} ${severity} ${message} — ${remedy}`);
  assert.deepEqual(told, expected);
}

function member(text: string, id: string): Member {
  const found = parseTeam(text, file).team.members.get(id as AgentId);
  assert.ok(found, `no member ${id}`);
  return found;
}

/** Members whose tools are withheld. */
function closed(text: string): readonly string[] {
  return parseTeam(text, file).withheld;
}

function ids(text: string): readonly string[] {
  return [...parseTeam(text, file).team.members.keys()];
}

describe('the team file', () => {
  it('gives one member dominds and the hidden built-in ones when it names none', () => {
    const { team, problems } = parseTeam('members: {}\n', file);
    assert.deepEqual([...team.members.keys()], ['dominds', 'fuxi', 'pangu']);
    assert.deepEqual(
      visibleMembers(team).map(({ id }) => id),
      ['dominds'],
    );
    assert.equal(team.defaultResponder, 'dominds');
    assert.equal(team.dialect, 'auto');
    assert.deepEqual(problems, []);
  });

  it('reads every field of a member', () => {
    const text = `members:
  alice:
    name: Alice
    icon: 🦊
    description: Writes the guides
    provider: openai
    model: big
    prompt: short
    model_params: {temperature: 0.2}
    tools: [read_file]
    toolsets: [memory]
    read_dirs: [src]
    write_dirs: [docs]
    no_read_dirs: [secrets]
    no_write_dirs: [vendor]
    diligence-push-max: 10
    fbr: {effort: 3, tools: false}
    hidden: true
`;
    assert.deepEqual(parseTeam(text, file).problems, []);
    assert.deepEqual(member(text, 'alice'), {
      id: 'alice',
      name: 'Alice',
      icon: '🦊',
      description: 'Writes the guides',
      provider: 'openai',
      model: 'big',
      prompt: 'short',
      modelParams: { temperature: 0.2 },
      tools: ['read_file'],
      toolsets: ['memory'],
      readDirs: ['src'],
      writeDirs: ['docs'],
      noReadDirs: ['secrets'],
      noWriteDirs: ['vendor'],
      diligencePushMax: 10,
      fbr: { effort: 3, tools: false },
      hidden: true,
    });
  });

  it('gives a member that says nothing its id as name and the defaults', () => {
    assert.deepEqual(member('members:\n  bob:\n', 'bob'), {
      id: 'bob',
      name: 'bob',
      diligencePushMax: 3,
      fbr: { effort: 1, tools: true },
      hidden: false,
    });
  });

  it('applies member_defaults where a member says nothing, merging parameters and fbr', () => {
    const text = `member_defaults: {model: m, diligence-push-max: 7, model_params: {a: 1, b: 1}, fbr: {tools: false}}
members: {a: {model_params: {b: 2}, fbr: {effort: 2}}, b: {model: n, diligence-push-max: 0}}
`;
    const a = member(text, 'a');
    assert.equal(a.model, 'm');
    assert.equal(a.diligencePushMax, 7);
    assert.deepEqual(a.modelParams, { a: 1, b: 2 });
    assert.deepEqual(a.fbr, { effort: 2, tools: false });
    assert.equal(member(text, 'b').model, 'n');
    assert.equal(member(text, 'b').diligencePushMax, 0);
  });

  it('lets members share fields by anchors and merge keys', () => {
    const text = 'members:\n  a: &a {model: m}\n  b: *a\n  c: {<<: *a, name: C}\n';
    assert.deepEqual(parseTeam(text, file).problems, []);
    assert.equal(member(text, 'b').model, 'm');
    assert.deepEqual([member(text, 'c').model, member(text, 'c').name], ['m', 'C']);
  });

  it('keeps diligence of built-in members at 0 unless they are overridden themselves', () => {
    const text =
      'member_defaults: {diligence-push-max: 9, model: m}\nmembers: {a: {}, fuxi: {diligence-push-max: 2}}\n';
    assert.equal(member(text, 'pangu').diligencePushMax, 0);
    assert.equal(member(text, 'pangu').model, 'm');
    assert.equal(member(text, 'fuxi').diligencePushMax, 2);
    assert.equal(member(text, 'fuxi').hidden, true);
    assert.deepEqual(ids(text), ['a', 'fuxi', 'pangu']);
  });

  it('chooses the responder: the one named, else the first visible member', () => {
    const members = 'members: {h: {hidden: true}, a: {}, b: {}}';
    assert.equal(parseTeam(members, file).team.defaultResponder, 'a');
    assert.equal(parseTeam(`default_responder: b\n${members}`, file).team.defaultResponder, 'b');
    assert.equal(parseTeam(`default_responder: h\n${members}`, file).team.defaultResponder, 'h');
  });

  it('takes the texting dialect', () => {
    assert.equal(parseTeam('dialect: texting', file).team.dialect, 'texting');
  });

  it('names line, column and fix of a broken member, and closes it alone', () => {
    const text = `members:
  alice:
    tools: read_file
  bob: {fbr: {effort: 30}}
  carol: 5
  dave: {}
`;
    checkProblems(text, [
      '3:12 error members.alice.tools: expected a list, received text — Write it like `tools: [read_file, run_shell]`.',
      '4:23 error members.bob.fbr.effort: too big: expected number to be <=20 — Write it like `fbr: {effort: 3, tools: false}`.',
      '5:10 error members.carol: expected a map, received number — Write its fields indented below the id, like `name: Alice`.',
    ]);
    assert.deepEqual(closed(text), ['alice', 'bob', 'carol']);
    assert.equal(parseTeam(text, file).team.defaultResponder, 'dave');
  });

  it('names a number without a finite value', () => {
    const [problem] = parseTeam('members: {a: {diligence-push-max: .inf}}\n', file).problems;
    assert.ok(problem);
    const { message } = toldProblem(problem);
    assert.equal(message, 'members.a.diligence-push-max: expected number, received a number without a finite value');
  });

  it('keeps the members beside one whose YAML is broken', () => {
    const text = 'members:\n  alice:\n    tools: [a\n  bob:\n    name: Bob\n';
    assert.deepEqual(ids(text), ['alice', 'bob', 'fuxi', 'pangu']);
    assert.deepEqual(closed(text), ['alice']);
    checkProblems(text, [
      '4:3 error invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] — Check the indentation and the closing brackets.',
    ]);
  });

  it('names the toolsets that there are where one is unknown', () => {
    checkProblems('members:\n  a:\n    toolsets: [read, raed]\n', [
      '3:22 error members.a.toolsets.1: unknown toolset: there are read, write, shell, memory, team, editor, mcp, and mcp:<server> — Write it like `toolsets: [read, memory]`.',
    ]);
  });

  it('says of several documents that one is wanted, in words for people', () => {
    checkProblems('members: {a: {}}\n---\nx: 1\n', [
      '2:1 error invalid YAML: There is more than one document — Keep one document: remove the line `---`.',
    ]);
  });

  it('keeps the first of two members with one id, closed, since the second may restrict it', () => {
    const text = 'members:\n  a: {name: first}\n  a: {name: second}\n  b: {}\n';
    assert.equal(member(text, 'a').name, 'first');
    assert.deepEqual(ids(text), ['a', 'b', 'fuxi', 'pangu']);
    assert.deepEqual(closed(text), ['a']);
    checkProblems(text, ['3:3 error invalid YAML: Map keys must be unique — Keep one of the two, or rename one.']);
  });

  // Each place looked up among all would take many minutes.
  it('with tens of thousands of faults is read all the same', () => {
    const { problems } = parseTeam(`members:\n${'  a: {}\n'.repeat(60_000)}`, 'team.yaml');
    assert.equal(problems.length, 59_999);
  }).timeout(120_000);

  it('refuses reserved ids and ids that cannot be named', () => {
    for (const id of ['human', 'ask_human', 'tellasker', 'self', 'clear_mind', 'add_reminder'])
      checkProblems(`members: {${id}: {}, a: {}}`, [`1:11 error the id ${id} is reserved — Choose another id.`]);
    checkProblems('members: {9x: {}, a: {}}', [
      '1:11 error invalid member id: 9x — Use a letter, then letters, digits, `_` or `-`.',
    ]);
  });

  it('warns of unknown keys with the nearest known one, and uses the rest', () => {
    const text = 'colour: red\nmembers:\n  a: {diligence_push_max: 2, model: m, fbr: {efort: 1}}\n';
    checkProblems(text, [
      '1:1 warning unknown key colour, ignored — Remove it. Known here: dialect, default_responder, workspace, member_defaults, members.',
      '3:7 warning unknown key members.a.diligence_push_max, ignored — Did you mean `diligence-push-max`?',
      '3:46 warning unknown key members.a.fbr.efort, ignored — Did you mean `effort`?',
    ]);
    assert.equal(member(text, 'a').model, 'm');
  });

  it('falls back on a bad dialect and an unknown responder', () => {
    const text = 'dialect: klingon\ndefault_responder: nobody\nmembers: {a: {}}\n';
    checkProblems(text, [
      '1:10 error dialect must be auto, tools, tellask or texting — Write `dialect: auto`, or leave it out.',
      '2:20 error default_responder names no member: nobody — Name one of: a, fuxi, pangu.',
    ]);
    assert.equal(parseTeam(text, file).team.defaultResponder, 'a');
  });

  it('tells of a responder that is no text', () => {
    checkProblems('default_responder: {toString: a}\nmembers: {a: {}}\n', [
      '1:20 error default_responder names no member: {"toString":"a"} — Name one of: a, fuxi, pangu.',
    ]);
  });

  it('takes a description of one line, and closes no member for a longer one', () => {
    const text =
      'members:\n  a: {description: "  Reviews "}\n  b:\n    description: |\n      Reviews\n  c:\n    description: |\n      One\n      two\n';
    assert.equal(member(text, 'a').description, 'Reviews');
    assert.equal(member(text, 'b').description, 'Reviews');
    assert.equal(member(text, 'c').description, undefined);
    assert.deepEqual(closed(text), []);
    checkProblems(text, [
      '7:18 error members.c.description: more than one line — Write it like `description: Reviews changes and lists faults, worst first`.',
    ]);
  });

  it('closes members that rely on a default which cannot be read', () => {
    const text = 'member_defaults: {no_read_dirs: secrets}\nmembers: {a: {}, b: {no_read_dirs: [src]}}\n';
    assert.deepEqual(closed(text), ['a']);
  });

  it('closes no member for a note, a shared anchor, or a misspelt key without a restriction', () => {
    const text = `x-common: &common {model: m}
version: 2
members: {a: {<<: *common, description: Reviews, modell: n, icon: 5}}
`;
    assert.deepEqual(closed(text), []);
    assert.equal(member(text, 'a').model, 'm');
  });

  it('says nothing of keys that begin with x-, which are the person’s own', () => {
    const text = `x-common: &common {model: m, x-no_read_dirs: [s]}
x-members: 2
member_defaults: {x-note: n}
members: {a: {<<: *common, x-tool: t, fbr: {effort: 2, x-why: w}}}
`;
    const { problems, withheld } = parseTeam(text, file);
    assert.deepEqual([problems, withheld], [[], []]);
  });

  it('closes a member for a misspelt key in an anchor that it uses', () => {
    assert.deepEqual(closed('x-c: &c {no_read_dir: [s]}\nmembers: {a: {<<: *c}, b: *c, d: {}}\n'), ['a', 'b']);
  });

  it('keeps the last good reading of what it cannot read, until the fault is corrected', () => {
    const good = parseTeam('members: {a: {name: A}, b: {name: B}}\n', file).team;
    const broken = parseTeam('members: {a: {name: A2, tools: all}, c: {}}\n', file, good);
    assert.deepEqual(
      [...broken.team.members.values()].map(({ name }) => name),
      ['A', 'c', 'Fuxi', 'Pangu'],
    );
    assert.deepEqual([broken.held, broken.withheld], [['a'], []]);
    const mended = parseTeam('members: {a: {name: A2}}\n', file, broken.team);
    assert.deepEqual(
      [...mended.team.members.values()].map(({ name }) => name),
      ['A2', 'Fuxi', 'Pangu'],
    );
  });

  it('warns of folders outside of the workspace and of tools that only fuxi has', () => {
    checkProblems('members:\n  a:\n    read_dirs: [src, ../x]\n    tools: [write_team_file]\n', [
      '3:22 warning members.a.read_dirs names a folder outside of the workspace: ../x — Name folders relative to the workspace, like `src`.',
      "4:12 warning members.a: read_team_file and write_team_file belong to fuxi alone — Remove them; tellask fuxi to change the team's files.",
    ]);
  });

  it('warns of folders that are named by where they lie on one machine, within the workspace or not', () => {
    const warned = (at: string, folder: string) =>
      `2:${at} warning members.a.no_read_dirs names a folder by where it lies on one machine: ${folder} — Name folders relative to the workspace, like \`src\`.`;
    checkProblems("members:\n  a: {no_read_dirs: [/ws/secrets, 'C:/ws/secrets']}\n", [
      warned('22', '/ws/secrets'),
      warned('35', 'C:/ws/secrets'),
    ]);
  });

  it('warns of paths of a policy that lead out of the workspace, or hold on one machine only', () => {
    const rules = String.raw`[{decision: deny, paths: ["/src", 'C:\x']}, {decision: ask, paths: [src/../x]}]`;
    const advice = '— Name paths relative to the workspace, like `src/**`.';
    checkProblems(`members:\n  a: {policy: ${rules}}\n`, [
      String.raw`2:40 warning members.a.policy names a path by where it lies on one machine: C:\x ${advice}`,
      `2:82 warning members.a.policy names a path outside of the workspace: src/../x ${advice}`,
    ]);
  });

  it('says of an alias where it stands that no anchor has its name, and the member has no tools', () => {
    const text = 'members:\n  lead: *nope\n  b: {}\n';
    checkProblems(text, [
      '2:9 error invalid YAML: *nope names no anchor above it — Define the anchor above, or write the value out.',
    ]);
    assert.deepEqual(closed(text), ['lead']);
  });

  for (const [what, text] of Object.entries({
    'a list': '- a\n- b\n',
    'a plain text': 'hello',
    'brackets that never close': ': : [',
    tabs: 'members:\n\ta: {}\n',
    'two documents': 'members: {a: {}}\n---\nx: 1\n',
    'an unknown alias': 'members: *x\n',
  })) {
    it(`says what is wrong with ${what}, and still gives a team`, () => {
      const { team, problems } = parseTeam(text, file);
      assert.ok(problems.length > 0);
      assert.ok(problems.map(toldProblem).every(({ line, column, remedy }) => line && column && remedy));
      assert.ok(team.members.has(team.defaultResponder));
    });
  }

  it('reports a key that is not a text in its problems only', () => {
    const warned: unknown[] = [];
    const note = (warning: unknown) => warned.push(warning);
    process.on('warning', note);
    parseTeam('members: {a: {model_params: {{b: 1}: 2}}}', 'team.yaml');
    return nextTurn().then(() => {
      process.off('warning', note);
      assert.deepEqual(warned, []);
    });
  });

  it('says so of an alias in the place of a key too, beside any other key', () => {
    const text = 'members: {a: {fbr: {effort: 3}, *x: y}}\n';
    assert.deepEqual(closed(text), ['a']);
    const told = parseTeam(text, file).problems.map(toldProblem);
    assert.ok(told.some(({ message }) => message.includes('*x: names no anchor above it')));
  });

  it('is not blown up by aliases of aliases', () => {
    const bomb = [
      'a: &a [1,1,1,1,1,1,1,1,1]',
      ...'bcdefgh'.split('').map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
    ];
    const text = `${bomb.join('\n')}\nmembers: {x: {name: *h}, y: {}}\n`;
    assert.deepEqual(closed(text), ['x']);
  });
});
