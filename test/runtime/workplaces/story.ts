// A workspace whose coders work in places of their own, with scripted members.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { removeTempFolder } from '../../../scripts/temp-folder.ts';
import type { QuestionId } from '../../../src/core/base/ids.ts';
import type { OpenStore } from '../../../src/runtime/open-options.ts';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import { byPerson } from '../../support/by-person.ts';
import { makeTempWorkspace, type WorkspaceFiles } from '../../support/temp-workspace.ts';

interface Reply {
  readonly when?: { readonly agent?: string; readonly contains?: string };
  readonly say?: string;
  readonly tools?: readonly { readonly name: string; readonly args?: object }[];
  readonly repeat?: boolean;
}

export interface StoryOptions {
  readonly files: WorkspaceFiles;
  readonly team: string;
  readonly replies: readonly Reply[];
  /** False: there is no repository. */
  readonly inGit?: boolean;
  /** Written after the first commit. */
  readonly uncommitted?: WorkspaceFiles;
}

/** Git in a folder, without settings of this machine. */
export function gitIn(folder: string, ...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Makes the workspace; `open` opens a runtime as another process would. */
export async function makeStory({ files, team, replies, inGit = true, uncommitted = {} }: StoryOptions) {
  const workspace = await makeTempWorkspace({
    ...files,
    '.gitignore': '.dialogs/\nnode_modules/\n',
    '.minds/team.yaml': team,
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': stringify({ replies }),
  });
  const home = mkdtempSync(path.join(tmpdir(), 'dw-home-'));
  const { folder } = workspace;
  if (inGit) {
    gitIn(folder, 'init', '--quiet', '--initial-branch', 'main');
    gitIn(folder, 'add', '--all');
    gitIn(folder, 'commit', '--quiet', '--message', 'first');
  }
  for (const [file, text] of Object.entries(uncommitted)) await workspace.write(file, text);
  const opened: Runtime[] = [];
  const env = { XDG_CONFIG_HOME: home, PATH: process.env.PATH ?? '' };
  return {
    ...workspace,
    home,
    env,
    /** `host`: another machine, with a home of its own. */
    async open({ store, host }: { store?: OpenStore; host?: string } = {}): Promise<Runtime> {
      const own = host === undefined ? env : { ...env, XDG_CONFIG_HOME: path.join(home, host) };
      const outcome = await openRuntime({ rtws: folder, env: own, mode: 'drive', ...(store && { store }) });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      opened.push(outcome.runtime);
      return outcome.runtime;
    },
    /** Closes what was opened, as the end of a process does. */
    async end() {
      for (const runtime of opened.splice(0).toReversed()) await runtime.close();
    },
    async close() {
      for (const runtime of opened.toReversed()) await runtime.close();
      await workspace.remove();
      await removeTempFolder(home);
    },
    /** The places that are there. */
    places: (host = '') => {
      const all = path.join(home, host, 'dominds', 'places');
      try {
        return readdirSync(all).flatMap(each =>
          readdirSync(path.join(all, each)).map(name => path.join(all, each, name)),
        );
      } catch {
        return [];
      }
    },
  };
}

export type Story = Awaited<ReturnType<typeof makeStory>>;

/** Starts the work, until it needs the person. */
export async function begin(runtime: Runtime, text = 'Please begin') {
  const started = await runtime.perform({ kind: 'start', text });
  if (!started.ok) throw new Error(JSON.stringify(started));
  return runtime.settled(started.rootId);
}

/** Answers the first open question, until the person is needed again. */
export async function answer(runtime: Runtime, settled: Awaited<ReturnType<typeof begin>>, content: string) {
  const [question] = settled.questions;
  if (!question) throw new Error('no question is open');
  const { rootId, selfId } = question;
  const ref = { rootId, selfId };
  const asked = { questionId: question.id as QuestionId, content, msgId: `m-${question.id}`, dialog: ref };
  const answered = await runtime.perform({ kind: 'answer', ...asked }, byPerson);
  if (!answered.ok) throw new Error(JSON.stringify(answered));
  return runtime.settled(rootId);
}

/** Every file of a folder outside of Git's and the dialogs' own, with its contents and when it was written. */
export function listing(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (at: string) => {
    for (const entry of readdirSync(path.join(folder, at), { withFileTypes: true })) {
      const file = path.join(at, entry.name);
      if (at === '' && (entry.name === '.git' || entry.name === '.dialogs')) continue;
      if (entry.isDirectory()) visit(file);
      else
        found[file] =
          `${statSync(path.join(folder, file), { bigint: true }).mtimeNs} ${readFileSync(path.join(folder, file), 'utf8')}`;
    }
  };
  visit('');
  return found;
}
