// Words for a running call in the panel of a window that follows (SPEC 19).
import assert from 'node:assert/strict';
import { dialogScenes } from './support/dialog-scenes.ts';
import { endEach, openWebview, told, type WebviewPage } from './support/webview-page.ts';

describe('the panel of a window that follows', () => {
  let view: WebviewPage;
  endEach(() => view);

  it('has words and an end for a running call', async () => {
    view = await openWebview('dialog');
    const { page } = view;
    await view.post({ ...dialogScenes.aside(), drivenElsewhere: 'Another window drives this folder.' });
    await page.getByRole('button', { name: 'Tell…' }).click();
    await page.keyboard.type('Use oak.');
    await page.keyboard.press('Enter');
    await told(page, { kind: 'tell' });
    await page.getByRole('button', { name: 'Cancel request' }).click();
    await told(page, { kind: 'dismiss' });
    assert.deepEqual(await view.last(), { kind: 'dismiss', callId: 'c-1' });
  });
});
