// What tools ask of policies, and what a person sees who is asked (SPEC 12.4).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Args, type CallOptions, makeBench, type ToolBench } from './workspace-support.ts';

describe('the review of a call', () => {
  let bench: ToolBench;
  beforeEach(async () => {
    bench = await makeBench({ 'src/a.ts': 'one\ntwo\nthree\n', 'plain/b.txt': 'b\n' });
    mkdirSync(path.join(bench.folder, 'src/.git'));
  });
  afterEach(() => bench.remove());

  const actionOf = async (tool: string, args: Args) => {
    const review = await bench.review(tool, args);
    assert.equal(review.kind, 'acts');
    return review.kind === 'acts' ? review.action : undefined;
  };
  const questionOf = async (tool: string, args: Args) => {
    const review = await bench.review(tool, args);
    assert.equal(review.kind, 'acts');
    if (review.kind !== 'acts') return undefined;
    const { headline, body } = await review.question();
    return { headline, body };
  };

  const cases: [tool: string, args: Args, otherwise: string][] = [
    ['read_file', { path: 'plain/b.txt' }, 'allow'],
    ['list_dir', { path: '.' }, 'allow'],
    ['search_text', { query: 'x' }, 'allow'],
    ['write_file', { path: 'src/new/c.ts', content: '' }, 'allow'],
    ['edit_file', { path: 'src/a.ts', old: 'two', new: '2' }, 'allow'],
    ['delete_file', { path: 'src/a.ts' }, 'allow'],
    ['move_file', { from: 'src/a.ts', to: 'src/b.ts' }, 'allow'],
    ['write_file', { path: 'plain/c.txt', content: '' }, 'ask'],
    ['edit_file', { path: 'plain/b.txt', old: 'b', new: 'c' }, 'ask'],
    ['delete_file', { path: 'plain/b.txt' }, 'ask'],
    ['move_file', { from: 'src/a.ts', to: 'plain/a.ts' }, 'ask'],
    ['move_file', { from: 'plain/b.txt', to: 'src/b.txt' }, 'ask'],
    ['write_file', { path: 'src/.git/config', content: '' }, 'ask'],
    ['write_file', { path: 'src/.vscode/tasks.json', content: '' }, 'ask'],
    ['write_file', { path: 'plain/.git', content: '' }, 'ask'],
    ['run_shell', { command: 'ls', cwd: 'src' }, 'ask'],
  ];
  for (const [tool, args, otherwise] of cases) {
    it(`by itself ${tool} ${JSON.stringify(args)} is to ${otherwise}`, async () =>
      assert.equal((await actionOf(tool, args))?.otherwise, otherwise));
  }

  it('asks to write a file that has other names, which may lie anywhere', async () => {
    writeFileSync(path.join(bench.folder, 'src/.git/hook'), 'hook');
    linkSync(path.join(bench.folder, 'src/.git/hook'), path.join(bench.folder, 'src/same.ts'));
    await bench.call('read_file', { path: 'src/same.ts' });
    const write = await actionOf('write_file', { path: 'src/same.ts', content: 'x' });
    const edit = await actionOf('edit_file', { path: 'src/same.ts', old: 'hook', new: 'x' });
    const move = await actionOf('move_file', { from: 'src/same.ts', to: 'src/other.ts' });
    assert.deepEqual([write?.otherwise, edit?.otherwise, move?.otherwise], ['ask', 'ask', 'allow']);
  });

  it('speaks the work language', async () => {
    const headlineOf = async (tool: string, args: Args) => {
      const review = await bench.review(tool, args, { language: 'zh' });
      const question = review.kind === 'acts' ? await review.question() : undefined;
      return [question?.headline, question?.body.split('\n').at(-1)];
    };
    assert.deepEqual(await headlineOf('run_shell', { command: 'ls', cwd: 'src', timeout_s: 5 }), [
      '运行：ls',
      '运行位置：`src`，最多 5 秒',
    ]);
    assert.deepEqual(await headlineOf('write_file', { path: 'plain/c.txt', content: '' }), [
      '新建 plain/c.txt',
      '一个空文件。',
    ]);
    assert.deepEqual(await headlineOf('delete_file', { path: 'plain/b.txt' }), ['删除 plain/b.txt', '```']);
  });

  it('names a path as written and as links lead', async () => {
    symlinkSync('src', path.join(bench.folder, 'link'));
    await bench.call('read_file', { path: 'src/a.ts' });
    assert.deepEqual(await actionOf('write_file', { path: 'link/a.ts', content: '' }), {
      tool: 'write_file',
      toolset: 'write',
      paths: ['link/a.ts', 'src/a.ts'],
      otherwise: 'allow',
    });
  });

  it('asks to delete or replace what nothing keeps, unless Git has it as it is', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: bench.folder });
    git('init', '-q');
    const full = { keep: () => false };
    const otherwise = async (tool: string, args: Args, options: CallOptions = full) => {
      const review = await bench.review(tool, args, options);
      return review.kind === 'acts' && review.action.otherwise;
    };
    await bench.write('large.bin', Buffer.alloc(10_000_001).toString());
    await bench.write('tracked.txt', 'x\n');
    await bench.call('read_file', { path: 'plain/b.txt' });
    assert.equal(await otherwise('delete_file', { path: 'plain/b.txt' }), 'ask');
    assert.equal(await otherwise('write_file', { path: 'plain/b.txt', content: 'c' }), 'ask');
    assert.equal(await otherwise('write_file', { path: 'plain/new.txt', content: 'c' }), 'allow');
    assert.equal(await otherwise('delete_file', { path: 'large.bin' }, {}), 'ask');
    assert.equal(await otherwise('delete_file', { path: 'plain/b.txt' }, {}), 'allow');
    await bench.write('.gitignore', 'large.bin\n');
    assert.equal(await otherwise('delete_file', { path: 'large.bin' }, {}), 'ask');
    git('add', '-f', 'tracked.txt', 'large.bin');
    git('commit', '-qm', 'x');
    assert.equal(await otherwise('delete_file', { path: 'tracked.txt' }), 'allow');
    assert.equal(await otherwise('delete_file', { path: 'large.bin' }, {}), 'allow');
    await bench.write('tracked.txt', 'changed\n');
    assert.equal(await otherwise('delete_file', { path: 'tracked.txt' }), 'ask');
  });

  it('fails for a call that cannot work, without a question', async () => {
    for (const [tool, args] of [
      ['edit_file', { path: 'plain/b.txt', old: 'x', new: 'y' }],
      ['delete_file', { path: 'plain/none' }],
      ['move_file', { from: 'plain/b.txt', to: 'src/a.ts' }],
      ['write_file', { path: '../x', content: '' }],
      ['write_file', { path: 'x' }],
      ['run_shell', { command: ' ' }],
    ] as const)
      assert.equal((await bench.review(tool, args)).kind, 'fails', tool);
  });

  it('shows an edit as a diff', async () => {
    assert.deepEqual(await questionOf('edit_file', { path: 'src/a.ts', old: 'two', new: '2' }), {
      headline: 'Edit src/a.ts',
      body: '```diff\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n```',
    });
  });
  it('shows a new file, a replaced one, and a deleted one', async () => {
    assert.deepEqual(await questionOf('write_file', { path: 'plain/c.txt', content: 'c\n' }), {
      headline: 'Create plain/c.txt',
      body: '```diff\n@@ -0,0 +1,1 @@\n+c\n```',
    });
    await bench.call('read_file', { path: 'plain/b.txt' });
    assert.deepEqual(await questionOf('write_file', { path: 'plain/b.txt', content: 'c' }), {
      headline: 'Replace plain/b.txt',
      body: '```diff\n@@ -1,1 +1,1 @@\n-b\n+c\n\\ No newline at end of file\n```',
    });
    assert.deepEqual(await questionOf('delete_file', { path: 'plain/b.txt' }), {
      headline: 'Delete plain/b.txt',
      body: '```diff\n@@ -1,1 +0,0 @@\n-b\n```',
    });
  });
  it('hands on the whole texts of a change, for an editor to show', async () => {
    const review = await bench.review('edit_file', { path: 'src/a.ts', old: 'two', new: '2' });
    assert.deepEqual(review.kind === 'acts' && (await review.question()).change, {
      path: 'src/a.ts',
      before: 'one\ntwo\nthree\n',
      after: 'one\n2\nthree\n',
    });
  });
  it('shows where a move leads, links followed', async () => {
    symlinkSync('plain', path.join(bench.folder, 'link'));
    assert.deepEqual(await questionOf('move_file', { from: 'src/a.ts', to: 'link/a.ts' }), {
      headline: 'Move src/a.ts to link/a.ts',
      body: '```\nsrc/a.ts\n→ plain/a.ts\n```',
    });
  });
  it('cuts a long change, and a change in what is not shown is another question', async () => {
    const text = `${'x'.repeat(99)}\n`.repeat(400);
    const first = await questionOf('write_file', { path: 'plain/c.txt', content: `${text}a` });
    const second = await questionOf('write_file', { path: 'plain/c.txt', content: `${text}b` });
    // 20,000 of 40,448.
    assert.match(first?.body ?? '', /… 20448 more characters, not shown \(\w+\)\n```$/);
    assert.ok((first?.body.length ?? 0) < 21_000);
    assert.notEqual(first?.body, second?.body);
  });
  it('shows the new text when too much differs for a diff', async () => {
    const lines = (letter: string) => Array.from({ length: 5_000 }, (_, index) => `${letter}${index}`).join('\n');
    await bench.write('plain/b.txt', lines('a'));
    await bench.call('read_file', { path: 'plain/b.txt' });
    const question = await questionOf('write_file', { path: 'plain/b.txt', content: lines('b') });
    assert.match(question?.body ?? '', /^5000 lines are replaced by 5000:\n\n```\nb0\nb1\n/);
  });
});
