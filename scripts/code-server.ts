// Runs code-server on a free port of this machine with given .vsix files installed the way users install them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Child, run, start } from './child.ts';
import { ensureCodeServer } from './ensure-code-server.ts';
import { fillFolder } from './fill-folder.ts';
import { cacheFolder } from './project.ts';
import { makeTempFolder, removeTempFolder } from './temp-folder.ts';

/** What a new server is given. */
export interface CodeServerOptions {
  /** Extensions to install; the installation is cached by their content. */
  readonly vsixes: readonly string[];
  /** The whole environment of the server, and so of the extension host. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Ends by itself after so many seconds without a window (at least 60): no server outlives a killed test run for long.
   */
  readonly idleSeconds?: number;
}

/** A running server. */
export interface CodeServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The address of the workbench with that folder open. */
  folderUrl(folder: string): string;
  /** Replaces the user settings of all windows. */
  writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** True once it has ended, by itself too. */
  hasEnded(): boolean;
  /** What the server has printed so far. */
  log(): string;
  /** Ends the server and removes its user data. */
  stop(): Promise<void>;
}

const keepUnusedMs = 24 * 60 * 60 * 1000;

/** Starts a server and resolves when it answers. Throws with its output when it does not start. */
export async function startCodeServer(options: CodeServerOptions): Promise<CodeServer> {
  const entry = await ensureCodeServer();
  const extensions = await ensureExtensions(entry, options.vsixes);
  const userData = await makeTempFolder('dc');
  const child = start(process.execPath, [entry, ...serverFlags(userData, extensions, options)], {
    // The editor leaves sockets behind in TMPDIR; there they go with the rest.
    env: { ...options.env, VSCODE_IPC_HOOK_CLI: undefined, XDG_RUNTIME_DIR: undefined, TMPDIR: userData },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await child.stop();
    await removeTempFolder(userData);
  };
  const output = collectOutput(child);
  const url = await listeningUrl(child, output).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    url,
    folderUrl: folder => `${url}/?folder=${encodeURIComponent(folder)}`,
    writeSettings: settings => writeUserSettings(userData, settings),
    hasEnded: () => child.process.exitCode !== null || child.process.signalCode !== null,
    log: () => output.text,
    stop,
  };
}

function serverFlags(userData: string, extensions: string, options: CodeServerOptions): string[] {
  const flags = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--user-data-dir', userData];
  flags.push('--config', path.join(userData, 'config.yaml'));
  flags.push('--extensions-dir', extensions, '--disable-telemetry', '--disable-update-check');
  flags.push('--disable-getting-started-override', '--reconnection-grace-time', '10');
  if (options.idleSeconds !== undefined) flags.push('--idle-timeout-seconds', `${options.idleSeconds}`);
  return flags;
}

async function writeUserSettings(userData: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(path.join(userData, 'User'), { recursive: true });
  // Settings of the machine's scope are read from its own file.
  for (const place of ['User', 'Machine']) {
    await mkdir(path.join(userData, place), { recursive: true });
    await writeFile(path.join(userData, place, 'settings.json'), JSON.stringify(settings, null, 2));
  }
}

interface Output {
  text: string;
}

function collectOutput(child: Child): Output {
  const output = { text: '' };
  const collect = (chunk: Buffer) => {
    output.text += chunk.toString();
  };
  child.process.stdout?.on('data', collect);
  child.process.stderr?.on('data', collect);
  return output;
}

function listeningUrl(child: Child, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const url = /listening on (http:\/\/[\d.]+:\d+)/.exec(output.text)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.process.stdout?.on('data', look);
    child.process.once('error', reject);
    child.process.once('exit', code => reject(new Error(`code-server ended with ${code}\n${output.text}`)));
  });
}

/** A folder with these extensions installed; made once for the same files, by whichever process is first. */
async function ensureExtensions(entry: string, vsixes: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of vsixes) hash.update(await readFile(file));
  const folder = path.join(cacheFolder, `extensions-${hash.digest('hex').slice(0, 16)}`);
  const isComplete = () => existsSync(folder);
  await fillFolder({ folder, isComplete, fill: beside => installExtensions(entry, vsixes, beside) });
  await utimes(folder, new Date(), new Date());
  return folder;
}

async function installExtensions(entry: string, vsixes: readonly string[], folder: string): Promise<void> {
  await removeUnusedExtensions();
  const userData = await makeTempFolder('dc');
  const installs = vsixes.flatMap(file => ['--install-extension', file]);
  const places = ['--user-data-dir', userData, '--config', path.join(userData, 'config.yaml')];
  await run(process.execPath, [entry, ...places, '--extensions-dir', folder, ...installs]);
  await removeTempFolder(userData);
}

async function removeUnusedExtensions(): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (!name.startsWith('extensions-')) continue;
    const folder = path.join(cacheFolder, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > keepUnusedMs) await rm(folder, { recursive: true, force: true });
  }
}
