import assert from 'node:assert/strict';
import {
  candidateKey,
  candidatesFor,
  complete,
  mentionAt,
  mentionedFiles,
  withFiles,
  withoutFile,
} from '../../../webview/dialog/composer/completion.ts';
import { saidBefore } from '../../../webview/dialog/composer/recall.ts';
import { countHits, findItems, stepMatch } from '../../../webview/dialog/conversation/find.ts';
import { toItems } from '../../../webview/dialog/items/items.ts';
import { asked, created, prose, questionId, records, said, userSaid } from './records.ts';

const members = [
  { id: 'researcher', name: 'Robin' },
  { id: 'writer', name: 'Wanda' },
];

describe('mentions in the composer', () => {
  it('are open from the @ to the caret, at the start of a word only', () => {
    assert.deepEqual(mentionAt('ask @re', 7), { sign: '@', start: 4, query: 're' });
    assert.deepEqual(mentionAt('@', 1), { sign: '@', start: 0, query: '' });
    assert.deepEqual(mentionAt('see (@src/a.ts', 14), { sign: '@', start: 5, query: 'src/a.ts' });
    assert.equal(mentionAt('me@example', 10), undefined);
    assert.equal(mentionAt('@done now', 9), undefined);
  });

  it('of files are known once they are complete, each once, and can be taken out of the text', () => {
    const text = 'fix @src/a.ts:10-20 (see @docs/b.md) @src/a.ts:10-20\n  @robin and @src/a.tsx ';
    assert.deepEqual(mentionedFiles(text), ['src/a.ts:10-20', 'docs/b.md', 'src/a.tsx']);
    assert.deepEqual(mentionedFiles('look at @src/a.ts'), []);
    assert.deepEqual(mentionedFiles('me@src/a.ts and @robin '), []);
    assert.equal(withoutFile(text, 'src/a.ts:10-20'), 'fix (see @docs/b.md) \n  @robin and @src/a.tsx ');
    assert.equal(withoutFile('  @src/a.ts', 'src/a.ts'), '  ');
  });

  it('offer members by id or name, then files that match', () => {
    const offered = (query: string) =>
      candidatesFor({ sign: '@', start: 0, query }, members, { files: ['src/w.ts', 'docs/robots.md'] }).map(
        each => each.label,
      );
    assert.deepEqual(offered('w'), ['@writer', 'w.ts']);
    assert.deepEqual(offered('rob'), ['@researcher', 'robots.md']);
    assert.deepEqual(offered(''), ['@researcher', '@writer', 'w.ts', 'robots.md']);
  });

  it('take the place of what was typed, with one blank after it', () => {
    const [writer] = candidatesFor({ sign: '@', start: 4, query: 'w' }, members, { files: [] });
    assert.ok(writer);
    assert.deepEqual(complete('ask @w', { sign: '@', start: 4, query: 'w' }, writer), {
      text: 'ask @writer ',
      caret: 12,
    });
    assert.deepEqual(complete('ask @w now', { sign: '@', start: 4, query: 'w' }, writer), {
      text: 'ask @writer now',
      caret: 12,
    });
  });

  it('offer resources of MCP servers after files, and their prompts at the beginning of a message alone', () => {
    const offers = [
      { kind: 'prompt', insert: 'weather/brief', label: '/weather/brief', detail: 'city' },
      { kind: 'resource', insert: 'weather:weather://bonn', label: 'Weather of Bonn', detail: 'weather' },
    ] as const;
    const offered = (text: string) => {
      const mention = mentionAt(text, text.length);
      return mention && candidatesFor(mention, members, { files: ['bonn.md'], offers }).map(each => each.label);
    };
    assert.deepEqual(offered('/'), ['/weather/brief']);
    assert.deepEqual(offered('/weather/b'), ['/weather/brief']);
    assert.equal(offered('see /weather'), undefined);
    assert.deepEqual(offered('in @bonn'), ['bonn.md', 'Weather of Bonn']);
    assert.deepEqual(offered('in @weather:'), ['Weather of Bonn']);
    const prompt = { sign: '/', start: 0, query: 'we' } as const;
    assert.deepEqual(complete('/we', prompt, offers[0]), { text: '/weather/brief ', caret: 15 });
  });

  it('offer commands before prompts, both once when they have one name', () => {
    const stop = { kind: 'command', insert: 'stop', label: '/stop', detail: '' } as const;
    const offers = [{ kind: 'prompt', insert: 'stop', label: '/stop', detail: 'Stops the server.' }] as const;
    const offered = (query: string) =>
      candidatesFor({ sign: '/', start: 0, query }, members, { files: [], offers }, [stop]).map(candidateKey);
    assert.deepEqual(offered(''), ['command stop', 'prompt stop']);
    assert.deepEqual(offered('st'), ['command stop', 'prompt stop']);
    assert.deepEqual(offered('top'), ['prompt stop']);
  });

  it('are added for dropped files at the end', () => {
    assert.equal(withFiles('look at', ['a.ts', 'b.ts']), 'look at @a.ts @b.ts ');
    assert.equal(withFiles('', ['a.ts']), '@a.ts ');
    assert.equal(withFiles('same', []), 'same');
  });
});

describe('finding and bringing back', () => {
  const items = toItems(
    records(
      created,
      userSaid('m1', 'first Kettle'),
      said(1, prose('a kettle of fish')),
      userSaid('m2', 'second'),
      userSaid('m3', 'first Kettle'),
      asked('q1', { body: 'which kettle?' }),
      { kind: 'questionAnswered', questionId: questionId('q1'), msgId: 'm4', content: 'the red one' },
    ),
    { course: 1, earlier: 0 },
  );

  it('finds items by their words, upper case or not', () => {
    assert.equal(findItems(items, ' KETTLE ').length, 4);
    assert.equal(findItems(items, 'red one').length, 1);
    assert.deepEqual(findItems(items, '  '), []);
  });

  it('counts hits, and the one that is in view', () => {
    const matches = [
      { key: 'a', hits: 2 },
      { key: 'b', hits: 3 },
    ];
    assert.deepEqual(countHits(matches, ''), { at: 0, all: 5 });
    assert.deepEqual(countHits(matches, 'b'), { at: 3, all: 5 });
  });

  it('begins with the first match, or backwards with the last, and goes round', () => {
    const matches = ['a', 'b', 'c'].map(key => ({ key, hits: 1 }));
    assert.equal(stepMatch(matches, '', 1), 'a');
    assert.equal(stepMatch(matches, '', -1), 'c');
    assert.equal(stepMatch(matches, 'a', -1), 'c');
    assert.equal(stepMatch(matches, 'c', 1), 'a');
    assert.equal(stepMatch([], 'a', 1), undefined);
  });

  it('brings back messages and answers, the newest first, each once', () => {
    assert.deepEqual(saidBefore(items), ['the red one', 'first Kettle', 'second']);
    assert.deepEqual(saidBefore(items, ['on its way', ''])[0], 'on its way');
  });

  it('brings back a prompt as it was typed, without what it stood for', () => {
    const sent = ['/review cart.js\n\nReview cart.js.\n\nWith care.', 'one\n\ntwo', '/ no prompt\n\nat all'];
    const said = sent.map((content, at) => userSaid(`m${at}`, content));
    const brought = saidBefore(toItems(records(created, ...said), { course: 1, earlier: 0 }));
    assert.deepEqual(brought, ['/ no prompt\n\nat all', 'one\n\ntwo', '/review cart.js']);
  });
});
