// `npm run pictures`: makes all pictures of the README: a story and the examples in a real editor, with scripted
// models, and the webviews by themselves.
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { ensureBrowser } from '../../scripts/ensure-browser.ts';
import { ensureCodeServer } from '../../scripts/ensure-code-server.ts';
import { root } from '../../scripts/project.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, startMockServer } from '../support/mock-server.ts';
import { dialogScenes, snapshotOf, subdialogRecords } from './support/dialog-scenes.ts';
import { closeEverything, type Editor, openEditor } from './support/editor.ts';
import { copyOf, draftACard, reportAFault } from './support/examples.ts';
import { openFile } from './support/open-file.ts';
import { overviewScenes } from './support/overview-scenes.ts';
import { showDominds } from './support/side-bar.ts';
import { begin } from './support/start-dialog.ts';
import { openWebview } from './support/webview-page.ts';

const files = {
  '.minds/team.yaml': `default_responder: lead
members:
  lead: { name: Lena, diligence-push-max: 1, policy: [{ decision: allow, tools: [write] }] }
  researcher: { name: Robin }
`,
  'tasks/build.tsk/goals.md': 'The build takes **one** minute, not four.\n',
  'tasks/build.tsk/constraints.md': 'No new tools. Releases stay minified.\n',
  'tasks/build.tsk/progress.md': '- Measured: three of four minutes go into `minify`.\n',
  'build.py': `from steps import copy, minify, pack

steps = [copy, pack, minify]

for step in steps:
    step()
`,
};

const measured = 'It takes **four** minutes, three of them in `minify`.';

function reply({ body }: MockRequest): MockReply {
  const asked = body.messages.map(({ content }) => String(content ?? '')).join('\n');
  const said = (say: string, ...tools: NonNullable<MockReply['tools']>): MockReply => ({
    say,
    tools,
    model: 'gpt-5-mini',
    usage,
  });
  if (asked.includes('tellasks you')) return said(measured);
  // The ledger of the next course has the answer, too.
  if (asked.includes('minify is off for tests')) return said(endings.shift() ?? '');
  if (asked.includes('Yes, turn it off')) {
    return said(
      'The setting is changed. I clear my mind before I measure.',
      { name: 'add_reminder', args: { content: 'minify is off for tests, by leave of the person' } },
      { name: 'clear_mind', args: {} },
    );
  }
  if (asked.includes(measured)) {
    if (!asked.includes('tells its steps')) {
      const told = '    print("begin", step.__name__)\n    step()\n    print("end", step.__name__)';
      const args = { path: 'build.py', old: '    step()', new: told };
      return said('We know the cause. Each build tells its steps from now on.', { name: 'edit_file', args });
    }
    return said('One decision is yours.', {
      name: 'ask_human',
      args: {
        question: 'May I turn minify off for tests?',
        details: 'It saves **three minutes** of each run. Releases keep it.',
        options: [{ label: 'Yes, turn it off' }, { label: 'No, keep it' }],
      },
    });
  }
  return said('Robin knows the build best.', {
    name: 'tellask',
    args: { to: 'researcher', content: 'Where does the build spend its time?\nName the **slowest** step.' },
  });
}

const endings = ['The tests build in one minute now.', 'Nothing else is slow.'];

const usage = { prompt_tokens: 6240, completion_tokens: 412 };

const picture = (name: string) => path.join(root, 'media/readme', `${name}.png`);

/**
 * A part of the window as a picture: the whole width of `left` to `right`, from the top of one to the bottom of the
 * other.
 */
async function shoot({ page }: Editor, name: string, from: Locator, to = from, margin = 12): Promise<void> {
  const [first, last] = [await from.boundingBox(), await to.boundingBox()];
  if (!first || !last) throw new Error(`nothing to make ${name} of`);
  await page.screenshot({
    path: picture(name),
    clip: {
      x: first.x - margin,
      y: first.y - margin,
      width: Math.max(first.width, last.width) + 2 * margin,
      height: last.y + last.height - first.y + 2 * margin,
    },
  });
}

async function start(editor: Editor): Promise<void> {
  const { page } = editor;
  const item = page.getByRole('treeitem', { name: /^build/ }).first();
  await item.hover();
  await item.getByRole('button', { name: 'Start Root Dialog' }).click();
  await begin(editor, 'Why is the build slow?');
}

async function tellStory(editor: Editor): Promise<void> {
  const { page } = editor;
  await showDominds(page);
  await page.getByRole('button', { name: 'Taskdocs Section' }).click();
  await start(editor);
  const panel = await editor.webviewFrame('.composer');
  await panel.getByText('May I turn minify off').first().waitFor();
  await page
    .getByRole('treeitem', { name: /Why is the build slow/ })
    .locator('.monaco-tl-twistie.collapsible')
    .first()
    .click();
  await page
    .getByRole('treeitem', { name: /May I turn minify off/ })
    .first()
    .click();
  await panel.locator('.composer.answering').waitFor();
  await page.screenshot({ path: picture('editor') });
  await answer(panel);
  await panel.getByText('stopped early').first().waitFor();
  await page.setViewportSize({ width: 1280, height: 1500 });
  await shoot(editor, 'diligence', panel.locator('.automatic').last(), panel.locator('.card.question').last());
  await panel.getByText('Carried over from the previous context').click();
  await panel.locator('.course-line').last().scrollIntoViewIfNeeded();
  await shoot(editor, 'clarity', panel.locator('.course-line').last(), panel.getByLabel(/New context started/));

  await editor.runCommand('View: Close All Editors');
  await page.setViewportSize({ width: 1000, height: 560 });
  const taskdoc = page.getByRole('treeitem', { name: /^build/ }).first();
  await taskdoc.locator('.monaco-tl-twistie').click();
  await taskdoc.click();
  await (await editor.webviewFrame('h2#goals')).getByText('not four').waitFor();
  await page.screenshot({ path: picture('taskdoc') });

  await editor.runCommand('View: Close All Editors');
  await editor.runCommand('View: Show Explorer');
  await openFile(editor, 'build.py');
  await page.getByText('Lena: +1 −0').last().waitFor();
  // At its edge: the text would show what it means.
  await page.locator('.view-line', { hasText: 'print("end"' }).hover({ position: { x: 2, y: 9 } });
  await page.locator('.comment-range-glyph.line-hover').click();
  await page.locator('.review-widget .monaco-editor').click();
  await page.keyboard.type('Only while we measure. Take it out again afterwards, please.');
  await page.screenshot({ path: picture('changes') });
}

async function answer(panel: Frame): Promise<void> {
  await panel.getByRole('button', { name: 'Yes, turn it off' }).first().click();
}

/** The webviews by themselves. */
async function showPages(): Promise<void> {
  const overview = await openWebview('overview', { width: 1280, height: 760 });
  for (const part of overviewScenes.busy) await overview.post(part);
  await overview.page.getByText('May I turn minify off').first().waitFor();
  await overview.page.screenshot({ path: picture('overview') });

  const question = await openWebview('dialog');
  await question.post(dialogScenes.answering());
  await question.page.locator('.composer.answering').waitFor();
  await question.page.screenshot({ path: picture('question') });

  const dialog = await openWebview('dialog');
  await dialog.post(dialogScenes.answered());
  await dialog.page.getByText('Show here').click();
  const records = subdialogRecords();
  const { state } = snapshotOf(records);
  await dialog.post({ kind: 'nested', selfId: 'sub-1', state, records, earlier: 0 });
  await dialog.page.getByText('One thing is unclear.').first().waitFor();
  await dialog.page.screenshot({ path: picture('subdialog') });
  for (const page of [overview, question, dialog]) await page.close();
}

/** The examples, each in an editor of its own. */
async function playExamples(): Promise<void> {
  const size = { width: 1400, height: 900 };
  const desk = await openEditor({ theme: 'dark', folder: await copyOf('writing-desk'), size });
  const drafts = await draftACard(desk);
  await drafts.getByText('Paused').first().waitFor();
  await drafts.locator('.draft-board').evaluate(board => board.scrollIntoView());
  await shoot(desk, 'drafts', drafts.locator('.draft-board .loop').first(), drafts.locator('[data-draft="d2"]'));
  await desk.close();
  const service = await openEditor({ theme: 'dark', folder: await copyOf('service-desk'), size });
  const panel = await reportAFault(service);
  await shoot(service, 'state', panel.locator('.header').first(), panel.locator('.card.question').last(), 0);
  await service.close();
}

await ensureBrowser();
await ensureCodeServer();
const server = await startMockServer({ respond: reply });
try {
  const env = { OPENAI_API_KEY: 'sk-pictures', OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'gpt-5-mini' };
  await tellStory(await openEditor({ theme: 'dark', workspaceFiles: files, env }));
  await playExamples();
  await showPages();
} finally {
  await closeEverything();
  await server.close();
}
