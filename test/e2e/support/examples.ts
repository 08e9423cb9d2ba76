// The example workspaces, played in the real editor as a newcomer would.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import { root } from '../../../scripts/project.ts';
import { makeTempFolder } from '../../../scripts/temp-folder.ts';
import type { Editor } from './editor.ts';
import { begin } from './start-dialog.ts';

/** A fresh copy of an example, without dialogs. */
export async function copyOf(example: string): Promise<string> {
  const folder = path.join(await makeTempFolder('example'), example);
  const isOurs = (source: string) => !source.endsWith('.dialogs');
  await cp(path.join(root, 'examples', example), folder, { recursive: true, filter: isOurs });
  return folder;
}

/** Starts a draft in the writing desk, and gives its panel once the third draft is there. */
export async function draftACard(editor: Editor): Promise<Frame> {
  const { page } = editor;
  await editor.runCommand('Dominds: New Draft…');
  const input = page.locator('.quick-input-widget');
  await input.getByText('What should be answered?').waitFor();
  await page.keyboard.type('A farewell card for Mara, who leaves after six years');
  await page.keyboard.press('Enter');
  await input.getByText('Willa').first().waitFor();
  await page.keyboard.press('Enter');
  const panel = await editor.webviewFrame('.draft-board');
  await panel.locator('[data-draft="d3"]').waitFor();
  await panel.getByText('We have put them in your car.').first().waitFor();
  return panel;
}

/** Reports a fault at the service desk, and gives its panel once it asks for what is missing. */
export async function reportAFault(editor: Editor): Promise<Frame> {
  const { page } = editor;
  await editor.runCommand('Dominds: New Dialog in a Domain…');
  const input = page.locator('.quick-input-widget');
  await input.getByText('service-desk').first().waitFor();
  await page.keyboard.type('service-desk');
  await page.keyboard.press('Enter');
  const panel = await begin(editor, 'My dishwasher is broken');
  await panel.getByText('What does it do, or not do?').first().waitFor();
  return panel;
}
