import assert from 'node:assert/strict';
import { subjectOf, tellaskTitle } from '../../../src/core/tellask/title.ts';

describe('the title of a tellask', () => {
  it('is its headline without the member and the session', () => {
    const titles = {
      '@bob Look\n': 'Look',
      '@bob: Look': 'Look',
      '@bob请看': '请看',
      '@bob !tellaskSession web Look closely': 'Look closely',
      '@bob Look !tellaskSession web closely': 'Look closely',
      '@bob !topic web': '',
      'Explain !tellaskSession': 'Explain !tellaskSession',
      'Write to bob@example.org': 'Write to bob@example.org',
    };
    assert.equal(subjectOf({ headline: '@bob !topic web\n', body: 'Look closely\n' }), 'Look closely');
    for (const [headline, title] of Object.entries(titles)) assert.equal(tellaskTitle(headline), title, headline);
  });
});
