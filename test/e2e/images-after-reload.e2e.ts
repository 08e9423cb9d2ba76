// Images in the composer of the real editor, when its window is loaded anew.
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { redPixel } from '../support/images.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';

const files = {
  '.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
  '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
  '.minds/p.yaml': 'replies:\n  - {say: The house is painted., repeat: true}\n',
};

describe('images that were attached and not sent', () => {
  it('are there again after a reload of the window, and gone for good once they were taken away', async () => {
    const editor = await openEditor({ workspaceFiles: files });
    await startDialog(editor, 'Paint the house');
    const panel = await editor.webviewFrame('.composer textarea');
    await panel.getByText('The house is painted.').first().waitFor();
    // A panel without the focus would ask for it once it has the image, and take it from the palette that is open by
    // then.
    await panel.locator('.composer textarea:focus').waitFor();
    await paste(panel, 'pixel.png', redPixel);
    await panel.getByText('pixel.png (1 kB)').waitFor();
    await editor.reload();
    const again = await editor.webviewFrame('.attached li');
    await again.getByText('pixel.png (1 kB)').waitFor();
    await editor.screenshot('images-after-reload-dark');
    await again.getByRole('button', { name: 'Remove pixel.png' }).click();
    await again.locator('.attached').waitFor({ state: 'detached' });
    await editor.reload();
    const third = await editor.webviewFrame('.composer textarea');
    await third.getByText('The house is painted.').first().waitFor();
    assert.equal(await third.locator('.attached').count(), 0);
  });
});

function paste(panel: Frame, name: string, data: string): Promise<void> {
  return panel.evaluate(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], fileName, { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.querySelector('.composer textarea')?.dispatchEvent(event);
    },
    [name, data] as const,
  );
}
