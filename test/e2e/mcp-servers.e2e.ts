// MCP servers in the real editor (SPEC 22.1): their prompts and resources in the composer, read when the message is
// sent, and their forms.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { type Editor, openEditor } from './support/editor.ts';
import { sharedWindow } from './support/shared-window.ts';
import { startDialog } from './support/start-dialog.ts';

const weather = path.resolve(import.meta.dirname, '../support/mcp-stdio-server.ts');
const servers = { weather: { command: process.execPath, args: [weather] } };
const team = {
  '.minds/team.yaml': 'members:\n  lead: {name: Lena, toolsets: [read, "mcp:weather"], diligence-push-max: 0}\n',
};
const newest = ({ requests }: MockServer) => JSON.stringify(requests.at(-1)?.body.messages);

describe('MCP servers of .minds/mcp.yaml', () => {
  const window = sharedWindow(() => ({
    workspaceFiles: { ...team, '.minds/mcp.yaml': JSON.stringify({ servers }) },
  }));
  before(() => {
    window.answer(({ body }) =>
      String(body.messages.at(-1)?.content).includes('Book')
        ? { say: '', tools: [{ name: 'weather_book', args: {} }] }
        : { say: 'Read.' },
    );
  });

  it('list prompts and resources after / and @, and the model reads what they stand for', async () => {
    const { editor, server } = window;
    const panel = await startDialog(editor, 'Hello');
    const { page } = editor;
    await panel.getByText('Read.').first().waitFor();
    const asked = server.requests.length;
    const field = panel.locator('.composer textarea');

    await field.click();
    await page.keyboard.type('/wea');
    await panel.getByRole('option', { name: /brief/ }).waitFor();
    await editor.screenshotInThemes('mcp-prompts');
    await page.keyboard.press('Enter');
    assert.match(await field.inputValue(), /^\/weather\/brief/);
    await page.keyboard.type('city=Bonn');
    await page.keyboard.press('Enter');
    await server.arrived(asked + 1);
    assert.match(newest(window.server), /Tell of the weather in Bonn, plain\./);

    await page.keyboard.type('Look at @weather:');
    await panel.getByRole('option', { name: /bonn/ }).waitFor();
    await editor.screenshotInThemes('mcp-resources');
    await panel.getByRole('option', { name: /bonn/ }).click();
    assert.match(await field.inputValue(), /^Look at @weather:weather:\/\/bonn/);
    await page.keyboard.press('Enter');
    await server.arrived(asked + 2);
    assert.match(newest(window.server), /sunny since yesterday/);
  });

  it('are listed too, and lead to that file', async () => {
    const { editor } = window;
    await startDialog(editor, 'Hello');
    const { page } = editor;
    await editor.runCommand('Dominds: Manage MCP Servers');
    await page.locator('.quick-input-title', { hasText: 'Choose a server to open its file' }).waitFor();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'weather' }).first().click();
    await page.locator('.tab', { hasText: 'mcp.yaml' }).waitFor();
  });

  it('ask by a form whose fields are filled in', async () => {
    const { editor, server } = window;
    const panel = await startDialog(editor, 'Book seats.');
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await panel.getByLabel('name').fill('Ada');
    await panel.getByRole('textbox', { name: /seats/ }).fill('two');
    await panel.getByRole('button', { name: 'Send answer' }).first().click();
    await panel.getByText('a whole number; required').waitFor();
    await editor.screenshotInThemes('mcp-form');
    await panel.getByRole('textbox', { name: /seats/ }).fill('2');
    const asked = server.requests.length;
    await editor.page.keyboard.press('Enter');
    await server.arrived(asked + 1);
    assert.match(newest(window.server), /booked \{\\"name\\":\\"Ada\\",\\"seats\\":2\}/);
  });
});

describe('MCP servers of .mcp.json', () => {
  let server: MockServer;
  let editor: Editor;
  let panel: Frame;
  before(async () => {
    server = await startMockServer({ respond: () => ({ say: 'Read.' }) });
  });
  after(() => server.close());

  async function begin(mcpServers: object): Promise<void> {
    const workspaceFiles = { ...team, '.mcp.json': JSON.stringify({ mcpServers }, null, 2) };
    editor = await openEditor({ workspaceFiles, modelServer: server.baseUrl });
    panel = await startDialog(editor, 'Hello');
  }

  it('start only after the person allowed them, and their tools come at the next step', async () => {
    await begin(servers);
    const { page } = editor;
    const toolsOf = () => server.requests.at(-1)?.body.tools?.map(({ function: { name } }) => name) ?? [];
    await panel.getByText('Read.').first().waitFor();
    const asks = page.locator('.notification-list-item', { hasText: 'needs the MCP server weather' });
    await asks.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await editor.screenshot('mcp-consent');
    assert.equal(toolsOf().includes('weather_forecast'), false);
    await asks.getByRole('button', { name: 'Allow', exact: true }).click();
    await asks.waitFor({ state: 'detached' });

    const asked = server.requests.length;
    await panel.locator('.composer textarea').fill('Now');
    await panel.locator('.composer textarea').press('Enter');
    await server.arrived(asked + 1);
    assert.equal(toolsOf().includes('weather_forecast'), true);

    await editor.runCommand('Dominds: Manage MCP Servers');
    const row = page
      .locator('.quick-input-list-row, .quick-input-list .monaco-list-row', { hasText: 'weather' })
      .first();
    await row.getByText('allowed', { exact: true }).waitFor();
    await editor.screenshot('mcp-manage');
    await page.keyboard.press('Enter');
    await page.locator('.notification-list-item', { hasText: 'weather is not allowed' }).waitFor();
  });

  it('that may not start lead from the warning in the file to the servers', async () => {
    await begin(servers);
    const { page } = editor;
    const asks = page.locator('.notification-list-item', { hasText: 'needs the MCP server weather' });
    await asks.getByRole('button', { name: 'Show File' }).click();
    await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
    await editor.runCommand('Quick Fix...');
    await page.getByText('Manage MCP Servers', { exact: true }).waitFor();
    await editor.screenshot('mcp-fix');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'weather' }).first().waitFor();
  });

  it('that cannot be used are listed with the reason, and a new one begins with an example', async () => {
    await begin({ 'not a name': { command: 'x' } });
    const { page } = editor;
    const row = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
    await editor.runCommand('Dominds: Manage MCP Servers');
    await row('not a name').waitFor();
    await editor.screenshotInThemes('mcp-none');
    await row('not a name').click();
    await page.locator('.tab', { hasText: '.mcp.json' }).waitFor();
    await editor.runCommand('Dominds: Manage MCP Servers');
    await row('Add a Server').click();
    await page.locator('.tab', { hasText: 'mcp.yaml' }).waitFor();
    await page.locator('.view-lines').getByText('a-docs-server').waitFor();
  });
});
