// Images in the composer and the conversation of the dialog webview, under the content policy of the editor.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { redPixel } from '../support/images.ts';
import { dialogScenes, generation, opening, record, snapshotOf } from './support/dialog-scenes.ts';
import { drawn, endEach, openWebview, type WebviewPage } from './support/webview-page.ts';

const hash = 'a'.repeat(64);
const gone = 'b'.repeat(64);
const type = 'image/png';

describe('images in the dialog webview', () => {
  let view: WebviewPage;
  let page: Page;

  endEach(() => view);

  async function show(
    scene: 'empty' | 'asking' | 'answered' | 'permission',
    theme: 'dark' | 'light' = 'dark',
  ): Promise<void> {
    view = await openWebview('dialog', { theme });
    page = view.page;
    await view.post(dialogScenes[scene]());
  }

  /** A picture that the page draws, as PNG in base64. */
  const picture = (...size: readonly [number, number] | []) =>
    page.evaluate(([width, height]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width ?? 640, height ?? 400];
      const draw = canvas.getContext('2d');
      if (!draw) return '';
      const colours = ['#2d6cdf', '#e0a030', '#3aa76d'];
      draw.fillStyle = '#20242c';
      draw.fillRect(0, 0, 640, 400);
      for (const [at, colour] of colours.entries()) {
        draw.fillStyle = colour;
        draw.fillRect(60 + at * 190, 340 - (at + 1) * 90, 140, (at + 1) * 90);
      }
      return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
    }, size);

  /** What the editor's own events bring: files in a paste or a drop. */
  async function bring(
    event: 'paste' | 'drop',
    name: string,
    data: string,
    { fileType = type, to = '.composer textarea' }: { fileType?: string; to?: string } = {},
  ): Promise<void> {
    await page.evaluate(
      ([kind, fileName, base64, mime, selector]) => {
        const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], fileName, { type: mime }));
        const options = { bubbles: true, cancelable: true };
        const made =
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
            : new DragEvent('drop', { ...options, dataTransfer: transfer });
        document.querySelector(selector)?.dispatchEvent(made);
      },
      [event, name, data, fileType, to] as const,
    );
    await drawn(page);
  }

  it('are pasted and dropped, shown, taken away again, and sent with the message', async () => {
    await show('answered');
    const chart = await picture();
    await bring('paste', 'chart.png', chart);
    await page.locator('.attached li').first().waitFor();
    await bring('drop', 'pixel.png', redPixel);
    await page.getByText('pixel.png (1 kB)').waitFor();
    assert.equal(await page.locator('.attached li').count(), 2);
    await page.locator('.composer textarea').fill('Why is the third bar so high?');
    await view.screenshot('images-1-composer-dark');
    assert.deepEqual(await view.axe(), []);
    await page.getByRole('button', { name: 'Remove pixel.png' }).click();
    assert.equal(await page.locator('.attached li').count(), 1);
    await page.locator('.composer textarea').press('Enter');
    await drawn(page);
    const said = (await view.sent()).findLast(({ kind }) => kind === 'drive_dlg_by_user_msg');
    assert.deepEqual(
      [said?.content, said?.images],
      ['Why is the third bar so high?', [{ name: 'chart.png', data: chart }]],
    );
    assert.equal(await page.locator('.attached').count(), 0);
    assert.deepEqual(await view.last(), { kind: 'holdImages', images: [] });
  });

  it('say before they are sent that the model is not known to take them', async () => {
    await show('empty');
    await view.post(snapshotOf(opening(), { model: 'qwen3', textOnly: true }));
    assert.equal(await page.getByText('not known to take images').count(), 0);
    await bring('paste', 'pixel.png', redPixel);
    await page.getByText('qwen3 is not known to take images').waitFor();
    await view.screenshot('images-text-only-dark');
    assert.deepEqual(await view.axe(), []);
  });

  it('are taken wherever they are dropped on the composer, and a file of another kind is refused there in words', async () => {
    await show('answered');
    await bring('drop', 'pixel.png', redPixel, { to: '.composer-row' });
    await page.getByText('pixel.png (1 kB)').waitFor();
    await bring('drop', 'notes.txt', btoa('notes'), { fileType: 'text/plain', to: '.composer-row' });
    await page.getByText('notes.txt is not a supported image').waitFor();
    await bring('paste', 'report.pdf', btoa('%PDF'), { fileType: 'application/pdf' });
    await page.getByText('report.pdf is not a supported image').waitFor();
    assert.equal(await page.locator('.attached li').count(), 1);
  });

  it('may be all that is sent', async () => {
    await show('empty');
    await bring('paste', 'pixel.png', redPixel);
    await page.locator('.attached li').waitFor();
    await page.locator('.composer textarea').press('Enter');
    await drawn(page);
    const said = (await view.sent()).find(({ kind }) => kind === 'drive_dlg_by_user_msg');
    assert.deepEqual([said?.content, said?.images], ['', [{ name: 'pixel.png', data: redPixel }]]);
  });

  it('that no model takes, are too large, or come at the wrong place are refused in words', async () => {
    await show('asking');
    await page.locator('.switch').getByRole('button', { name: 'Message' }).click();
    const notice = (words: RegExp) => page.getByText(words).waitFor();
    await bring('paste', 'a.bmp', Buffer.from('BM').toString('base64'), { fileType: 'image/bmp' });
    await notice(/a\.bmp is not a supported image/);
    await bring(
      'drop',
      'big.png',
      Buffer.concat([Buffer.from(redPixel, 'base64'), Buffer.alloc(5_300_000)]).toString('base64'),
    );
    await notice(/big\.png is too large/);
    await show('permission');
    await bring('paste', 'pixel.png', redPixel);
    await notice(/do not go with this answer/);
    assert.equal(await page.locator('.attached').count(), 0);
  });

  it('go with an answer, by themselves too', async () => {
    await show('asking');
    await page.keyboard.press('F8');
    await drawn(page);
    await bring('paste', 'pixel.png', redPixel);
    await page.locator('.attached li').waitFor();
    await page.locator('.composer textarea').press('Enter');
    await drawn(page);
    const answer = (await view.sent()).find(({ kind }) => kind === 'drive_dialog_by_user_answer');
    assert.deepEqual([answer?.content, answer?.images], ['See the images.', [{ name: 'pixel.png', data: redPixel }]]);
  });

  it('are not what is said of another file, pasted into an answer', async () => {
    await show('permission');
    await bring('paste', 'report.pdf', Buffer.from('%PDF').toString('base64'), { fileType: 'application/pdf' });
    await page.getByText('report.pdf cannot be attached.').waitFor();
    assert.equal(await page.getByText(/do not go with this answer/).count(), 0);
  });

  it('come back when the page comes again, and with a message that was refused', async () => {
    await show('answered');
    await view.post({ kind: 'attached', images: [{ name: 'pixel.png', data: redPixel }] });
    await page.locator('.attached li').waitFor();
    await page.locator('.composer textarea').press('Enter');
    await drawn(page);
    const said = (await view.sent()).find(({ kind }) => kind === 'drive_dlg_by_user_msg');
    await view.post({ kind: 'refused', msgId: said?.msgId, message: 'No room.', remedy: 'Free some.' });
    await page.locator('.attached li').waitFor();
  });

  it('keep their own frames while one beside them is large', async () => {
    await show('empty');
    const data = [await picture(), await picture(60, 3000)];
    const images = [hash, gone].map(each => ({ hash: each, type, bytes: 4210, name: `${each[0]}.png` }));
    await view.post(snapshotOf([...opening(), record('userSaid', { msgId: 'm-1', content: 'Look.', images })]));
    for (const [at, each] of images.entries())
      await view.post({ kind: 'image', hash: each.hash, type, data: data[at] });
    const first = page.locator('button.said-image').first();
    const before = await first.boundingBox();
    await page.locator('button.said-image').last().click();
    await page.locator('.said-image.large').waitFor();
    assert.equal((await first.boundingBox())?.height, before?.height);
  });

  for (const theme of ['dark', 'light'] as const) {
    it(`are shown in the conversation, and what was not sent is said (${theme})`, async () => {
      await show('empty', theme);
      const chart = await picture();
      const images = [
        { hash, type, bytes: 4210, name: 'chart.png' },
        { hash: gone, type, bytes: 99, name: 'lost.png' },
      ];
      const records = [
        ...opening(),
        record('userSaid', { msgId: 'm-1', content: 'Why is the third bar so high?', images }),
        ...generation([record('assistantSaid', { parts: [{ kind: 'prose', text: 'I cannot see the picture.' }] })], {
          imagesLeftOut: 2,
        }),
      ];
      await view.post(snapshotOf(records));
      const asked = (await view.sent()).filter(({ kind }) => kind === 'showImage');
      assert.deepEqual(asked, [
        { kind: 'showImage', hash, type },
        { kind: 'showImage', hash: gone, type },
      ]);
      await view.post({ kind: 'image', hash, type, data: chart });
      await view.post({ kind: 'image', hash: gone, type });
      await page.locator('.said-image img').waitFor();
      await page.getByText('lost.png: the file of this image is gone').waitFor();
      await page.getByText('2 images were not sent').waitFor();
      await view.screenshot(`images-2-conversation-${theme}`);
      assert.deepEqual(await view.axe(), []);
      await page.locator('button.said-image').click();
      await page.locator('.said-image.large').waitFor();
      await view.screenshot(`images-3-large-${theme}`);
    });
  }
});
