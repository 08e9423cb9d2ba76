import assert from 'node:assert/strict';
import fs, { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { mock } from 'node:test';
import type { MindsWatch } from '../../src/minds/files/watch-minds.ts';
import { watchMinds } from '../../src/minds/files/watch-minds.ts';
import type { TempWorkspace } from '../support/temp-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('the watch over minds and taskdocs', () => {
  let workspace: TempWorkspace;
  let watch: MindsWatch;
  let told: (readonly string[])[];
  /** What waits for its time, and the folders that are watched now. */
  let waiting: (() => void)[];
  let watched: Map<string, () => void>;

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      'AGENTS.md': 'A',
      '.minds/team.yaml': 'T',
      '.minds/team/alice/persona.md': 'P',
      'tasks/x.tsk/goals.md': 'G',
      'src/code.ts': 'C',
    });
    told = [];
    waiting = [];
    watched = new Map();
    watch = watchMinds({
      rtws: workspace.folder,
      taskdocs: () => ['tasks/x.tsk', 'later/y.tsk'],
      onChange: paths => told.push(paths),
      after: (_, run) => {
        waiting.push(run);
        return () => waiting.splice(waiting.indexOf(run), 1);
      },
      watchFolder: (folder, onEvent) => {
        const name = path.relative(workspace.folder, folder);
        watched.set(name, onEvent);
        return { close: () => watched.delete(name) };
      },
    });
  });
  afterEach(async () => {
    watch.dispose();
    await workspace.remove();
  });

  const event = (folder: string) => watched.get(folder)?.();
  const letTimePass = () => {
    for (const run of waiting.splice(0)) run();
  };
  const at = (file: string) => path.join(workspace.folder, file);

  it('watches the folders of minds and taskdocs, and no others', () => {
    assert.deepEqual([...watched.keys()].sort(), [
      '',
      '.minds',
      '.minds/team',
      '.minds/team/alice',
      'tasks',
      'tasks/x.tsk',
    ]);
    assert.deepEqual(told, []);
  });

  it('gathers events into one change', () => {
    writeFileSync(at('.minds/team.yaml'), 'members: {}');
    writeFileSync(at('tasks/x.tsk/progress.md'), 'P');
    event('.minds');
    event('.minds');
    event('tasks/x.tsk');
    assert.equal(waiting.length, 1);
    letTimePass();
    assert.deepEqual(told, [['.minds/team.yaml', 'tasks/x.tsk/progress.md']]);
  });

  it('sees a save by rename', () => {
    writeFileSync(at('.minds/team.yaml.tmp'), 'T');
    renameSync(at('.minds/team.yaml.tmp'), at('.minds/team.yaml'));
    event('.minds');
    letTimePass();
    assert.deepEqual(told, [['.minds/team.yaml']]);
  });

  it('tells nothing of events without a change, or of other files', () => {
    writeFileSync(at('readme.md'), 'x');
    event('');
    letTimePass();
    assert.deepEqual(told, []);
  });

  it('follows new folders, also a taskdoc that comes later', () => {
    mkdirSync(at('later/y.tsk'), { recursive: true });
    event('');
    letTimePass();
    assert.ok(watched.has('later/y.tsk'));
    writeFileSync(at('later/y.tsk/goals.md'), 'G');
    event('later/y.tsk');
    letTimePass();
    assert.deepEqual(told, [['later/y.tsk/goals.md']]);
  });

  it('watches a folder again that was removed and recreated between two looks', () => {
    const before = watched.get('.minds');
    rmSync(at('.minds'), { recursive: true });
    mkdirSync(at('.minds'));
    writeFileSync(at('.minds/env.md'), 'E');
    event('');
    letTimePass();
    assert.deepEqual(told, [['.minds/env.md', '.minds/team.yaml', '.minds/team/alice/persona.md']]);
    assert.ok(before !== undefined && watched.has('.minds'));
    assert.ok(!watched.has('.minds/team'));
  });

  it('is silent after it is disposed', () => {
    writeFileSync(at('.minds/env.md'), 'E');
    event('.minds');
    watch.dispose();
    assert.equal(watched.size, 0);
    letTimePass();
    assert.deepEqual(told, []);
  });

  it('works without any watch to be had', () => {
    const blind = watchMinds({
      rtws: workspace.folder,
      taskdocs: () => [],
      onChange: paths => told.push(paths),
      after: () => () => {},
      watchFolder: () => {
        throw new Error('ENOSPC');
      },
    });
    writeFileSync(at('AGENTS.md'), 'AA');
    blind.look();
    blind.dispose();
    assert.deepEqual(told, [['AGENTS.md']]);
  });

  it('asks once a look for a folder of taskdocs that is not there, however many of them are in use', () => {
    const asked: string[] = [];
    const { statSync } = fs;
    const counting = mock.method(fs, 'statSync', (...args: Parameters<typeof statSync>) => {
      asked.push(path.relative(workspace.folder, String(args[0])).replaceAll('\\', '/'));
      return statSync(...args);
    });
    syncBuiltinESMExports();
    try {
      const taskdocs = Array.from({ length: 1000 }, (_, index) => `later/deep/${index}.tsk`);
      watchMinds({
        rtws: workspace.folder,
        taskdocs: () => taskdocs,
        onChange: () => {},
        after: () => () => {},
        watchFolder: () => ({ close() {} }),
      }).dispose();
    } finally {
      counting.mock.restore();
      syncBuiltinESMExports();
    }
    // Once to know what is to be watched, once when it is.
    assert.deepEqual(
      asked.filter(file => file.startsWith('later')),
      ['later', 'later'],
    );
  });

  it('hears the real disk', async () => {
    const changed = Promise.withResolvers<readonly string[]>();
    const real = watchMinds({
      rtws: workspace.folder,
      taskdocs: () => ['tasks/x.tsk'],
      onChange: changed.resolve,
      after: (_, run) => {
        const timer = setImmediate(run);
        return () => clearImmediate(timer);
      },
    });
    // Keeps the process alive while only the watch, which does not, is under way.
    const alive = setInterval(() => {}, 1000);
    renameSync(at('AGENTS.md'), at('tasks/x.tsk/progress.md'));
    const paths = await changed.promise;
    clearInterval(alive);
    real.dispose();
    assert.ok(paths.includes('tasks/x.tsk/progress.md') || paths.includes('AGENTS.md'));
  });
});
