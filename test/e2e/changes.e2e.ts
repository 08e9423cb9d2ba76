// Changed files on the page of a panel (SPEC 25.1, 25.2): their rows and the bar above the composer.
import assert from 'node:assert/strict';
import { dialogScenes, generation, opening, record, snapshotOf } from './support/dialog-scenes.ts';
import { endEach, openWebview, type WebviewPage } from './support/webview-page.ts';

describe('changes on a page', () => {
  let view: WebviewPage;
  endEach(() => view);

  const hash = 'a'.repeat(64);
  const call = (callId: string, name: string, changed: object) => [
    ...generation([record('toolCalled', { callId, name, args: '{"path":"src/a.ts"}' })]),
    record('toolStarted', { callId }),
    record('filesChanged', { callId, changes: [], ...changed }),
    record('toolReturned', { callId, ok: true, content: 'done' }),
  ];
  const files = Array.from({ length: 11 }, (_, nth) => ({
    path: `src/some/longer/folder/name/file-${nth}.ts`,
    before: { hash },
    after: { hash: `b${hash.slice(1)}` },
    lines: { added: nth, removed: 1 },
  }));
  const records = () => [
    ...opening(),
    ...call('t-1', 'edit_file', {
      changes: [{ ...files[1], isUnsaved: true, preview: [' one', '-two', `+${'wide '.repeat(60)}`, '⋯', '+three'] }],
    }),
    ...call('t-2', 'run_shell', { changes: files, byCommand: true, untold: 'some' }),
    ...call('t-3', 'run_shell', { byCommand: true, untold: 'all' }),
  ];
  const related = () => {
    const [root, ...others] = dialogScenes.asking().related;
    return root ? [{ ...root, changes: { files: 12, added: 42, removed: 7, untold: 'some' as const } }, ...others] : [];
  };

  for (const [theme, width, language] of [
    ['dark', 800, 'en'],
    ['light', 340, 'zh'],
  ] as const)
    it(`are links to their diffs, and are kept and reverted, ${theme}, ${width} wide, in ${language}`, async () => {
      view = await openWebview('dialog', { theme, width, language });
      const { page } = view;
      await view.post(snapshotOf(records(), { related: related(), language }));
      const bar = page.locator('.changes-bar');
      await bar.waitFor();
      await bar.getByText(language === 'en' ? 'more than 12 files' : '不止 12 个文件').waitFor();
      await view.screenshot(`dialog-changes-${theme}-${language}`);
      assert.deepEqual(await view.axe(), []);
      assert.equal(await page.locator('.conversation').evaluate(each => each.scrollWidth <= each.clientWidth), true);
      await page.locator('.changed-file').first().getByRole('button').first().click();
      assert.deepEqual(await view.last(), { kind: 'showChanges', path: files[1]?.path });
      await page.locator('.changed-file').first().getByRole('button').last().click();
      assert.deepEqual(await view.last(), { kind: 'saveFile', path: files[1]?.path });
      const posted: unknown[] = [];
      for (const button of await bar.getByRole('button').all()) {
        await button.click();
        posted.push(await view.last());
      }
      assert.deepEqual(posted, [{ kind: 'showChanges' }, { kind: 'keepEdits' }, { kind: 'undoEdits' }]);
      assert.equal(await page.locator('.changed-file').count(), 9);
    });
});
