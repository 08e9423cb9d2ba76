// What version 0.1.0 stored is loaded, shown and continued by the present code. `test/fixtures/rtws-0.1.0` was written
// by that version and is never written anew: a change that cannot read it loses people's dialogs.
import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { openRuntime } from '../../src/runtime.ts';
import { runDominds } from './run-support.ts';

const fixture = path.resolve(import.meta.dirname, '../fixtures/rtws-0.1.0');

// The dialogs of the fixture, by what they are about.
const trip = '0mwqi3tuw-00-rkfl';
const invitation = '0mwqi4629-00-otms';
const counted = '0mwqi46c1-00-l9ug';
const archived = '0mwqi46mb-00-qexs';
const begunAnew = '0mwqi46u8-00-3l02';
const drafts = '0mwqi4722-00-eejt';
const killed = '0mwqi55wz-00-9izv';

describe('a folder that version 0.1.0 wrote', () => {
  let rtws: string;
  const dominds = async (...argv: string[]) => {
    const run = await runDominds([...argv, '--json'], { openRuntime, cwd: rtws, env: {} });
    const warnings = run.stderr.split('\n').filter(line => line.startsWith('dominds: '));
    return { code: run.code, json: run.json, warnings, last: run.json.at(-1) as Record<string, unknown> };
  };
  const list = async () => (await dominds('list')).last as unknown as { rootId: string; state: string }[];
  const states = async () => Object.fromEntries((await list()).map(({ rootId, state }) => [rootId, state]));

  beforeEach(async () => {
    rtws = await makeTempFolder('upgrade');
    await cp(path.join(fixture, 'dialogs'), path.join(rtws, '.dialogs'), { recursive: true });
    await cp(path.join(fixture, 'minds'), path.join(rtws, '.minds'), { recursive: true });
  });
  afterEach(() => removeTempFolder(rtws));

  const asStored = {
    [trip]: 'awaiting-q4h',
    [invitation]: 'awaiting-subdialogs',
    [counted]: 'completed',
    [archived]: 'archived',
    [begunAnew]: 'idle',
    [drafts]: 'idle',
    [killed]: 'interrupted',
  };

  it('lists every dialog as it stood, from the stored index and without it', async () => {
    assert.deepEqual(await states(), asStored);
    await rm(path.join(rtws, '.dialogs/roots.jsonl'));
    assert.deepEqual(await states(), asStored);
  });

  it('is healthy once what was killed has gone on', async () => {
    await dominds('continue', killed);
    const { code, last, warnings } = await dominds('doctor');
    assert.deepEqual([code, last, warnings], [0, { ok: true, problems: [] }, []]);
  });

  it('shows what was said, the registry, reminders, questions and drafts', async () => {
    assert.match(JSON.stringify((await dominds('show', trip)).last), /By train 300, by boat 400/);
    assert.match(JSON.stringify((await dominds('show', begunAnew, '--course', '1')).last), /I begin anew/);
    assert.match(JSON.stringify((await dominds('show', archived)).last), /Hello\./);
    const registry = (await dominds('registry', trip)).last as Record<string, { subdialogId: string }>;
    assert.deepEqual(Object.keys(registry), ['researcher!prices']);
    assert.equal(registry['researcher!prices']?.subdialogId, '0mwqi3tvw-00-4gz1');
    assert.deepEqual((await dominds('reminders', trip)).last, [{ reminder_no: 1, content: 'The budget is 900.' }]);
    const questions = (await dominds('q4h')).last as unknown as { agentId: string; tellaskHead: string }[];
    assert.deepEqual(questions.map(({ agentId, tellaskHead }) => `${agentId}: ${tellaskHead.trim()}`).toSorted(), [
      'lead: Train or boat?',
      'writer: How long shall it be?',
    ]);
    const offered = (await dominds('mind', 'drafts', drafts)).last as unknown as { drafts: { text: string }[] };
    assert.deepEqual(
      offered.drafts.map(({ text }) => text.trim()),
      ['Good morning, dear team.', 'Good morning, all of you.'],
    );
  });

  it('goes on from an answer, with the registered subdialog taken up again', async () => {
    const answered = await dominds('answer', '0mwqi3tw7-00-2bb2', 'the second one');
    assert.equal(answered.code, 0);
    assert.equal(answered.last.state, 'completed');
    assert.equal(answered.last.response, 'All is settled.');
    const { last } = await dominds('tree', trip);
    assert.deepEqual(
      (last.children as { selfId: string }[]).map(({ selfId }) => selfId),
      ['0mwqi3tvw-00-4gz1'],
    );
  });

  it("passes the answer to a subdialog's question up to the one who waits for it", async () => {
    const { code, last } = await dominds('answer', '0mwqi463l-00-2xag', 'a short one');
    assert.equal(code, 0);
    assert.equal(last.response, 'The writer has written the short one.');
  });

  it('continues what was killed, accepts what was drafted, and reopens what was archived', async () => {
    const continued = await dominds('continue', killed);
    assert.deepEqual([continued.code, continued.last.response], [0, 'The end.']);
    await dominds('mind', 'accept', drafts, '2');
    assert.match(JSON.stringify((await dominds('mind', 'history', drafts)).last), /Good morning, all of you/);
    assert.equal((await dominds('reopen', archived)).code, 0);
    assert.deepEqual(await states(), { ...asStored, [archived]: 'idle', [killed]: 'idle' });
  });
});
