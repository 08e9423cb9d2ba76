// Opens a workspace in a real editor, driven through a headless browser. One server and one browser serve all tests of
// a process. Each editor has a folder and an extension host of its own; user settings are written afresh for each, and
// the browser forgets all before one that is alone.
import type { Frame, Page } from 'playwright-core';
import { cleanEnvironment, openWorkbench, workbenchReady } from '../../../scripts/browser.ts';
import { type CodeServer, startCodeServer } from '../../../scripts/code-server.ts';
import { quietSettings } from '../../../scripts/editor-settings.ts';
import { ensureVsix } from '../../../scripts/package.ts';
import { makeTempWorkspace, type WorkspaceFiles } from '../../support/temp-workspace.ts';
import { closeBrowser, forgetPages, newPageOfProfile } from './browser.ts';
import { pickCommand } from './command-palette.ts';
import { picturesWanted, savePicture } from './pictures.ts';
import { findWebviewFrame } from './webview-frame.ts';

/** What an editor is opened with; all parts are optional. */
export interface EditorOptions {
  /** Files of a fresh workspace, removed on close. Not together with `folder`. */
  readonly workspaceFiles?: WorkspaceFiles;
  /** An existing folder to open instead; it is left alone on close. */
  readonly folder?: string;
  /** Base URL of the model server of the workspace, written to `.minds/llm.yaml`. */
  readonly modelServer?: string;
  /**
   * Environment of the extension host. Editors with the same one share a server; each further server takes some
   * seconds.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** User settings on top of quiet ones, for example `{'security.workspace.trust.enabled': true}`; for all open windows of the
   *  server, until the next editor opens. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The theme that it opens in, default dark. */
  readonly theme?: 'dark' | 'light';
  /** It outlives the test that opened it; whoever opened it closes it. */
  readonly isShared?: boolean;
  /** Size of the window in pixels, default 1280 × 800. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** An editor window on one workspace. */
export interface Editor {
  readonly page: Page;
  /** The workspace folder, absolute. */
  readonly folder: string;
  /** Runs a command by its palette title, with or without category: `Dominds: Open Dialog` or `Open Dialog`. */
  runCommand(title: string): Promise<void>;
  /** The content frame of the webview in which an element matches the selector; waits for it. */
  webviewFrame(selector: string): Promise<Frame>;
  /** Reloads the window, as *Developer: Reload Window* does; the extension host starts anew. */
  reload(): Promise<void>;
  /** Saves what the window shows as test-results/<name>.png, where pictures are wanted. */
  screenshot(name: string): Promise<void>;
  /**
   * The same in a dark and in a light theme, as test-results/<name>-<theme>.png: the theme changes while everything
   * stays open, and is the other one afterwards. `check` runs in each, also where no pictures are wanted.
   */
  screenshotInThemes(name: string, check?: () => Promise<void>): Promise<void>;
  /** Closes the window and removes what was made for it. Calling it twice is fine. */
  close(): Promise<void>;
}

const settingsOfTests = {
  // The browser plays the system: what changes in a file of settings, the window may see late or never.
  'window.autoDetectColorScheme': true,
  // A folder is unfolded by a click alone: one that the Explorer unfolds as an editor comes would be folded by it.
  'explorer.autoReveal': false,
  // A server that runs on the machine is that of another story.
  'dominds.lookForLocalServers': false,
};

const idleSeconds = 300;
const open = new Set<Editor>();
const shared = new WeakSet<Editor>();
/** By their environment, as JSON. */
const servers = new Map<string, Promise<CodeServer>>();

/**
 * Opens a window and resolves when it takes keys and commands. Throws with the server's output when it does not come
 * up.
 */
export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const workspace = options.folder === undefined ? await makeTempWorkspace(filesOf(options)) : undefined;
  const folder = options.folder ?? workspace?.folder ?? '';
  const server = await sharedServer(options.env ?? {});
  let theme = options.theme ?? 'dark';
  await server.writeSettings({ ...quietSettings(theme), ...settingsOfTests, ...options.settings });
  if (open.size === 0) await forgetPages(server.url);
  const page = await newPageOfProfile();
  await page.setViewportSize(options.size ?? { width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
  const close = async () => {
    if (!open.delete(editor)) return;
    // A page that leaves tells the server to end its extension host; one that is only closed leaves it to a timeout.
    await page.goto('about:blank');
    await page.close();
    await workspace?.remove();
  };
  const changeTheme = async () => {
    theme = theme === 'light' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: theme });
    await themeShown(page, theme);
  };
  const editor: Editor = {
    ...makeWindow(page, folder),
    screenshotInThemes: async (name, check) => {
      if (!picturesWanted && !check) return;
      const look = async () => {
        await editor.screenshot(`${name}-${theme}`);
        await check?.();
      };
      await look();
      await changeTheme();
      await look();
    },
    close,
  };
  open.add(editor);
  if (options.isShared) shared.add(editor);
  await openWorkbench(page, server.folderUrl(folder)).catch(async (error: unknown) => {
    await editor.close();
    throw new Error(`the workbench did not come up\n${server.log()}`, { cause: error });
  });
  return editor;
}

/** Closes the windows that a test left open and shares with no other. */
export async function closeEditors(): Promise<void> {
  for (const editor of [...open]) if (!shared.has(editor)) await editor.close();
}

/** Closes every window, all servers and the browser. */
export async function closeEverything(): Promise<void> {
  for (const editor of [...open]) await editor.close();
  for (const server of servers.values()) await (await server).stop();
  servers.clear();
  await closeBrowser();
}

/** Saves what the open windows show, for a test that failed. */
export async function screenshotOpenEditors(name: string): Promise<void> {
  let n = 0;
  for (const { page } of open) await savePicture(page, `${name}-${++n}`);
}

/** The same in words, with what has the focus: the log of a run tells it where its pictures are gone. */
export async function describeOpenEditors(): Promise<readonly string[]> {
  const frames = [...open].flatMap(({ page }) => page.frames());
  const described = await Promise.all(frames.map(frame => frame.evaluate(describeDocument).catch(() => '')));
  return described.filter(text => text !== '');
}

/** Runs in the page. Nothing is said of a frame that shows no text. */
function describeDocument(): string {
  const text = (document.body?.innerText ?? '').replaceAll(/\s+/g, ' ').slice(-1500);
  if (text === '') return '';
  const values = [...document.querySelectorAll('input, textarea')].map(field => (field as HTMLInputElement).value);
  const focused = document.activeElement?.outerHTML.slice(0, 200);
  return JSON.stringify({ hasFocus: document.hasFocus(), focused, values: values.filter(value => value !== ''), text });
}

function makeWindow(page: Page, folder: string): Omit<Editor, 'screenshotInThemes' | 'close'> {
  return {
    page,
    folder,
    runCommand: title => pickCommand(page, title),
    webviewFrame: selector => findWebviewFrame(page, selector),
    reload: async () => {
      // The editor's own command: a plain navigation loses what it has not stored yet, its open editors among it.
      const navigated = page.waitForEvent('framenavigated', frame => frame === page.mainFrame());
      await pickCommand(page, 'Developer: Reload Window');
      await navigated;
      await workbenchReady(page);
    },
    screenshot: async name => {
      if (picturesWanted) await savePicture(page, name);
    },
  };
}

/** Resolves when the workbench and every webview in it have the colours of that theme. */
async function themeShown(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.locator(`.monaco-workbench.${theme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
  const isDrawn = (kind: string) => (document.body?.dataset.vscodeThemeKind ?? kind) === kind;
  // By time: a webview that is out of sight gets no frames to look in.
  for (const frame of page.frames()) {
    await frame.waitForFunction(isDrawn, `vscode-${theme}`, { polling: 50 }).catch(error => {
      // Some are drawn anew.
      if (!frame.isDetached()) throw error;
    });
  }
}

function filesOf({ workspaceFiles, modelServer }: EditorOptions): WorkspaceFiles | undefined {
  if (modelServer === undefined) return workspaceFiles;
  return { ...workspaceFiles, '.minds/llm.yaml': `base_url: ${modelServer}\nmodel: mock-model\n` };
}

async function sharedServer(env: Readonly<Record<string, string>>): Promise<CodeServer> {
  const key = JSON.stringify(env);
  const running = await servers.get(key);
  if (running && !running.hasEnded()) return running;
  // Tests without an editor took so long that it ended for want of windows.
  await running?.stop();
  const server = startServer(env);
  servers.set(key, server);
  return server;
}

async function startServer(env: Readonly<Record<string, string>>): Promise<CodeServer> {
  // Set by scripts/test-e2e.ts, so that one run tests one build even while the sources change.
  const vsix = process.env.DOMINDS_TEST_VSIX ?? (await ensureVsix());
  return startCodeServer({ vsixes: [vsix], env: cleanEnvironment(env), idleSeconds });
}
