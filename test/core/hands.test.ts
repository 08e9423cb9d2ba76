import assert from 'node:assert/strict';
import type { AgentId } from '../../src/core/base/ids.ts';
import { handsOf } from '../../src/core/dialog/hands.ts';
import { handsEn } from '../../src/core/prompt/words/en/system.ts';
import { handsZh } from '../../src/core/prompt/words/zh/system.ts';
import type { PolicyRule } from '../../src/core/team/policy.ts';
import type { Member } from '../../src/core/team/team.ts';

const bob: Member = {
  id: 'bob' as AgentId,
  name: 'Bob',
  diligencePushMax: 3,
  fbr: { effort: 1, tools: true },
  hidden: false,
};

function said(change: Partial<Member>, rules: readonly PolicyRule[] = [], takesTools = true): string {
  return handsEn(handsOf({ ...bob, ...change }, rules, takesTools));
}

describe('the hands of a member', () => {
  it('come from its toolsets and single tools', () => {
    assert.equal(said({}), 'reads, writes, asks to run commands');
    assert.equal(said({ toolsets: ['read', 'memory'] }), 'reads');
    assert.equal(said({ tools: ['edit_file'] }), 'writes');
    assert.equal(said({ toolsets: ['memory'] }), 'only talks');
    assert.equal(said({ toolsets: ['read', 'mcp:tickets'] }), 'reads, uses mcp:tickets');
  });

  it('name the folders that it is confined to', () => {
    assert.equal(said({ toolsets: ['write'], writeDirs: ['src', 'test'] }), 'writes src and test');
    assert.equal(said({ toolsets: ['read'], readDirs: ['a', 'b', 'c', 'd'] }), 'reads a, b, c …');
    assert.equal(said({ toolsets: ['read'], readDirs: ['a', 'b', 'c'] }), 'reads a, b and c');
    assert.equal(said({ toolsets: ['read'], readDirs: ['a'] }), 'reads a');
  });

  it('follow the rules for all files or all commands, and no others', () => {
    const member = { toolsets: ['write', 'shell'] };
    assert.equal(said(member, [{ decision: 'allow', commands: ['npm test'] }]), 'writes, asks to run commands');
    assert.equal(said(member, [{ decision: 'allow', tools: ['run_shell'] }]), 'writes, runs commands');
    assert.equal(said(member, [{ decision: 'ask', tools: ['write'] }]), 'asks to write, asks to run commands');
    assert.equal(said(member, [{ decision: 'deny', paths: ['docs/**'] }]), 'writes, asks to run commands');
    assert.equal(said(member, [{ decision: 'deny', tools: ['shell'] }]), 'writes');
  });

  it('are none while its tools are withheld, or when its model takes none', () => {
    assert.equal(said({ withheld: { kind: 'unreadable', why: 'x' } }), 'no tools');
    assert.equal(said({}, [], false), 'no tools');
    assert.equal(said({ acp: 'npx agent' }), 'an agent with tools of its own');
  });

  it('have Chinese words', () => {
    assert.equal(handsZh(handsOf({ ...bob, writeDirs: ['src'] }, [], true)), '可读、可写 src、经允许可运行命令');
  });
});
