// The editor gives a panel the focus a moment after a command's prompt opened: the prompt gets it back, but for one that keeps the keys
// for that panel.
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type Editor, openEditor } from './support/editor.ts';

describe('a prompt whose focus the panel was given', () => {
  let editor: Editor;
  let panel: Frame;

  beforeEach(async () => {
    editor = await openEditor();
    await editor.page.addInitScript(holdMessages);
    await editor.runCommand('Dominds: Start Root Dialog');
    await editor.page.locator('.quick-input-widget').getByText('Leave empty to write it in the panel').waitFor();
    await editor.page.keyboard.type('Say hello.');
    await editor.page.keyboard.press('Enter');
    panel = await editor.webviewFrame('.composer');
    await panel.locator('.composer textarea').waitFor();
  });

  const promptOf = async (command: string, said: string) => {
    await editor.runCommand(`Dominds: ${command}`);
    const prompt = editor.page.locator('.quick-input-widget');
    await prompt.getByText(said).first().waitFor();
    await prompt.locator('input:focus').waitFor();
    return prompt;
  };
  const takeFocus = () => panel.locator('.composer textarea').focus();

  it('gets it back, with what was typed: an input', async () => {
    const prompt = await promptOf('Add Reminder', 'Add Reminder');
    await editor.page.keyboard.type('Buy ');
    await takeFocus();
    await prompt.locator('input:focus').waitFor();
    await editor.page.keyboard.type('milk');
    await editor.page.keyboard.press('Enter');
    await panel.getByText('Reminders 1').waitFor();
    await editor.runCommand('Dominds: Edit Reminder');
    await editor.page.locator('.quick-input-widget').getByText('Buy milk').first().waitFor();
    await editor.page.keyboard.press('Escape');
  });

  it('waits with its answer for what was typed into the panel before Enter', async () => {
    const isHeld = (what: 'heard' | 'wanted') =>
      panel.waitForFunction(kind => (window as Holding).held?.some(({ data }) => data[kind] > 0), what);
    // The prompt before gives the focus back to the panel by a message, which would take it from the next prompt.
    await panel.locator('.composer textarea').click();
    // The panel does not know of the prompt.
    await panel.evaluate(() => (window as Holding).hold?.());
    const prompt = await promptOf('Add Reminder', 'Add Reminder');
    await editor.page.keyboard.type('Buy ');
    await takeFocus();
    // What is typed there follows what the prompt has now.
    await isHeld('heard');
    await editor.page.keyboard.type('milk');
    await prompt.locator('input').focus();
    await editor.page.keyboard.type(' now');
    await editor.page.keyboard.press('Enter');
    await isHeld('wanted');
    await panel.evaluate(() => (window as Holding).release?.());
    await panel.getByText('Reminders 1').click();
    await panel.getByText('Buy milk now').first().waitFor();
  });

  it('is answered with Enter also when the palette takes its place before the panel has told all keys', async () => {
    const { page } = editor;
    await promptOf('Add Reminder', 'Add Reminder');
    await page.keyboard.type('Buy milk');
    await panel.evaluate(() => (window as Holding).hold?.());
    await page.keyboard.press('Enter');
    await panel.waitForFunction(() => (window as Holding).held?.some(({ data }) => data.wanted > 0));
    await page.keyboard.press('F1');
    await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await panel.evaluate(() => (window as Holding).release?.());
    await panel.getByText('Reminders 1').waitFor();
  });

  it('gets it back, with what it lists: a pick', async () => {
    const prompt = await promptOf('Choose Model', 'OpenRouter');
    await editor.page.keyboard.type('o');
    await takeFocus();
    await prompt.locator('input:focus').waitFor();
    await editor.page.keyboard.type('llama');
    await prompt.getByText('OpenRouter').waitFor({ state: 'hidden' });
    await prompt.getByText('Ollama').first().waitFor();
    await editor.page.keyboard.press('Escape');
    await prompt.waitFor({ state: 'hidden' });
  });
});

describe('a panel that is handed what was typed into a prompt', () => {
  const asking = 'replies:\n  - {say: "!?@human Which way?"}\n  - {repeat: true, say: That way then.}\n';

  let editor: Editor;
  let panel: Frame;

  beforeEach(async () => {
    editor = await openEditor({
      workspaceFiles: {
        '.minds/team.yaml': 'members: {lead: {name: Lena, diligence-push-max: 0}}\n',
        '.minds/llm.yaml': 'provider: playbook\nplaybook: asking.yaml\n',
        '.minds/asking.yaml': asking,
      },
    });
    const { page, runCommand, webviewFrame } = editor;
    await page.addInitScript(holdMessages);
    await runCommand('Dominds: Start Root Dialog');
    await page.locator('.quick-input-widget').getByText('Leave empty to write it in the panel').waitFor();
    await page.keyboard.type('Go home.');
    await page.keyboard.press('Enter');
    panel = await webviewFrame('.composer');
    await panel.getByText('Which way?').first().waitFor();
    await panel.evaluate(() => (window as Holding).hold?.());
    await runCommand('Dominds: Answer Question');
    await panel.waitForFunction(() => (window as Holding).held?.some(({ data }) => data.kind === 'focus'));
    await page.locator('.quick-input-widget input[placeholder="Your answer"]').waitFor();
  });

  const release = async () => {
    await panel.evaluate(() => (window as Holding).release?.());
    await editor.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  };
  const answered = async (answer: string) => {
    await panel.getByText('That way then.').first().waitFor();
    await panel.getByText(answer, { exact: true }).first().waitFor();
  };

  it('keeps the focus that the editor gave it before', async () => {
    const { page } = editor;
    await panel.locator('.composer textarea').focus();
    await page.evaluate(countFocusOfPrompts);
    await release();
    await page.keyboard.type('To the left');
    await page.keyboard.press('Enter');
    await answered('To the left');
    assert.equal(await page.evaluate(() => (window as Counting).focused), 0);
  });

  it('sends the whole of an answer that was begun in the prompt and ended here before it knew', async () => {
    const { page } = editor;
    // The panel may have it already.
    await page.locator('.quick-input-widget input').focus();
    await page.keyboard.type('To');
    await panel.locator('.composer textarea').focus();
    await page.keyboard.type(' the left');
    await page.keyboard.press('Enter');
    await release();
    await answered('To the left');
  });
});

type Holding = Window & { held?: MessageEvent[]; hold?: () => void; release?: () => void };
type Counting = Window & { focused?: number };

/** In a page that is about to load: what the editor says of a prompt and of the focus can wait, and arrive in one go. */
function holdMessages(): void {
  const page = window as Holding;
  const held: MessageEvent[] = [];
  let isHolding = false;
  page.held = held;
  page.hold = () => {
    isHolding = true;
  };
  page.release = () => {
    isHolding = false;
    for (const { data } of held) window.dispatchEvent(new MessageEvent('message', { data }));
  };
  // The editor writes the page into its frame, which removes what listens already.
  const listen = window.addEventListener.bind(window) as (type: string, listener: unknown, options: unknown) => void;
  Object.assign(window, {
    addEventListener(type: string, listener: (event: MessageEvent) => void, options: unknown) {
      const unlessHeld = (event: MessageEvent) =>
        isHolding && ['prompting', 'focus'].includes(event.data?.kind) ? held.push(event) : listener(event);
      listen(type, type === 'message' ? unlessHeld : listener, options);
    },
  });
}

/** In a workbench. */
function countFocusOfPrompts(): void {
  const page = window as Counting;
  page.focused = 0;
  document.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches('.quick-input-widget *')) page.focused = (page.focused ?? 0) + 1;
  });
}
