import assert from 'node:assert/strict';
import { dayAt } from '../../../src/core/prompt/surroundings.ts';
import { todayEn, workspaceEn } from '../../../src/core/prompt/words/en/system.ts';
import type { Surroundings } from '../../../src/core/prompt/words/words.ts';
import { todayZh, workspaceZh } from '../../../src/core/prompt/words/zh/system.ts';

const around: Surroundings = {
  system: 'Linux',
  shell: 'bash',
  git: { is: 'branch', name: 'main' },
  top: { names: ['src/', 'README.md'], more: 3 },
};

describe('the day', () => {
  it('is the one where the runtime is', () => {
    const late = Date.UTC(2026, 10, 28, 23, 30);
    assert.equal(todayEn(dayAt(late, 0, 'UTC')), 'Saturday, 2026-11-28. Time zone: UTC.');
    assert.equal(
      todayEn(dayAt(late, 60, 'Europe/Berlin')),
      'Sunday, 2026-11-29. Time zone: Europe/Berlin (UTC+01:00).',
    );
    const west = dayAt(late, -210, 'America/St_Johns');
    assert.equal(todayEn(west), 'Saturday, 2026-11-28. Time zone: America/St_Johns (UTC-03:30).');
    assert.equal(todayZh(dayAt(late, 480, 'Asia/Shanghai')), '2026-11-29，星期日。时区：Asia/Shanghai（UTC+08:00）。');
  });
});

describe('the workspace in the prompt', () => {
  it('stands on two lines', () => {
    const lines = workspaceEn(around).split('\n');
    assert.equal(lines[0], 'System: Linux, commands run in bash. Git: branch main.');
    assert.match(lines[1] ?? '', /: src\/, README\.md, and 3 more\.$/);
    assert.equal(lines.length, 2);
  });

  it('leaves out what is not known', () => {
    assert.equal(workspaceEn({ system: 'macOS', git: null }), 'System: macOS. Git: none.');
    assert.equal(workspaceZh({ system: 'macOS', git: { is: 'commit', name: '0a' } }), '系统：macOS。Git：提交 0a。');
    assert.match(workspaceZh(around), /^系统：Linux，命令由 bash 运行。[\s\S]*：src\/、README\.md，另有 3 项。$/);
  });
});
