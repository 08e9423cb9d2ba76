// Places of their own over a PostgreSQL store: one belongs to the machine of the worker that made it (SPEC 27, 20.5).
import assert from 'node:assert/strict';
import { emptyStore } from '../../support/postgres.ts';
import { answer, begin, makeStory, type Story } from './story.ts';

const work = (content: string) => [
  { name: 'read_file', args: { path: 'a.txt' } },
  { name: 'write_file', args: { path: 'a.txt', content } },
];
const team = `workspace: shop
member_defaults: {diligence-push-max: 0, dialect: tellask}
members:
  lead: {}
  coder: {workplace: own}
`;

describe('a place of its own over a store', function () {
  this.timeout(60_000);
  let story: Story;
  afterEach(() => story.close());

  const play = async (replies: Parameters<typeof makeStory>[0]['replies']) => {
    story = await makeStory({ files: { 'a.txt': 'a\n' }, team, replies });
    const url = await emptyStore();
    return { url, workspace: 'shop', drive: 'here' } as const;
  };

  it('serves until its work is taken, on the machine that made it', async () => {
    const store = await play([
      { when: { agent: 'lead', contains: 'Please' }, say: '!?@coder Change it' },
      { when: { agent: 'coder' }, tools: work('A\n') },
      { when: { agent: 'coder' }, say: 'Done.' },
      { when: { agent: 'lead', contains: 'Taken: a.txt' }, say: 'Thanks.' },
    ]);
    const asked = await begin(await story.open({ store, host: 'one' }));
    assert.equal(await story.read('a.txt'), 'a\n');
    await story.end();
    const done = await answer(await story.open({ store, host: 'one' }), asked, 'take all');
    assert.equal(done.response?.trim(), 'Thanks.');
    assert.equal(await story.read('a.txt'), 'A\n');
    assert.deepEqual(story.places('one'), []);
  });

  it('is made anew on another machine, where caller and author are told which changes are lost', async () => {
    const store = await play([
      { when: { agent: 'lead', contains: 'Please' }, say: '!?@coder !tellaskSession s Change it' },
      { when: { agent: 'coder' }, tools: work('A\n') },
      { when: { agent: 'coder' }, say: 'Done.' },
      {
        when: { agent: 'lead', contains: 'Lost: changes of a.txt' },
        say: '!?@coder !tellaskSession s Change it again',
      },
      { when: { agent: 'coder', contains: 'Lost with it: your changes of a.txt' }, tools: work('B\n') },
      { when: { agent: 'coder' }, say: 'Done again.' },
      { when: { agent: 'lead', contains: 'Taken: a.txt' }, say: 'Thanks.' },
    ]);
    const asked = await begin(await story.open({ store, host: 'one' }));
    assert.equal(story.places('one').length, 1);
    await story.end();
    const other = await story.open({ store, host: 'two' });
    const again = await answer(other, asked, 'take all');
    assert.equal(await story.read('a.txt'), 'a\n');
    assert.match(again.questions[0]?.bodyContent ?? '', /\+B/);
    const done = await answer(other, again, 'take all');
    assert.equal(done.response?.trim(), 'Thanks.');
    assert.equal(await story.read('a.txt'), 'B\n');
    assert.deepEqual(story.places('two'), []);
    await story.end();
    // What was lost there is still on the first machine, and its health check keeps it.
    const first = await story.open({ store, host: 'one' });
    const found = await first.doctor();
    assert.ok(found.ok);
    assert.deepEqual(
      found.report.problems.flatMap(({ finding }) => (finding.id.startsWith('workplace') ? [finding.id] : [])),
      ['workplace-untaken'],
    );
  });
});
