// `/` in the composer offers commands and prompts, and Up brings back what was sent (SPEC 25.10).
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { emptyPanel } from './support/start-dialog.ts';

const files = {
  '.minds/team.yaml': 'members:\n  lead: { name: Lena, diligence-push-max: 0 }\n',
  '.github/prompts/review.prompt.md': '---\ndescription: Reviews a file\n---\nReview $ARGUMENTS with care.\n',
  '.claude/commands/explain.md':
    '---\ndescription: Explains code to a newcomer\nargument-hint: file\n---\nExplain $1.\n',
};

describe('a slash in the composer', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({ respond: () => ({ say: 'Understood.' }) });
  });
  afterEach(() => server.close());

  it('begins a dialog with a prompt file, runs a command, and Up brings back what was sent', async () => {
    const editor = await openEditor({ workspaceFiles: files, modelServer: server.baseUrl });
    const { page } = editor;
    await editor.runCommand('Dominds: Start Root Dialog');
    const panel = await emptyPanel(editor);
    const field = panel.locator('.composer textarea');
    await page.keyboard.type('/re');
    await panel.getByRole('option', { name: /Reviews a file/ }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), '/review ');
    await page.keyboard.type('cart.js');
    await page.keyboard.press('Enter');
    await panel.getByText('Understood.').first().waitFor();
    const said = server.requests[0]?.body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    assert.match(said, /^\/review cart\.js\n\nReview cart\.js with care\./);

    await page.keyboard.type('/');
    await panel.getByRole('option', { name: /Explains code/ }).waitFor();
    await editor.screenshotInThemes('slash-list');
    await page.setViewportSize({ width: 760, height: 700 });
    await editor.screenshotInThemes('slash-list-narrow');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.type('clear');
    await page.keyboard.press('Enter');
    await panel.locator('.composer textarea:focus').waitFor();
    assert.equal(await field.inputValue(), '');
    await panel.getByLabel('Course').first().waitFor();

    await page.keyboard.type('Second');
    await page.keyboard.press('Enter');
    await server.arrived(2);
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.inputValue(), 'Second');
    await page.keyboard.press('ArrowDown');
    assert.equal(await field.inputValue(), '');
  });
});
