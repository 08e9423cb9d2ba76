// While another process drives a folder, some commands are refused and some are handed over; docs/cli.md names both.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

/** A call of each command that changes something, by its name in docs/cli.md. */
const callsOn = (rootId: string): Readonly<Record<string, readonly string[]>> => ({
  start: ['start', 'again'],
  'start --no-wait': ['start', 'later', '--no-wait'],
  send: ['send', rootId, 'more', '--no-wait'],
  answer: ['answer', 'q-1', 'blue'],
  continue: ['continue', '--all'],
  stop: ['stop', '--all'],
  retry: ['retry', rootId],
  tell: ['tell', rootId, 'c-1', 'wait'],
  dismiss: ['dismiss', rootId, 'c-1'],
  done: ['done', rootId],
  archive: ['archive', rootId],
  reopen: ['reopen', rootId],
  'clear-mind': ['clear-mind', rootId],
  'change-mind': ['change-mind', rootId, 'progress', 'half'],
  reminders: ['reminders', rootId, 'add', 'tea'],
  'doctor --repair': ['doctor', '--repair'],
  'mind message': ['mind', 'message', rootId, 'more'],
  'mind add': ['mind', 'add', rootId, 'shorter'],
  'mind run': ['mind', 'run', rootId],
  'mind accept': ['mind', 'accept', rootId],
  'mind prune': ['mind', 'prune', rootId, '1'],
  'mind drafts … seen': ['mind', 'drafts', rootId, 'seen'],
  'state rollback': ['state', 'rollback', rootId, '1'],
});

describe('commands beside a process that drives', () => {
  it('exit 5 exactly where docs/cli.md says so, and are handed over where it says that', async () => {
    const guide = await readFile(path.resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');
    const [, refused = '', handed = ''] =
      /Beside an open editor window (.*?exit 5)(.*?are handed to)/s.exec(guide) ?? [];
    const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '').sort();
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Hi., repeat: true}\n',
    });
    const dominds = (...argv: readonly string[]) =>
      runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env: {} });
    const { rootId } = settledOf(await dominds('start', 'hello'));
    const driving = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(driving.ok);
    const exitsWith5: string[] = [];
    const others: string[] = [];
    try {
      for (const [name, argv] of Object.entries(callsOn(rootId)))
        ((await dominds(...argv)).code === 5 ? exitsWith5 : others).push(name);
    } finally {
      await driving.runtime.close();
      await workspace.remove();
    }
    assert.deepEqual(exitsWith5.sort(), named(refused));
    assert.deepEqual(others.sort(), named(handed));
  });
});
