// A person speaks while the team works, in the real editor: the aside, and words for a running call (SPEC 19).
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { dialogScenes } from './support/dialog-scenes.ts';
import { openEditor } from './support/editor.ts';
import { startDialog } from './support/start-dialog.ts';
import { endEach, hasNoFaults, openWebview, told, type WebviewPage } from './support/webview-page.ts';

const team = `members:
  lead: {name: Lena, diligence-push-max: 0}
  coder: {name: Cora}
`;

/**
 * The lead calls the coder, who builds until the gate opens; asked by the person, the lead tells the coder to hurry.
 */
function story({ body: { messages } }: MockRequest, built: Promise<unknown>): MockReply {
  const heard = messages.flatMap(({ role, content }) => (role === 'user' ? [content ?? ''] : [])).join('\n');
  if (heard.includes('tellasks you')) return { before: built, say: 'The shed stands.' };
  if (heard.includes('[No answer]')) return { say: 'Cora has stopped. We go without a shed.' };
  if (messages.some(({ role }) => role === 'tool'))
    return { say: 'The frame stands; I told Cora to hurry. I expect the roof within the hour.' };
  if (!heard.includes('How far are you'))
    return { say: 'I have it built.\n\n!?@coder Build a shed\n!?Use the timber in the yard.\n' };
  const [callId] = /[0-9a-z]{9}-[0-9a-z]{2}-[0-9a-z]{4}/.exec(heard.split('How far are you').at(-1) ?? '') ?? [];
  return { tools: [{ name: 'tell_subdialog', args: { callId, content: 'The person is waiting: please hurry.' } }] };
}

describe('a person speaks while the team works, in the editor', () => {
  let server: MockServer;
  let built: PromiseWithResolvers<void>;
  beforeEach(async () => {
    built = Promise.withResolvers();
    server = await startMockServer({ respond: request => story(request, built.promise) });
  });
  afterEach(async () => {
    built.resolve();
    await server.close();
  });

  const send = async (panel: Frame, text: string) => {
    const field = panel.locator('.composer textarea');
    await field.fill(text);
    await field.press('Enter');
  };

  it('answers in an aside, and has words and an end for the running call', async () => {
    const editor = await openEditor({
      size: { width: 1300, height: 1000 },
      workspaceFiles: { '.minds/team.yaml': team },
      modelServer: server.baseUrl,
    });
    await startDialog(editor, 'Build me a shed.');
    const panel = await editor.webviewFrame('.composer');
    const card = panel.getByRole('article', { name: 'Request to Cora', exact: true });
    await card.getByRole('button', { name: 'Tell…' }).waitFor();
    await panel.getByPlaceholder('Message Lena (answered at once while others work)…').waitFor();
    await editor.screenshot('seen-aside-1-waiting');

    await send(panel, 'How far are you?');
    await panel.getByText('I told Cora to hurry').first().waitFor();
    await panel.getByText('Aside while waiting for').waitFor();
    await panel.getByText(/End of the aside/).waitFor();
    assert.match((await panel.getByText(/End of the aside/).textContent()) ?? '', /1 message to the team/);
    await editor.screenshotInThemes('seen-aside-2-block', () => hasNoFaults(panel));

    await card.getByRole('button', { name: 'Tell…' }).click();
    await panel.getByRole('textbox', { name: 'Words for Cora' }).fill('Paint it green.');
    await editor.screenshotInThemes('seen-aside-3-tell', () => hasNoFaults(panel));
    await panel.getByRole('button', { name: 'Tell', exact: true }).click();
    await card.getByText('Paint it green.').waitFor();
    await card.scrollIntoViewIfNeeded();
    await editor.screenshot('seen-aside-4-told');

    await card.getByRole('button', { name: 'Cancel request' }).click();
    await panel.getByText('We go without a shed.').first().waitFor();
    await card.getByText('cancelled').waitFor();
    await panel.getByRole('article', { name: 'Request to Cora cancelled' }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await editor.screenshotInThemes('seen-aside-5-dismissed', () => hasNoFaults(panel));
  });
});

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
