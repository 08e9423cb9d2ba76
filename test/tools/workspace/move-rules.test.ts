// What rules say to a move: it counts for everything below a folder, at the old and the new place (SPEC 12.4).
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type Decision, grantFor, isGranted, judge, type PolicyRule } from '../../../src/core/team/policy.ts';
import { makeBench, type ToolBench } from './workspace-support.ts';

describe('a move under rules', () => {
  let bench: ToolBench;
  beforeEach(async () => {
    bench = await makeBench({
      'secrets/deep/key.pem': 'k',
      'team/secrets/a.txt': 'a',
      'staging/settings.env': 'x',
      'plain/a.txt': 'a',
      'tool/.vscode/tasks.json': '{}',
    });
    mkdirSync(path.join(bench.folder, '.git'));
    symlinkSync('.', path.join(bench.folder, 'alias'));
    symlinkSync('secrets', path.join(bench.folder, 'link'));
  });
  afterEach(() => bench.remove());

  const actionOf = async (from: string, to: string) => {
    const review = await bench.review('move_file', { from, to });
    assert.equal(review.kind, 'acts');
    assert.ok(review.kind === 'acts');
    return review.action;
  };
  const deny = (...paths: string[]): PolicyRule => ({ decision: 'deny', paths });

  const cases: [title: string, move: [string, string], rules: readonly PolicyRule[], decision: Decision][] = [
    ['a folder of which a rule denies everything below', ['secrets', 'open'], [deny('secrets/**')], 'deny'],
    ['the parent of a denied folder', ['team', 'open'], [deny('team/secrets/**')], 'deny'],
    ['a folder with a file denied by its name', ['secrets', 'open'], [deny('*.pem')], 'deny'],
    ['a denied folder through a link to its parent', ['alias/secrets', 'open'], [deny('secrets/**')], 'deny'],
    ['a folder that takes a denied name', ['staging', 'prod'], [deny('prod/*.env')], 'deny'],
    ['a folder that a rule asks about', ['team', 'open'], [{ decision: 'ask', paths: ['team/secrets/*'] }], 'ask'],
    ...(['read', 'read_file', 'search_text', 'write', 'edit_file'] as const).map(
      (tool): [string, [string, string], readonly PolicyRule[], Decision] => [
        `a folder kept from ${tool} by a rule that does not name the move`,
        ['secrets', 'open'],
        [{ decision: 'deny', tools: [tool], paths: ['secrets/**'] }],
        'deny',
      ],
    ),
    [
      'a folder into a place kept from write_file',
      ['plain', 'prod'],
      [{ ...deny('prod/**'), tools: ['write_file'] }],
      'deny',
    ],
    ['a folder that holds files others act on', ['tool', 'other'], [], 'ask'],
    ['a folder beside a denied one', ['plain', 'open'], [deny('secrets/**')], 'allow'],
    [
      'a file although a tool is denied everywhere',
      ['plain/a.txt', 'b.txt'],
      [{ decision: 'deny', tools: ['delete_file'] }],
      'allow',
    ],
    [
      'a folder by a rule for both places that comes first',
      ['plain', 'open'],
      [{ decision: 'allow', paths: ['plain', 'open'] }, deny('**')],
      'allow',
    ],
    ['a link, whose target stays where it is', ['link', 'other'], [deny('secrets/**')], 'allow'],
  ];
  for (const [title, [from, to], rules, decision] of cases) {
    it(`${decision === 'allow' ? 'allows' : decision === 'deny' ? 'denies' : 'asks about'} ${title}`, async () =>
      assert.equal(judge(rules, await actionOf(from, to)).decision, decision));
  }

  it('asks again for a folder with files others act on, although moves there are always allowed', async () => {
    const plain = await actionOf('plain', 'open');
    const verdict = judge([], plain);
    const grants = [grantFor(plain, verdict)];
    assert.equal(isGranted(grants, plain, verdict), true);
    const tool = await actionOf('tool', 'other');
    assert.equal(isGranted(grants, tool, verdict), false);
  });

  it('names the entries of a folder whose link leads to a denied one as links', async () => {
    const { paths, below } = await actionOf('team', 'open');
    assert.deepEqual(paths, ['team', 'open']);
    assert.deepEqual([...(below ?? [])].sort(), [
      'open/secrets',
      'open/secrets/a.txt',
      'team/secrets',
      'team/secrets/a.txt',
    ]);
  });
});
