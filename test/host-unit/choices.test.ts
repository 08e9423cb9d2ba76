import assert from 'node:assert/strict';
import { createQuestionNews } from '../../src/host/notices/question-news.ts';
import { chooseRtws, type FolderFacts } from '../../src/host/open/choose-rtws.ts';
import { formatDialogLink, parseDialogLink } from '../../src/host/open/deep-link.ts';
import { coalesce } from '../../src/pages/coalesce.ts';
import { parsePanelLink } from '../../src/pages/panel-link.ts';
import { lead } from '../support/fake-runtime.ts';
import { manualTimer, pending } from './support.ts';

describe('the choice of the rtws', () => {
  const folder = (name: string, change: Partial<FolderFacts> = {}): FolderFacts => ({
    uri: `file:///${name}`,
    name,
    onDisk: true,
    marked: false,
    ...change,
  });

  it('takes the only folder', () => {
    assert.deepEqual(chooseRtws([folder('a')], undefined), { kind: 'folder', uri: 'file:///a' });
  });

  it('takes the one that was worked in, whatever was chosen before', () => {
    const choice = chooseRtws([folder('a'), folder('b', { marked: true })], 'file:///a');
    assert.deepEqual(choice, { kind: 'folder', uri: 'file:///b' });
  });

  it('asks once among several, and remembers', () => {
    const folders = [folder('a'), folder('b')];
    assert.deepEqual(chooseRtws(folders, undefined), { kind: 'ask', candidates: folders });
    assert.deepEqual(chooseRtws(folders, 'file:///b'), { kind: 'folder', uri: 'file:///b' });
    assert.deepEqual(chooseRtws(folders, 'file:///gone'), { kind: 'ask', candidates: folders });
  });

  it('asks only among those that were worked in', () => {
    const marked = [folder('b', { marked: true }), folder('c', { marked: true })];
    assert.deepEqual(chooseRtws([folder('a'), ...marked], undefined), { kind: 'ask', candidates: marked });
  });

  it('refuses virtual folders, and says when there is none at all', () => {
    assert.deepEqual(chooseRtws([folder('a', { onDisk: false })], undefined), { kind: 'virtual' });
    assert.deepEqual(chooseRtws([], undefined), { kind: 'noFolder' });
  });
});

describe('news of questions', () => {
  const unseen = () => false;

  it('tells each question once', () => {
    const news = createQuestionNews();
    const [one, two] = [pending('q-1'), pending('q-2')];
    assert.deepEqual(news.next([one], unseen), [one]);
    assert.deepEqual(news.next([one, two], unseen), [two]);
    assert.deepEqual(news.next([one, two], unseen), []);
  });

  it('does not tell what is known from before or in front of the person', () => {
    const news = createQuestionNews();
    news.opened({}, [pending('q-1')]);
    assert.deepEqual(
      news.next([pending('q-1'), pending('q-2')], ({ id }) => (id as string) === 'q-2'),
      [],
    );
    assert.deepEqual(news.next([pending('q-2')], unseen), []);
  });

  it('tells what comes while settings of an open folder change, and not what waits in another folder', () => {
    const news = createQuestionNews();
    const [one, two, other] = [pending('q-1'), pending('q-2'), pending('q-3')];
    const runtime = {};
    news.opened(runtime, [one]);
    news.opened(runtime, [one, two]);
    assert.deepEqual(news.next([one, two], unseen), [two]);
    news.opened({}, [other]);
    assert.deepEqual(news.next([other], unseen), []);
  });
});

describe('links to dialogs', () => {
  it('come back from their text', () => {
    const link = { dialog: lead, questionId: 'q-1', rtws: '/home/me/a folder' };
    assert.deepEqual(parseDialogLink({ path: '/dialog', query: formatDialogLink(link) }), link);
  });

  it('name the root when they name no dialog of it', () => {
    assert.deepEqual(parseDialogLink({ path: '/dialog', query: 'root=root-1' }), { dialog: lead });
  });

  it('are refused when they do not hold ids', () => {
    for (const query of ['', 'root=../x', 'root=root-1&self=A', 'root=root-1&q4h=a%2Fb']) {
      assert.equal(parseDialogLink({ path: '/dialog', query }), undefined, query);
    }
    assert.equal(parseDialogLink({ path: '/run', query: 'root=root-1' }), undefined);
  });
});

describe('links in a conversation', () => {
  const check = (href: string, link: object) => assert.deepEqual(parsePanelLink(href, '/rtws'), link, href);

  it('open web pages', () => check('https://example.com/a?b=1', { kind: 'web', url: 'https://example.com/a?b=1' }));

  it('open files of the folder, at a line', () => {
    check('src/a.ts', { kind: 'file', path: 'src/a.ts' });
    check('./src//a.ts:10', { kind: 'file', path: 'src/a.ts', line: 10 });
    check('src/a.ts:10:4', { kind: 'file', path: 'src/a.ts', line: 10, column: 4 });
    check('src/a.ts#L10-L20', { kind: 'file', path: 'src/a.ts', line: 10 });
    check('a%20b.md', { kind: 'file', path: 'a b.md' });
    check('/rtws/src/a.ts', { kind: 'file', path: 'src/a.ts' });
    check('src/../b.ts', { kind: 'file', path: 'b.ts' });
  });

  it('do nothing else', () => {
    const hrefs = [
      'command:x',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '/etc/passwd',
      '../x',
      'a/../../x',
      '',
      '#L3',
    ];
    for (const href of [
      ...hrefs,
      '//host/x',
      '\\\\host\\x',
      'data:text/html,x',
      'https://',
      'c:\\x',
      '%2e%2e/x',
      'vscode:x',
    ]) {
      check(href, { kind: 'refused' });
    }
  });
});

describe('coalescing', () => {
  it('runs once for many requests, and again for later ones', () => {
    const clock = manualTimer();
    let runs = 0;
    const request = coalesce(50, () => runs++, clock.timer);
    request();
    request();
    assert.equal(runs, 0);
    clock.fire();
    request();
    clock.fire();
    assert.equal(runs, 2);
  });

  it('runs nothing after its end', () => {
    const clock = manualTimer();
    const request = coalesce(50, () => assert.fail('ran'), clock.timer);
    request();
    request.dispose();
    clock.fire();
  });
});
