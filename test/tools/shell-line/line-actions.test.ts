// What a line of the shell may do without a question (SPEC 24.2, 24.3).
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { type Decision, decide, grantFor, isGranted, judge, type PolicyRule } from '../../../src/core/team/policy.ts';
import { makeBench, type ToolBench } from '../workspace/workspace-support.ts';

const allow = (...commands: string[]): PolicyRule => ({ decision: 'allow', commands });
const deny = (...commands: string[]): PolicyRule => ({ decision: 'deny', commands });
const hide: PolicyRule = { decision: 'deny', paths: ['secrets/**'] };

(process.platform === 'win32' ? describe.skip : describe)('a line of the shell', () => {
  let bench: ToolBench;
  before(async () => {
    bench = await makeBench({ 'src/a.ts': 'a', 'secrets/key': 'k', 'b.txt': 'b', 'docs/c.md': 'c' });
    mkdirSync(path.join(bench.folder, '.git'));
    symlinkSync('/etc', path.join(bench.folder, 'outside'));
  });
  after(() => bench.remove());

  async function decided(command: string, policy: readonly PolicyRule[] = [], readsFreely = true) {
    const review = await bench.review('run_shell', { command }, { member: { policy }, readsFreely });
    assert.ok(review.kind === 'acts');
    return decide(policy, review.action);
  }
  function check(lines: readonly string[], expected: string, policy?: readonly PolicyRule[], readsFreely?: boolean) {
    for (const line of lines)
      it(`${expected}: ${line}`, async () => assert.equal(await decided(line, policy, readsFreely), expected));
  }

  describe('that only reads, in a trusted folder', () => {
    check(
      [
        'ls -la src',
        'cat b.txt src/a.ts',
        'head -n 5 b.txt; tail -5 b.txt | sort | uniq -c',
        'wc -l src/*.ts',
        'grep -rn "/api/" src',
        'grep -A 3 -e foo b.txt',
        'rg --files -g "*.ts"',
        "find . -name '*.ts' -not -path './node_modules/*'",
        'find src -type f | head',
        'git status && git --no-pager log --oneline -3',
        'git diff main...HEAD -- src/a.ts',
        'git show HEAD~1:src/a.ts | head -20',
        'git branch --list -a; git remote -v',
        'pwd; which node; node --version; date +%F',
        'cd src && ls',
        'cd src && cat a.ts b.txt',
        'test -f b.txt && echo yes || echo no',
        'for x in a b; do echo $x; done',
        'echo "$HOME $(pwd)" 2>&1',
        'cat b.txt 2>/dev/null',
        'sort < b.txt',
        'time ls',
        'cat outside-not-there',
        'true',
        "sed -n '2,4p' b.txt",
        "sed -n '/^a/,$p;9q' src/a.ts | head",
        'grep -rn --include=*.ts foo src',
      ],
      'allow',
    );
    // Each of these writes, runs a program, or looks elsewhere.
    check(
      [
        'sort -o b.txt src/a.ts',
        "sed -n '1w b.txt' src/a.ts",
        "sed -n '1p;w b.txt' src/a.ts",
        "sed -n '1e touch f' src/a.ts",
        "sed -n 's/a/touch f/e' src/a.ts",
        "sed -i '1p' src/a.ts",
        'sed -n -f script src/a.ts',
        'grep -r -*x foo src',
        'sort --outp=b.txt src/a.ts',
        'sort --compress-program=./x b.txt',
        'uniq b.txt src/a.ts',
        'find . -delete',
        'find . -exec cat {} +',
        'find . -fprint b.txt',
        'rg --pre ./x foo',
        'rg -z foo',
        'tree -o b.txt',
        'file -C -m b.txt',
        'wc --files0-from=b.txt',
        'date -s 12:00',
        'printf -v PATH x',
        'hostname evil',
        'git diff --output=b.txt',
        'git diff --ext-diff',
        'git log --textconv',
        'git grep -O./x foo',
        'git log --show-signature',
        'git log --format=%G?',
        'git -c core.pager=./x log',
        'git -C .. log',
        'git --git-dir=src log',
        'git diff --no-index b.txt src/a.ts',
        'git branch -D main',
        'git tag v1',
        'git stash',
        'git remote add x y',
        'git config core.pager x',
        'git fetch',
        'cat /etc/passwd',
        'cat ~/.ssh/id_rsa',
        'cat ../x',
        'cat outside/passwd',
        'cat src/../../x',
        'cat $FILE',
        'cat *.txt/../../x',
        'ls {/etc,src}',
        'grep -f /etc/passwd b.txt',
        'grep --file=/etc/passwd b.txt',
        'cd /etc && cat passwd',
        'cd .. && cat x',
        'cd "$X" && cat b.txt',
        'cd outside && cat passwd',
        'PATH=. ls',
        'PATH=.; ls',
        'export PATH=.; ls',
        'for PATH in .; do ls; done',
        'LD_PRELOAD=./x.so ls',
        'echo x > b.txt',
        'echo x > .git/config',
        'echo x > /tmp/x',
        'echo x > "$OUT"',
        'cat .minds/team.yaml',
        'npm test',
        'ls | xargs rm',
        'ls; rm b.txt',
        'echo $(rm b.txt)',
        './ls',
        '/tmp/ls',
        'env X=1 ls',
        'sudo ls',
        'xargs cat < b.txt',
      ],
      'ask',
    );
    check(['echo x > new.txt', 'echo x >> b.txt', 'ls src > docs/list.txt'], 'allow');
  });

  describe('elsewhere', () => {
    check(['ls', 'cat b.txt', 'git status', 'echo x'], 'ask', [], false);
    check(
      ['npm test | tail -5', 'cd src && npm test 2>&1 | grep -c ok | sort', 'npm test && npm test'],
      'allow',
      [allow('npm test')],
      false,
    );
    check(
      ['npm test | cat b.txt', 'npm test | tee x', 'npm test > b.txt', 'npm test --watch', 'npm test; ls'],
      'ask',
      [allow('npm test')],
      false,
    );
  });

  describe('under rules', () => {
    check(['ls src', 'git status'], 'ask', [{ decision: 'ask', tools: ['shell'] }]);
    check(['git log'], 'deny', [deny('git *')]);
    check(
      [
        'cat secrets/key',
        'cd secrets && cat key',
        'head b.txt secrets/key',
        'cat < secrets/key',
        'echo x > secrets/new',
      ],
      'deny',
      [hide],
    );
    check(['cat secrets/*', 'grep -r k .', 'git diff', 'git show HEAD:secrets/key', 'cat s*/key', 'rg k'], 'ask', [
      hide,
    ]);
    check(['cat b.txt', 'git status', 'grep k b.txt src/a.ts'], 'allow', [hide]);
    const push = [deny('git push*'), allow('*')];
    check(
      [
        'git push',
        'git -C . push',
        'git --no-pager push origin',
        '/usr/bin/git push',
        'ls; GIT push',
        'X=1 git push',
        'sh -c "git push"',
        'xargs git push',
        'git push $X',
      ],
      'deny',
      push,
    );
    check(
      ['$X push', 'git $X', 'git pus?', 'git {push,}', 'echo git push | sh', 'eval "$X"', 'git -c alias.x=push x'],
      'ask',
      push,
    );
    check(
      ['git commit -m "then git push"', 'echo "; git push"', 'node x.js > out.txt', 'touch new', 'ls $X', 'X=1 make'],
      'allow',
      push,
    );
    check(['$X', 'eval "$X"', 'a > b.txt'], 'allow', [allow('*')]);
    check(['a > secrets/key'], 'deny', [hide, allow('*')]);
    check(['npm test && rm b.txt', 'npm test $(rm b.txt)', '"npm test"'], 'ask', [allow('npm test')]);
    check(['npm run "a b"', 'npm run a', "'npm' run a"], 'allow', [allow('npm run *')]);
    check(['npm run "$X"', 'npm run `x`', 'npm run "a;b"'], 'ask', [allow('npm run *')]);
    check(['npm ci && npm test'], 'allow', [allow('npm ci && npm test')]);
  });

  describe('that was always allowed', () => {
    const judged = async (command: string, policy: readonly PolicyRule[] = [], cwd = '.') => {
      const review = await bench.review('run_shell', { command, cwd }, { member: { policy }, readsFreely: true });
      assert.ok(review.kind === 'acts');
      return { action: review.action, verdict: judge(policy, review.action) };
    };
    const grantOf = async (command: string) => {
      const { action, verdict } = await judged(command);
      return grantFor(action, verdict);
    };
    const covers = async (first: string, second: string, policy: readonly PolicyRule[] = [], cwd = '.') => {
      const { action, verdict } = await judged(second, policy, cwd);
      return verdict.decision === 'ask' && isGranted([await grantOf(first)], action, verdict);
    };

    it('names the beginnings of usual commands, and others word for word', async () => {
      assert.deepEqual((await grantOf('cd src && npm test -- -x 2>&1 | tail -5')).commands, ['npm test …']);
      assert.deepEqual((await grantOf('npm run build && node x.js')).commands, ['npm run build …', 'node x.js']);
      assert.deepEqual((await grantOf('npm test $X; rm -r b')).commands, ['npm test $X', 'rm -r b']);
      assert.equal((await grantOf('$X')).command, '$X');
      assert.equal((await grantOf('npm test > b.txt')).command, 'npm test > b.txt');
      assert.equal((await grantOf(`node -e '${'x'.repeat(300)}'`)).commands, undefined);
    });

    it('runs again in other lines of the same commands, and in no others', async () => {
      for (const second of [
        'npm test',
        'npm test 2>&1 | grep -c ok',
        'npm test -- --watch=false && ls',
        'sh -c "npm test"',
      ])
        assert.equal(await covers('npm test', second), true, second);
      for (const second of [
        'npm run test',
        'npm test && rm -r b',
        'npm test > b.txt',
        'npm test $(rm b)',
        'X=1 npm test',
        '$X; npm test',
        './npm test',
      ])
        assert.equal(await covers('npm test', second), false, second);
      assert.equal(await covers('rm -r b', 'rm -r b src'), false);
      assert.equal(await covers('npm test', 'npm test', [], 'src'), false);
      assert.equal(await covers('npm test', 'npm test', [{ decision: 'ask', commands: ['npm *'] }]), false);
    });
  });

  it('asks once in a coding job, where npm test is allowed', async () => {
    const lines = [
      'ls -la && git status --short',
      'git log --oneline -5 | cat',
      'grep -rn "slow" src --include=*.ts | head -20',
      "sed -n '1,40p' src/a.ts",
      'npm test 2>&1 | tail -30',
      'npm test -- --grep "the slow case" 2>&1 | grep -E "passing|failing"',
      'cd src && cat a.ts | head -50',
      'rg -n "export function" src || true',
      'find src -name "*.ts" -size +10k | sort | tail -5; wc -l src/*.ts',
      'npm test > /dev/null 2>&1 && echo ok || echo failed',
      'git diff --stat && git diff src/a.ts',
      'node --version; which npm',
      'git add -A && git commit -m "Make the slow case fast"',
      'git show --stat HEAD | head -20',
    ];
    const asking: string[] = [];
    for (const line of lines) if ((await decided(line, [allow('npm test', 'npm test *')])) === 'ask') asking.push(line);
    assert.deepEqual(asking, ['git add -A && git commit -m "Make the slow case fast"']);
  });

  it('is decided at least as strictly as each of its commands was when it was compared as a text', async () => {
    const patterns = ['git push', 'git *', 'npm *', 'npm test', 'rm *', '*', 'cat secrets*', '*--force*'];
    const rule = fc.record({
      decision: fc.constantFrom<Decision>('allow', 'ask', 'deny'),
      commands: fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 2 }),
    });
    const command = fc.constantFrom(
      'git push',
      'git push --force',
      'npm test',
      'ls',
      'rm -r b',
      'cat secrets/key',
      'X=1 git log',
    );
    const strictness = { allow: 0, ask: 1, deny: 2 };
    const actionOf = async (each: string) => {
      const review = await bench.review('run_shell', { command: each }, { member: { policy: [] }, readsFreely: true });
      assert.ok(review.kind === 'acts');
      return review.action;
    };
    const rules = fc.array(rule, { minLength: 1, maxLength: 4 });
    const parts = fc.array(command, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(rules, parts, fc.constantFrom(' && ', '; ', ' | ', ' || '), async (policy, commands, sign) => {
        const now = decide(policy, await actionOf(commands.join(sign)));
        for (const each of commands) {
          const { line: _, ...asText } = await actionOf(each);
          const before = judge(policy, asText);
          if (before.reason !== 'default') assert.ok(strictness[now] >= strictness[before.decision], each);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is judged strictly where rules come in any order', async () => {
    assert.equal(await decided('npm test && git push', [allow('npm test'), deny('git push')]), 'deny');
    assert.equal(
      await decided('npm test && make', [allow('npm test'), { decision: 'ask', commands: ['make'] }, allow('*')]),
      'ask',
    );
    assert.equal(await decided('git push', [allow('git push'), deny('git push')]), 'allow');
  });
});
