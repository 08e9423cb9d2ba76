import assert from 'node:assert/strict';
import { noticesText } from '../../src/host/rows/notice-rows.ts';
import { wording } from './support.ts';

describe('the document of sent notices', () => {
  const { t } = wording;

  it('lists the newest first, with what failed and why', () => {
    const text = noticesText(
      [
        { at: '2026-01-01T12:00:00', transport: 'ntfy NTFY_URL', event: '@lead has a question for you', headline: 'A' },
        { at: '2026-01-02T12:00:00', transport: 'slack', event: '@lead is done', headline: '*B* <b>', fault: 'late' },
      ],
      t,
    );
    assert.deepEqual(text.split('\n').slice(2), [
      '- 2026-01-02 12:00 · slack · @lead is done: \\*B\\* \\<b\\> · **failed: late**',
      '- 2026-01-01 12:00 · ntfy NTFY\\_URL · @lead has a question for you: A · sent',
      '',
    ]);
  });

  it('says where to set who is told when nothing was sent', () => {
    assert.match(noticesText([], t), /dominds\.notify/);
  });
});
