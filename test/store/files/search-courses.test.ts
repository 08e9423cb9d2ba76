import assert from 'node:assert/strict';
import { diskFiles, type Files } from '../../../src/store/disk-files.ts';
import { searchCourses } from '../../../src/store/files/courses/search-courses.ts';
import type { FoundDialog } from '../../../src/store/storage.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

const line = (record: object) => `${JSON.stringify({ v: 1, at: '2025-01-02T03:04:05.000Z', ...record })}\n`;
const said = (content: string) => line({ kind: 'userSaid', msgId: 'm', content });

describe('the search over stored dialogs', () => {
  let workspace: TempWorkspace;

  before(async () => {
    workspace = await makeTempWorkspace({
      '.dialogs/run/root-a/course-001.jsonl': said('The Kettle boils'),
      '.dialogs/run/root-a/course-002.jsonl':
        said('nothing here') + said('and a "quoted" kettle, in the newest course'),
      '.dialogs/run/root-a/subdialogs/sub-1/course-001.jsonl':
        line({ kind: 'dialogCreated', identity: { agentId: 'writer' } }) +
        line({ kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'A kettle\nis a pot.' }] }),
      '.dialogs/run/root-b/course-001.jsonl': `not a record with kettle\n${line({ kind: 'other', kettle: 'kettle' })}`,
      '.dialogs/archive/root-c/course-001.jsonl': said('Ein Kessel'),
    });
  });
  after(() => workspace.remove());

  async function find(
    query: string,
    signal = new AbortController().signal,
    files: Pick<Files, 'list' | 'stat'> = diskFiles,
  ): Promise<FoundDialog[]> {
    const found: FoundDialog[] = [];
    const search = searchCourses({ rtws: workspace.folder, files, query, signal });
    for await (const dialog of search) found.push(dialog);
    return found;
  }

  it('finds what was said in any dialog, in the newest course that has it', async () => {
    const found = await find('kettle');
    assert.deepEqual(
      found.map(({ dialog, course, excerpt }) => [dialog.selfId, course, excerpt]),
      [
        ['root-a', 2, 'and a "quoted" kettle, in the newest course'],
        ['sub-1', 1, 'A kettle is a pot.'],
      ],
    );
  });

  it('says whose dialog it is, where the course says so', async () => {
    assert.deepEqual(
      (await find('kettle')).map(({ agentId }) => agentId),
      [undefined, 'writer'],
    );
  });

  it('finds words that JSON writes otherwise, and looks into archived dialogs', async () => {
    assert.equal((await find('"QUOTED"')).length, 1);
    assert.deepEqual(
      (await find('kessel')).map(({ status }) => status),
      ['archived'],
    );
  });

  it('finds nothing for no words, and ends when it is aborted', async () => {
    assert.deepEqual(await find('  '), []);
    assert.deepEqual(await find('kettle', AbortSignal.abort()), []);
  });

  it('passes over dialogs that are put away or removed while it looks', async () => {
    // Listed a moment ago, and gone now.
    const list = (folder: string) => (folder.endsWith('root-z') ? ['course-001.jsonl'] : diskFiles.list(folder));
    const runs = (folder: string) => (folder.endsWith('run') ? ['root-z', ...list(folder)] : list(folder));
    const files = { list: runs, stat: diskFiles.stat };
    assert.equal((await find('kettle', undefined, files)).length, 2);
  });

  it('takes no more memory for a short course than it is long', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `.dialogs/run/root-${index}/course-001.jsonl`);
    const other = await makeTempWorkspace(Object.fromEntries(many.map(file => [file, said('kettle')])));
    const { signal } = new AbortController();
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    let found = 0;
    for await (const _ of searchCourses({ rtws: other.folder, files: diskFiles, query: 'kettle', signal })) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      found += 1;
    }
    await other.remove();
    assert.equal(found, 150);
    assert.ok(most < 10 * 2 ** 20, `${most} bytes`);
  });
});
