// A team at work in one window: a person speaks meanwhile (SPEC 19), what a model says is text in a notification (18.7),
// done is verified (26), the work of a member in a place of its own is taken in part (27.2), and a question is gone to.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import type { MockReply } from '../support/mock-reply.ts';
import type { MockRequest, MockRequestBody } from '../support/mock-server.ts';
import { sharedWindow } from './support/shared-window.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';
import { hasNoFaults } from './support/webview-page.ts';

/**
 * The lead calls the coder, who builds until the gate opens; asked by the person, the lead tells the coder to hurry.
 */
function aside({ body: { messages } }: MockRequest, built: Promise<unknown>): MockReply {
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

const attack = 'echo [click](command:workbench.action.toggleSidebarVisibility)';
const attacks: readonly MockReply[] = [
  { tools: [{ name: 'run_shell', args: { command: 'N=1 echo one' } }] },
  { tools: [{ name: 'run_shell', args: { command: attack } }] },
];

const markDone = { name: 'mark_done', args: {} };
const acceptance = '- [cmd] node check.js\n- [human] the total reads well\n';
/** One step after the other, by how many tools have answered. */
const claims = [
  {
    say: 'First what must hold.',
    tools: [{ name: 'change_mind', args: { category: 'bearinmind', selector: 'acceptance', content: acceptance } }],
  },
  { say: 'All tests pass.', tools: [markDone] },
  { say: 'It was missing.', tools: [{ name: 'write_file', args: { path: 'total.txt', content: 'Total: 12\n' } }] },
  { tools: [markDone] },
];

const lines = (changed: Readonly<Record<number, string>>) =>
  Array.from({ length: 20 }, (_, at) => `${changed[at] ?? `const line${at} = ${at};`}\n`).join('');
const edited = { 2: 'const tax = 0.2;', 15: 'const shipping = 5;' };

const workspaceFiles = {
  '.minds/team.yaml': `members:
  lead: { name: Lena, diligence-push-max: 0, policy: [{decision: allow, tools: [write]}] }
  coder: { name: Cora }
  cody: { name: Cody, workplace: own, policy: [{decision: allow, tools: [write]}] }
`,
  'check.js': "process.exit(require('fs').existsSync('total.txt') ? 0 : 1)\n",
  'src/cart.txt': lines({}),
};

/** How many tools have answered. */
function answersIn({ messages }: MockRequestBody): number {
  return messages.filter(({ role }) => role === 'tool').length;
}

describe('a team at work in a window', () => {
  const window = sharedWindow(() => ({ workspaceFiles }));

  const send = async (panel: Frame, text: string) => {
    const field = panel.locator('.composer textarea');
    await field.fill(text);
    await field.press('Enter');
  };

  it('answers in an aside, and has words and an end for the running call', async () => {
    const built = Promise.withResolvers<void>();
    window.answer(request => aside(request, built.promise));
    const { editor } = window;
    await editor.page.setViewportSize({ width: 1300, height: 1000 });
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
    built.resolve();
    await editor.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('stays in its place in the editor when a question in it is gone to', async () => {
    window.answer(() => ({ say: `${'Each wall wants a colour of its own.\n\n'.repeat(40)}!?@human Which colour?\n` }));
    const { editor } = window;
    await startDialog(editor, 'Paint the kitchen');
    const panel = await editor.webviewFrame('.composer.answering');
    await editor.runCommand('Dominds: Answer Question');
    await panel.locator('.flashed').waitFor();
    const moved = await editor.page
      .locator('iframe.webview')
      .evaluateAll(frames => frames.map(({ parentElement }) => parentElement?.scrollTop));
    assert.deepEqual(moved, [0]);
  });

  it('leads from lines over a check that fails to a dialog that is verified', async () => {
    window.answer(({ body }) => {
      return claims[answersIn(body)] ?? { say: 'Nothing is left.' };
    });
    const { editor } = window;
    const { page } = editor;
    await startDialog(editor, 'Write the total.');
    const panel = await editor.webviewFrame('.composer');
    await panel.locator('.question.asking').filter({ hasText: 'node check.js' }).waitFor();
    await editor.screenshot('evidence-asked');
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await panel.locator('.question.asking').filter({ hasText: 'the total reads well' }).waitFor();
    const results = window.server.requests
      .flatMap(({ body }) => body.messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content ?? '');
    assert.ok(results.some(each => /Not done:[\s\S]*node check\.js: failed/.test(each)));
    await panel.locator('.todo').getByText('1 of 2 done').click();
    await panel.locator('.todo-lines .done', { hasText: 'node check.js' }).waitFor();
    await editor.screenshotInThemes('evidence-human');

    // The person accepts in the Overview: the notice, both trees and the header say that it is verified.
    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.locator('.inbox').getByRole('button', { name: 'Accept', exact: true }).click();
    const notice = page.locator('.notification-toast', { hasText: 'Lena is done' });
    await notice.getByText(/verified \(2 acceptance lines\).*1 file changed: total\.txt \+1/).waitFor();
    await editor.screenshot('evidence-notice');
    const row = overview.getByRole('treeitem', { name: /Write the total/ });
    await row.getByText('Verified', { exact: true }).waitFor();
    await showDominds(page);
    await editor.screenshotInThemes('evidence-overview');
    const dialogs = page.locator('.pane', { hasText: 'Dialogs' });
    await dialogs.locator('.monaco-list-row', { hasText: /Write the total.*Verified/ }).waitFor();
    await editor.screenshot('evidence-tree');
    await page.getByRole('tab', { name: /Write the total/ }).click();
    const again = await editor.webviewFrame('.composer');
    await again.locator('.header').getByText('Verified', { exact: true }).waitFor();
    await editor.screenshotInThemes('evidence-verified');
  });

  it('is a card with files and hunks, in the panel and in the Overview', async () => {
    window.answer(({ body }) => {
      const said = JSON.stringify(body.messages);
      if (said.includes('The rest is dropped')) return { say: 'The tax is in, the rest is not.' };
      if (said.includes('You are @cody') || said.includes('tellasks you')) {
        const tools = [
          { name: 'write_file', args: { path: 'src/cart.txt', content: lines(edited) } },
          { name: 'write_file', args: { path: 'docs/shipping guide.md', content: '# Shipping\n\nFive each.\n' } },
        ];
        const isDone = body.messages.some(({ role }) => role === 'tool');
        if (!isDone) return { tools: [{ name: 'read_file', args: { path: 'src/cart.txt' } }, ...tools] };
        return { say: 'The cart has tax and shipping.' };
      }
      return { say: '!?@cody Add tax and shipping to the cart.\n' };
    });
    const { editor } = window;
    const { page } = editor;
    await startDialog(editor, 'Add tax and shipping.');
    let panel = await editor.webviewFrame('.composer');
    const card = panel.locator('.question', { hasText: 'Take these changes?' });
    await card.getByRole('button', { name: 'Take All' }).waitFor();
    await editor.screenshotInThemes('workplace-card');
    await card.getByRole('button', { name: 'Show diff src/cart.txt' }).click();
    await page.locator('.monaco-diff-editor').first().waitFor();
    await page.getByText('const tax = 0.2;').first().waitFor();
    await editor.screenshotInThemes('workplace-diff');
    await editor.runCommand('View: Close Editor');
    // Until the panel has the focus it would close the palette.
    panel = await editor.webviewFrame('.composer');
    await panel.locator('.composer textarea:focus').waitFor();

    await editor.runCommand('Dominds: Open Overview');
    const overview = await editor.webviewFrame('.overview .tree');
    await overview.getByRole('button', { name: 'Take All' }).waitFor();
    await editor.screenshotInThemes('workplace-overview');
    await overview.getByRole('button', { name: 'Change 2 of src/cart.txt' }).click();
    await overview.locator('.work-file', { hasText: 'shipping guide.md' }).getByRole('checkbox').click();
    await editor.screenshotInThemes('workplace-overview-chosen');
    await overview.getByRole('button', { name: 'Take Selected (1 of 3)' }).click();
    await overview.getByRole('heading', { name: 'Take the other changes of @cody? 2 files' }).waitFor();
    const cart = () => readFileSync(path.join(editor.folder, 'src/cart.txt'), 'utf8');
    assert.equal(cart(), lines({ 2: edited[2] }));
    await editor.runCommand('View: Close Editor');

    panel = await editor.webviewFrame('.composer');
    await panel.locator('.question', { hasText: 'the other changes' }).getByRole('button', { name: 'Drop' }).click();
    await panel.getByText('The tax is in, the rest is not.').first().waitFor();
    await panel.locator('.changed-file').getByRole('button', { name: 'src/cart.txt' }).last().waitFor();
    await editor.screenshotInThemes('workplace-taken');
    assert.equal(cart(), lines({ 2: edited[2] }));
  });

  it('show a command that waits for leave as text, and run nothing at a click on it', async () => {
    window.answer(({ body }) => attacks[answersIn(body)] ?? { say: 'Done.' });
    const { editor } = window;
    const { page } = editor;
    await startDialog(editor, 'Go on.');
    const panel = await editor.webviewFrame('.composer');
    await panel.getByText('Run: N=1 echo one').first().waitFor();
    // What is in front is not notified.
    await editor.runCommand('View: Close Editor');
    await editor.runCommand('Dominds: Focus on Q4H: Questions for You View');
    await editor.runCommand('Dominds: Allow Once');

    const notice = page.locator('.notification-toast', { hasText: 'Run: echo [click]' });
    await notice.waitFor();
    const message = notice.locator('.notification-list-item-message');
    assert.equal((await message.innerText()).replaceAll('\u200b', '').includes(attack), true);
    assert.equal(await message.locator('a').count(), 0);
    await message.getByText('click').click();
    assert.equal(await page.locator('.part.sidebar').isVisible(), true);
    await notice.getByRole('button', { name: 'Deny' }).click();
    await page.locator('.quick-input-widget').getByText('Why not').waitFor();
    assert.equal(await page.locator('.quick-input-widget .quick-input-message a').count(), 0);
  });
});
