// `npm start [-- --no-open]`: tries the extension on a copy of the sample workspace, in desktop VS Code when `code` is
// on the PATH, else in code-server, whose address is printed. `--no-open` always takes code-server and opens nothing.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runInTerminal } from './child.ts';
import { startCodeServer } from './code-server.ts';
import { quietSettings } from './editor-settings.ts';
import { findOnPath } from './find-program.ts';
import { ensureVsix } from './package.ts';
import { root } from './project.ts';
import { makeTempFolder } from './temp-folder.ts';

const { values } = parseArgs({ options: { 'no-open': { type: 'boolean', default: false } } });
const vsix = await ensureVsix();
const folder = path.join(await makeTempFolder('dominds'), 'software-team');
await cp(path.join(root, 'examples', 'software-team'), folder, { recursive: true });

// The sample names its script in a file, and the environment comes before files: with a key a real model is meant.
const { OPENAI_API_KEY, DOMINDS_PLAYBOOK } = process.env;
// The main job is at work when the window is there, up to its first question.
const firstDialog = {
  DOMINDS_START: 'How should slugify treat accented letters?',
  DOMINDS_START_TASKDOC: 'tasks/first-steps.tsk',
};
const model = OPENAI_API_KEY && !DOMINDS_PLAYBOOK ? { DOMINDS_PROVIDER: 'openai' } : {};
const env = { ...firstDialog, ...model, ...process.env };

const code = values['no-open'] ? undefined : await findOnPath('code');
if (code === undefined) await openInCodeServer();
else process.exitCode = await openOnDesktop(code);

/** `--wait` keeps the workspace until its window is closed. */
function openOnDesktop(program: string): Promise<number> {
  console.log(`Opening ${folder} in VS Code; it is removed when you close the window.`);
  return runInTerminal(program, ['--wait', '--new-window', `--extensionDevelopmentPath=${root}`, folder], {
    env,
  });
}

/** Ctrl-C ends the server. */
async function openInCodeServer(): Promise<void> {
  const server = await startCodeServer({ vsixes: [vsix], env });
  await server.writeSettings(quietSettings('dark'));
  console.log(`\nDominds is ready in your browser:\n\n  ${server.folderUrl(folder)}\n`);
  console.log('Its first dialog starts by itself and asks you something. Ctrl-C ends it and removes the sample.');
}
