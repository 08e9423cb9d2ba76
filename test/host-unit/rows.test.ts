import assert from 'node:assert/strict';
import type { DialogNode } from '../../src/core/dialog/view/projection.ts';
import { clockTime } from '../../src/core/text/clock-time.ts';
import { rootRow, subdialogRow } from '../../src/host/rows/dialog-rows.ts';
import { isBrief, questionRow } from '../../src/host/rows/question-rows.ts';
import { countActivity, statusText } from '../../src/host/rows/status-text.ts';
import { formatAge } from '../../src/host/rows/wording.ts';
import { firstLine } from '../../src/pages/headline.ts';
import { inInboxOrder } from '../../src/pages/inbox.ts';
import { node } from '../support/fake-runtime.ts';
import { dialogId, pending, rootId, summary, t, wording } from './support.ts';

describe('rows of the trees', () => {
  it('shows a root with its questions, member and age', () => {
    const row = rootRow(
      summary('root-1', { questions: 2, subdialogs: 1, state: 'awaiting-subdialogs' }),
      'Lead',
      wording,
    );
    assert.equal(row.label, 'Task of root-1');
    assert.equal(row.description, 'Lead · 30 min');
    assert.equal(row.questions, 2);
    assert.equal(row.icon?.name, 'question');
    assert.equal(row.expansion, 'collapsed');
    assert.deepEqual(row.traits, ['dialog', 'root', 'running', 'awaiting-subdialogs']);
  });

  it('offers Show Changes and Revert where files were changed, or where earlier versions did not note it', () => {
    const { edited: _, ...older } = summary('root-1');
    const traits = [
      rootRow(summary('root-1', { edited: true, undone: true }), 'Lead', wording),
      rootRow(summary('root-1'), 'Lead', wording),
      rootRow(older, 'Lead', wording),
      subdialogRow(subNode({ edited: true }), 'Researcher', wording),
      subdialogRow(subNode({ edited: false }), 'Researcher', wording),
    ].map(row => row.traits.filter(trait => trait === 'edited' || trait === 'undone'));
    assert.deepEqual(traits, [['edited', 'undone'], [], ['edited'], ['edited'], []]);
  });

  it('counts on every ancestor row the questions below it', () => {
    const row = subdialogRow(subNode({ questionsBelow: 3, tellaskSession: 'web' }), 'Researcher', wording);
    assert.equal(row.description, 'Researcher!web · 55 min');
    assert.equal(row.questions, 3);
    assert.equal(row.expansion, 'none');
  });

  it('says of a dialog at rest that it was left at work, as a trait for Continue', () => {
    const root = rootRow(summary('root-1', { pause: { kind: 'left' } }), 'Lead', wording);
    const below = subdialogRow(subNode({ pause: { kind: 'left' } }), 'Researcher', wording);
    for (const row of [root, below]) {
      assert.match(`${row.description} ${row.tooltip} ${row.spoken}`, /(Paused: not running.*){3}/s);
      assert.equal(row.icon?.name, 'debug-pause');
      assert.ok(row.traits.includes('left'));
    }
    assert.equal(root.description, 'Lead · Paused: not running · 30 min');
  });

  it('says of a dialog that waits to try again when it does', () => {
    const pause = { kind: 'retry', at: '2026-01-01T00:00:06.750Z' } as const;
    const words = `Retries at ${clockTime(pause.at)}`;
    const root = rootRow(summary('root-1', { pause }), 'Lead', wording);
    const below = subdialogRow(subNode({ pause }), 'Researcher', wording);
    for (const row of [root, below]) {
      assert.equal([row.description, row.tooltip, row.spoken].filter(text => text?.includes(words)).length, 3);
      assert.equal(row.icon?.name, 'clockface');
      assert.ok(row.traits.includes('generating'), 'for Stop');
      assert.ok(row.traits.includes('retrying'), 'for Retry Now');
    }
    assert.equal(root.description, `Lead · ${words} · 30 min`);
    assert.equal(rootRow(summary('root-1', { pause: null }), 'Lead', wording).description, 'Lead · 30 min');
  });

  it('says of a root with acceptance lines whether it is verified', () => {
    const row = (state: 'verified' | 'claimed' | 'failed' | 'open') =>
      rootRow(summary('root-1', { evidence: { state, verified: 1, of: 2 } }), 'Lead', wording);
    assert.equal(row('verified').description, 'Lead · Verified · 30 min');
    assert.equal(row('claimed').description, 'Lead · Claimed · 30 min');
    assert.match(`${row('failed').tooltip}`, / · Check failed\n/);
    assert.match(`${row('open').spoken}`, /Not verified yet/);
  });

  it('says of a dialog that it talks in an aside while it waits', () => {
    const root = rootRow(summary('root-1', { aside: 'words' }), 'Lead', wording);
    const below = subdialogRow(subNode({ aside: 'answers' }), 'Researcher', wording);
    for (const row of [root, below]) assert.match(`${row.description} ${row.tooltip}`, /In an aside.*In an aside/s);
    assert.equal(rootRow(summary('root-1', { aside: null }), 'Lead', wording).description, 'Lead · 30 min');
  });

  it('leaves the member out of what a subdialog is about', () => {
    const label = (headline: string) => subdialogRow(subNode({ headline }), 'Researcher', wording).label;
    assert.equal(label('@researcher Look into it\n'), 'Look into it');
    assert.equal(label('@researcher !tellaskSession web Look into it'), 'Look into it');
    assert.equal(label('@researcher'), '@researcher');
  });

  it('names a dialog without a headline and cuts a long one', () => {
    assert.equal(rootRow(summary('root-1', { headline: '' }), 'Lead', wording).label, 'New dialog');
    assert.equal(firstLine(`${'x'.repeat(70)}\nmore`).length, 60);
  });

  it('shows a question with who asks and since when, and hands itself over on a click', () => {
    const row = questionRow(pending('q-1'), { member: 'Lead', rootHeadline: 'Paint the house', blocked: [] }, wording);
    assert.equal(row.label, 'Which colour?');
    assert.equal(row.description, 'Lead · 55 min · Paint the house');
    assert.deepEqual(row.click, {
      command: 'dominds.answerQuestion',
      target: { rootId: 'root-1', selfId: 'root-1', questionId: 'q-1' },
    });
  });

  it('puts the question that waits longest first', () => {
    const later = pending('q-1', { askedAt: '2025-01-02T03:05:00.000Z' });
    const earlier = pending('q-2', { askedAt: '2025-01-02T03:04:00.000Z' });
    assert.deepEqual(inInboxOrder([later, earlier]), [earlier, later]);
  });

  it('says ages in the shortest unit that fits', () => {
    const ago = (minutes: number) => formatAge(new Date(wording.now - minutes * 60_000).toISOString(), wording);
    assert.deepEqual([ago(0.5), ago(59), ago(60), ago(60 * 25)], ['now', '59 min', '1 h', '1 d']);
    assert.equal(formatAge('2024-11-01T00:00:00.000Z', wording), '2024-11-01');
    assert.equal(formatAge('', wording), '');
  });

  it('says what a root wants of the person, and marks what ended unseen', () => {
    const rowOf = (change: Parameters<typeof summary>[1] & { unseen?: true }) =>
      rootRow({ ...summary('root-1', change), ...(change?.unseen && { unseen: true }) }, 'Lead', wording);
    const trouble = rowOf({ state: 'interrupted', interrupted: true, trouble: true });
    assert.deepEqual([trouble.icon?.name, trouble.description], ['warning', 'Lead · Stopped by a problem · 30 min']);
    assert.equal(rowOf({ state: 'interrupted', interrupted: true }).icon?.name, 'debug-pause');
    assert.equal(rowOf({ toAccept: true }).description, 'Lead · Draft to accept · 30 min');
    const done = rowOf({ status: 'completed', state: 'completed', unseen: true });
    assert.deepEqual(
      [done.unseen, done.icon?.name, done.spoken],
      [true, 'pass', 'Task of root-1, Lead, Needs you: Done, 30 min'],
    );
  });

  it('says in the status bar what needs the person, works and waits', () => {
    const roots = [
      summary('a', { state: 'awaiting-subdialogs' }),
      summary('b', { state: 'interrupted', interrupted: true, trouble: true }),
      summary('c', { questions: 1 }),
      summary('d', { state: 'generating', atWork: true }),
      summary('e', { state: 'generating', atWork: true }),
    ];
    const { text, words, command } = statusText(countActivity(roots, 1), t);
    assert.equal(text, '$(comment-discussion) Dominds  $(question) 2  $(loading~spin) 2  $(clockface) 1');
    assert.equal(words, 'Dominds: 2 need you (1 question), 2 working, 1 waiting');
    assert.equal(command, 'dominds.answerQuestion');
    const nothing = countActivity([summary('a')], 0);
    assert.equal(statusText(nothing, t).words, 'Dominds: nothing to do');
  });
});

function subNode(change: Partial<DialogNode>): DialogNode {
  const lastModified = '2025-01-02T03:05:00.000Z';
  return node({ rootId: rootId('root-1'), selfId: dialogId('sub-1') }, 'researcher', { lastModified, ...change });
}

describe('questions that are answered by a pick', () => {
  const form = (count: number) => ({
    key: 'f',
    fields: Array.from({ length: count }, () => ({ name: 'a', type: 'text' as const })),
  });

  it('are those of the runtime with options, and forms of one choice', () => {
    assert.equal(isBrief({ kind: 'diligence', options: ['continue', 'stop'] }), true);
    assert.equal(isBrief({ kind: 'clarify', options: ['red', 'blue', 'decline'], form: form(1) }), true);
    assert.equal(isBrief({ kind: 'clarify', options: ['decline'], form: form(2) }), false);
    assert.equal(isBrief({ kind: 'ask', options: ['red', 'blue'] }), false);
    assert.equal(isBrief({ kind: 'permission', options: ['allow once', 'always', 'deny'] }), false);
    assert.equal(isBrief({ kind: 'merge', options: ['take all', 'send back', 'drop'] }), false);
    assert.equal(isBrief({ kind: 'clarify' }), false);
  });
});
