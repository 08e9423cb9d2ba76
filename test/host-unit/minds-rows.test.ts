import assert from 'node:assert/strict';
import type { Member } from '../../src/core/team/team.ts';
import { problemRows, type ToldProblem } from '../../src/host/rows/problem-rows.ts';
import { sectionLabel, type TaskdocNode, taskdocNode, taskName } from '../../src/host/rows/taskdoc-rows.ts';
import { gatherTaskdocs, packageOf } from '../../src/host/rows/taskdocs.ts';
import { inOrderOfView, memberRow } from '../../src/host/rows/team-rows.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { memberLabels } from '../../src/pages/snapshot.ts';
import { summary, t, wording } from './support.ts';

const { team } = parseTeam(
  `default_responder: robin
members:
  ghost: { name: Ghost, hidden: true }
  lead: { name: Lena, icon: 🧭, model: gpt-5 }
  robin: { icon: rocket, toolsets: [read], write_dirs: [] }
`,
  'team.yaml',
);
const rows = inOrderOfView(team).map(member => memberRow(member, { team }, wording));

describe('the name of a new taskdoc', () => {
  it('is made of what a person types', () => {
    const typed = ['build', ' Find the slow build! ', 'v1.2_b', '修复 构建', '!?'];
    assert.deepEqual(typed.map(taskName), ['build', 'Find-the-slow-build', 'v1-2_b', '修复-构建', '']);
  });
});

describe('rows of the Team view', () => {
  it('shows the members in the order of the file and hidden ones last, dimmed; none that is built in and hidden', () => {
    assert.deepEqual(
      rows.map(({ label, dimmed = false }) => [label, dimmed]),
      [
        ['Lena', false],
        ['robin', false],
        ['Ghost', true],
      ],
    );
  });

  it('says id, model and who answers by default', () => {
    assert.equal(rows[0]?.description, 'lead · gpt-5');
    assert.equal(rows[1]?.description, 'answers by default');
    assert.equal(rows[2]?.description, 'ghost · hidden');
  });

  it('draws an emoji as the icon, and a codicon by its name', () => {
    assert.equal(rows[0]?.picture, '🧭');
    assert.equal(rows[1]?.icon?.name, 'rocket');
    assert.equal(rows[1]?.picture, undefined);
  });

  it('sends an emoji to a page and no codicon, which would be a word there', () => {
    assert.deepEqual(memberLabels(team), [
      { id: 'lead', name: 'Lena', icon: '🧭' },
      { id: 'robin', name: 'robin' },
    ]);
  });

  it('marks a member whose restrictions cannot be read, with the fault', () => {
    const broken = parseTeam('members: {lead: {no_read_dirs: secrets}}\n', 'team.yaml').team;
    const row = memberRow([...broken.members.values()][0] as Member, { team: broken }, wording);
    assert.deepEqual([row.description, row.icon?.name], ['answers by default · tools withheld', 'warning']);
    assert.match(row.tooltip ?? '', /No tools: restrictions cannot be read \(team\.yaml:1:32: members\.lead/);
  });

  it('tells in the tooltip what a member may do', () => {
    assert.match(rows[0]?.tooltip ?? '', /Tools: read, write, shell, memory/);
    assert.match(rows[1]?.tooltip ?? '', /Tools: read\nWrites: nothing/);
  });

  it('says that a member has no tools when its model is asked without them', () => {
    const robin = [...team.members.values()].find(({ id }) => id === 'robin') as Member;
    const row = memberRow(robin, { team, hasNoTools: true }, wording);
    assert.equal(row.description, 'answers by default · no tools');
    assert.match(row.tooltip ?? '', /No tools: its model is used without any \(tools: false\)/);
    assert.doesNotMatch(row.tooltip ?? '', /Tools: read|Writes/);
  });

  it('hands the member over on a click', () => {
    assert.deepEqual(rows[0]?.click, { command: 'dominds.openPersona', target: { agentId: 'lead' } });
  });

  it('puts errors before warnings, each with its place, and leaves the rest to the Problems view', () => {
    const problems = Array.from({ length: 12 }, (_, at) => problem(at + 1, at === 11 ? 'error' : 'warning'));
    const shown = problemRows(problems, wording);
    assert.deepEqual([shown[0]?.label, shown[0]?.description, shown.length], ['fault 12', 'team.yaml:12', 11]);
    assert.deepEqual(shown[0]?.click?.target, { file: '.minds/team.yaml', line: 12, column: 3 });
    assert.equal(shown.at(-1)?.label, '2 more in the Problems view');
  });
});

describe('rows of the Taskdocs view', () => {
  const files = [
    'tasks/house.tsk/progress.md',
    'tasks/house.tsk/goals.md',
    'tasks/house.tsk/bearinmind/risks.md',
    'tasks/house.tsk/bearinmind/contracts.md',
    'tasks/house.tsk/bearinmind/other.md',
    'tasks/house.tsk/notes/colours.md',
    'tasks/house.tsk/a/b/c.md',
    'garden.tsk/goals.md',
  ];
  const roots = [
    summary('root-1', { taskDocPath: './tasks/house.tsk/' }),
    summary('root-2', { taskDocPath: 'tasks/root-2.tsk', headline: 'Mow the lawn' }),
  ];
  const nodes = gatherTaskdocs(files, roots).map(taskdoc => taskdocNode(taskdoc, () => 'Lead', wording));

  it('lists packages by path, and those that have no file yet behind them under what their dialog is about', () => {
    assert.deepEqual(
      nodes.map(({ row }) => [row.label, row.description, row.dimmed ?? false]),
      [
        ['garden', undefined, false],
        ['house', 'tasks · 1 dialog', false],
        ['Mow the lawn', 'not written yet · 1 dialog', true],
      ],
    );
  });

  it('shows the sections in the order of the effective taskdoc, then others by name, then the dialogs', () => {
    assert.deepEqual(outline(nodes[1]), [
      'Goals',
      'Constraints',
      'Bear In Mind: Contracts, Risks',
      'Progress',
      'notes: colours',
      'Task of root-1',
    ]);
  });

  it('makes a section that is missing on a click', () => {
    const constraints = nodes[1]?.children[1]?.row;
    assert.equal(constraints?.description, 'not written yet');
    assert.deepEqual(constraints?.click?.target, { file: 'tasks/house.tsk/constraints.md', make: true });
  });

  it('opens a dialog that uses it', () => {
    assert.deepEqual(nodes[1]?.children.at(-1)?.row.click, {
      command: 'dominds.openDialog',
      target: { rootId: 'root-1', selfId: 'root-1' },
    });
  });

  it('calls a taskdoc that has the id of a dialog by what the dialog is about, after it is done too', () => {
    const done = summary('root-4', { taskDocPath: 'tasks/root-4.tsk', headline: 'Paint it', status: 'completed' });
    const [own] = gatherTaskdocs(['tasks/root-4.tsk/progress.md'], [done]);
    const row = own && taskdocNode(own, () => 'Lead', wording).row;
    assert.deepEqual([row?.label, row?.description], ['Paint it', 'tasks']);
  });

  it('shows a taskdoc of one file as such', () => {
    const [single] = gatherTaskdocs([], [summary('root-3', { taskDocPath: 'plan.md' })]);
    const node = single && taskdocNode(single, () => 'Lead', wording);
    assert.deepEqual([node?.row.label, node?.row.icon?.name, node?.children.length], ['plan', 'markdown', 1]);
  });

  it('names sections as people do, and keeps names of their own making', () => {
    assert.equal(sectionLabel({ selector: 'goals' }, t), 'Goals');
    assert.equal(sectionLabel({ category: 'bearinmind', selector: 'grants' }, t), 'Grants');
    assert.equal(sectionLabel({ category: 'notes', selector: 'goals' }, t), 'goals');
    assert.equal(packageOf('/a/b.tsk/notes/x.md'), '/a/b.tsk');
    assert.equal(packageOf('.tsk/x.md'), undefined);
  });
});

function outline(node: TaskdocNode | undefined): string[] {
  return (node?.children ?? []).map(({ row, children }) =>
    children.length === 0 ? row.label : `${row.label}: ${children.map(each => each.row.label).join(', ')}`,
  );
}

function problem(line: number, severity: ToldProblem['severity']): ToldProblem {
  return { file: '.minds/team.yaml', line, column: 3, message: `fault ${line}`, remedy: 'mend it', severity };
}
