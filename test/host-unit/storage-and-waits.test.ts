import assert from 'node:assert/strict';
import { hasWaitedLong } from '../../src/core/dialog/view/waiting.ts';
import { type DeepLink, formatDialogUri, parseDialogLink } from '../../src/host/open/deep-link.ts';
import { archivedBySize, formatBytes, isProposed } from '../../src/host/rows/clean-up-choice.ts';
import { questionRow } from '../../src/host/rows/question-rows.ts';
import { waitLines } from '../../src/host/rows/wait-lines.ts';
import { lead, node, question } from '../support/fake-runtime.ts';
import { pending, summary, wording } from './support.ts';

describe('the choice of a clean-up', () => {
  const stored = (
    name: string,
    bytes: number,
    lastModified: string,
    status: 'archived' | 'completed' = 'archived',
  ) => ({
    root: summary(name, { status, lastModified }),
    bytes,
  });
  const old = stored('old', 10, '2024-11-01T00:00:00.000Z');
  const large = stored('large', 2_000_000, '2025-01-01T00:00:00.000Z');

  it('offers archived roots alone, the largest first', () => {
    const done = stored('done', 5_000_000, '2024-01-01T00:00:00.000Z', 'completed');
    assert.deepEqual(archivedBySize([old, done, large]), [large, old]);
  });

  it('proposes by age or by size, or nothing', () => {
    const proposed = (rule: Parameters<typeof isProposed>[1]) =>
      [old, large].map(each => isProposed(each, rule, wording.now));
    assert.deepEqual(proposed({ kind: 'older', days: 30 }), [true, false]);
    assert.deepEqual(proposed({ kind: 'larger', bytes: 1_000_000 }), [false, true]);
    assert.deepEqual(proposed({ kind: 'choose' }), [false, false]);
  });

  it('says sizes in the largest unit', () => {
    assert.deepEqual([999, 340_400, 1_250_000].map(formatBytes), ['999 B', '340 kB', '1.3 MB']);
  });
});

describe('why a dialog waits', () => {
  it('is said line by line, what needs the person first', () => {
    const call = {
      subdialogId: 'sub-1',
      callId: 'c-1',
      tellaskHead: '@researcher !tellaskSession x Look closely\n',
      agentId: 'researcher',
      kind: 'B',
      since: '2025-01-02T03:58:00.000Z',
    } as never;
    const waiting = node(lead, 'lead', {
      pending: [call],
      questions: [question()],
      interruption: { code: 'quota', message: '' },
    });
    const names = {
      memberName: () => 'Robin',
      interruption: () => ({ heading: 'The quota is used up', remedy: 'Pay.' }),
    };
    assert.deepEqual(waitLines(waiting, names, wording), [
      'Waits for your answer (55 min): Which colour?',
      'The quota is used up. Pay.',
      'Waits for Robin (2 min): Look closely',
    ]);
  });

  it('marks a question that waits longer than a day, and names who waits behind it', () => {
    const late = pending('q-1', { askedAt: '2025-01-01T03:00:00.000Z' });
    assert.equal(hasWaitedLong(late, wording.now), true);
    assert.equal(hasWaitedLong(pending('q-2'), wording.now), false);
    const row = questionRow(late, { member: 'Lead', rootHeadline: 'Paint', blocked: ['Robin', 'Casey'] }, wording);
    assert.match(row.description ?? '', /waiting long/);
    assert.match(row.tooltip ?? '', /Waiting behind it: Robin, Casey/);
  });
});

describe('a pasted link', () => {
  it('names the same dialog and folder again, whatever letters are in its path', () => {
    const link: DeepLink = { dialog: lead, rtws: '/home/a b/c&d=e#f%20+g/ü', questionId: 'q-1' };
    const uri = formatDialogUri({ scheme: 'vscode', extensionId: 'dominds.dominds' }, link);
    const [before, query = ''] = uri.split('?');
    assert.equal(before, 'vscode://dominds.dominds/dialog');
    // The editor decodes the query once before it hands the link over.
    assert.deepEqual(parseDialogLink({ path: '/dialog', query: decodeURIComponent(query) }), link);
  });
});
