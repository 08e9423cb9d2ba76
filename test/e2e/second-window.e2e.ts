// A second window on a folder that the first one drives: its trees, badge and status bar show what the first one has
// recorded, a question that is answered anywhere leaves both, and what is answered in the second one reaches the first
// (SPEC 9.4, 13.12).
import type { Frame, Locator } from 'playwright-core';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { answerByKeyboard } from './support/answer-by-keyboard.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { showDominds } from './support/side-bar.ts';
import { startDialog } from './support/start-dialog.ts';

const team = `members:
  lead: { name: Lena, diligence-push-max: 0 }
`;

/** Asks twice, one after the other. */
function reply({ body }: MockRequest): MockReply {
  const last = String(body.messages.at(-1)?.content ?? '');
  if (last.includes('By the river')) return { say: 'Then all is clear.' };
  if (last.includes('In spring')) return { say: '!?@human Where shall it be?\n' };
  return { say: '!?@human When shall it be?\n' };
}

describe('a second window on a folder', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({ respond: reply });
  });
  afterEach(() => server.close());

  it('shows what the first one recorded, loses a question answered there, and answers the next', async () => {
    const first = await openEditor({ workspaceFiles: { '.minds/team.yaml': team }, modelServer: server.baseUrl });
    await startRoot(first, 'Plan the feast');
    const panel = await first.webviewFrame('.composer');
    await panel.getByText('When shall it be?').first().waitFor();

    // It comes late: the tree rests already.
    const second = await openEditor({ folder: first.folder });
    await showDominds(second.page);
    await question(second, 'When shall it be?').waitFor();
    await needs(second, 1);
    await second.screenshot('second-window-asking-dark');

    await answer(panel, first, 'In spring');
    await question(second, 'Where shall it be?').waitFor();
    await question(second, 'When shall it be?').waitFor({ state: 'detached' });
    await needs(second, 1);

    // Its panel is not there yet.
    await answerByKeyboard(second, 'By the river');
    await panel.getByText('Then all is clear.').first().waitFor();
    for (const window of [first, second]) await needs(window, 0);
    await second.screenshot('second-window-answered-dark');
  });
});

async function startRoot(editor: Editor, task: string): Promise<void> {
  await startDialog(editor, task);
}

/** Answers the first question by its panel, with the keyboard. */
async function answer(panel: Frame, { page }: Editor, text: string): Promise<void> {
  await panel.locator('.composer textarea').focus();
  await page.keyboard.press('F8');
  await panel.locator('.composer.answering').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** A question in the tree of questions. */
function question({ page }: Editor, text: string): Locator {
  return page.locator('.part.sidebar .monaco-list-row', { hasText: text }).first();
}

/** Resolves when the badge of the icon and the item of the status bar count this many things that need the person. */
async function needs({ page }: Editor, count: number): Promise<void> {
  const icon = page.getByRole('tab', { name: /Dominds/ }).first();
  const item = page.locator('.statusbar-item', { hasText: 'Dominds' });
  const badge = icon.locator('.badge-content');
  if (count === 0) {
    await badge.waitFor({ state: 'hidden' });
    await item.and(page.locator('[aria-label*="need"]')).waitFor({ state: 'detached' });
  } else {
    await badge.getByText(String(count), { exact: true }).waitFor();
    await item.and(page.locator(`[aria-label*="${count} need"]`)).waitFor();
  }
}
