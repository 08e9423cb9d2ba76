// Names in `tools:` of a team file that no tool has.
import assert from 'node:assert/strict';
import { parseMcpFile } from '../../src/minds/servers/mcp-file.ts';
import { unknownTools } from '../../src/minds/team/unknown-tools.ts';
import { toldProblem } from '../support/told.ts';

const { servers } = parseMcpFile('servers:\n  weather:\n    command: x\n');

function told(text: string): readonly string[] {
  return unknownTools(text, { servers, ofEditor: ['open_page'] })
    .map(toldProblem)
    .map(({ line, column, severity, message, remedy }) => `${line}:${column} ${severity} ${message} — ${remedy}`);
}

const elsewhere = 'Correct the name, or remove it. Tools of other extensions are there in the editor only.';

describe('tools of a team file', () => {
  it('that are none are told where they stand', () => {
    const text = `
member_defaults:
  tools: [read_file, frobnicate]
members:
  a:
    tools:
      - run_shel
      - read
      - mcp:weather
      - weather_forecast
      - open_page
  b: {tools: [write_team_file, wether_forecast]}
  broken: [tools]
`;
    assert.deepEqual(told(text), [
      `3:22 warning member_defaults.tools: frobnicate is no tool — ${elsewhere}`,
      '7:9 warning members.a.tools: run_shel is no tool — Did you mean `run_shell`?',
      '8:9 warning members.a.tools: read is no tool — It is a toolset: list it under `toolsets`.',
      '9:9 warning members.a.tools: mcp:weather is no tool — It is a toolset: list it under `toolsets`.',
      `12:32 warning members.b.tools: wether_forecast is no tool — ${elsewhere}`,
    ]);
  });

  it('are errors in a rule that was to restrict, which may name toolsets and patterns', () => {
    const text = `
members:
  a:
    policy:
      - {decision: deny, tools: [runshell, shell, 'read_*', weather_forecast, 'w*', agent]}
      - {decision: allow, tools: ['mcp:weather', 'x_*']}
      - {decision: ask}
`;
    assert.deepEqual(told(text), [
      '5:34 error members.a.policy.0.tools: runshell is no tool — Did you mean `run_shell`?',
      `6:35 warning members.a.policy.1.tools: mcp:weather is no tool — ${elsewhere}`,
      `6:50 warning members.a.policy.1.tools: x_* is no tool — ${elsewhere}`,
    ]);
  });

  it('written once for several members are told once', () => {
    const text = 'members:\n  a: {tools: &t [nope]}\n  b: {tools: *t}\n  c: &c {tools: [gone]}\n  d: *c\n';
    assert.deepEqual(told(text), [
      `2:18 warning members.a.tools: nope is no tool — ${elsewhere}`,
      `4:18 warning members.c.tools: gone is no tool — ${elsewhere}`,
    ]);
  });
});
