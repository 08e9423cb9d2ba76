// What a health check says of an inbox into which anybody put anything.
import assert from 'node:assert/strict';
import path from 'node:path';
import { checkInbox } from '../../../src/store/files/health/check-inbox.ts';
import { acquireLock, type LockEnvironment } from '../../../src/store/files/lock/lock.ts';
import { sayFinding } from '../../../src/words/say.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const inbox = '/rtws/.dialogs/inbox';

function rig() {
  const files = createMemoryFiles();
  let turn = 0;
  const environment = (pid: number): LockEnvironment => ({
    files,
    pid,
    host: 'here',
    pidSpace: 'one',
    now: () => 0,
    elapsed: () => 0,
    turn: () => ++turn,
    isAlive: each => each < 10,
  });
  const check = () => {
    const work = checkInbox('/rtws', environment(1));
    for (let rests = 0; ; rests++) {
      const step = work.next();
      if (step.done)
        return { rests, found: step.value.map(fault => [path.basename(fault.at), sayFinding(fault, 'en')] as const) };
    }
  };
  return { put: (name: string) => files.texts.set(`${inbox}/${name}`, '{}'), environment, check };
}

describe('the health of the inbox', () => {
  it('names two hundred files and counts the others, and lets others have their turn', () => {
    const { put, check } = rig();
    for (let index = 0; index < 10_000; index++) put(`note-${index}.txt`);
    const { rests, found } = check();
    assert.ok(rests >= 9, String(rests));
    assert.equal(found.length, 201);
    assert.deepEqual(found[0], ['note-0.txt', 'it does not belong in the inbox: move it away']);
    assert.deepEqual(found.at(-1), ['inbox', '9800 more files in it are unused: move them away']);
  });

  it('says nothing of what is under way to another process that drives, but names files of processes that are gone', () => {
    const { put, environment, check } = rig();
    for (const name of ['m.json', 'm.refused', 'note.txt', 'm.json.5.0a1b2c3d4e5f.tmp', 'n.json.50.0a1b2c3d4e5f.tmp'])
      put(name);
    const gone = ['n.json.50.0a1b2c3d4e5f.tmp', 'it was being written when its process ended'];
    assert.deepEqual(
      check()
        .found.map(([name]) => name)
        .sort(),
      ['m.json', 'm.refused', gone[0], 'note.txt'],
    );
    assert.equal(acquireLock('/rtws', 'token', environment(2)).kind, 'held');
    assert.deepEqual(check().found, [gone]);
  });
});
